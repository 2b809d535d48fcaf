/*
 * Limits on the parts of one answer that a decoder keeps in memory: far more than any provider sends. Parts beyond them
 * are dropped, because each step searches the kept ones.
 */

/** Tool calls, or blocks that are open at once. */
export const mostCalls = 256
/** Sources, searches, images, parts and items of each kind. */
export const mostKept = 1_000
/** Objects about searches, each of which is read with the whole text. */
export const mostGroundings = 50
