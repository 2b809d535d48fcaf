/** Longest last message of a free user, in characters (UTF-16 units, as the specification's `length`). */
export const freeMessageCharacters = 20_000

/** Longest request of a free user, in characters of all its texts together; pictures are not counted. */
export const freeRequestCharacters = 120_000

/** Most output tokens of an answer on the free tier. */
export const freeOutputTokens = 10_000

/** The one model of the free tier. */
export const freeModel = "gpt-4o-mini"

/** Fewest affordable output tokens with which a chat is still let in (`DESIGN.md` §7). */
export const outputFloorTokens = 512
export const reasoningOutputFloorTokens = 4_096
