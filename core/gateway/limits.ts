/** The longest last message of a free user, in UTF-16 units. */
export const freeMessageCharacters = 20_000

/** Longest request of a free user, in characters of all its texts together; pictures are not counted. */
export const freeRequestCharacters = 120_000

/** Most output tokens of an answer on the free tier. */
export const freeOutputTokens = 10_000

/** The model of the free tier unless the operator chooses another (`FREE_MODEL`). */
export const freeModel = "gpt-4o-mini"

/** The fewest affordable output tokens with which a chat is admitted (docs/reference/money-and-runs.md). */
export const outputFloorTokens = 512
export const reasoningOutputFloorTokens = 4_096
