/*
 * What one answer may hold of what a decoder keeps in mind: far more than any provider sends. What goes beyond is not told,
 * because each step looks through what is kept.
 */

/** Tool calls, or blocks that are open at once. */
export const mostCalls = 256
/** Sources, searches, images, parts and items of each kind. */
export const mostKept = 1_000
/** Objects that tell of searches, each of which is read with the whole text. */
export const mostGroundings = 50
