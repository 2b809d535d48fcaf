/**
 * What one message may ask of the page. A stored message can hold anything (a paste, a hostile answer), and none may
 * stop the page from opening; past a cap the text is shown as it was written.
 */

/** Characters of a message that are read as Markdown; the rest comes as plain text on request. */
export const messageCap = 100_000

/** Characters of one paragraph, heading or table cell that are read as Markdown. */
export const inlineCap = 10_000

/** Elements inside elements, of blocks and of emphasis alike. */
export const depthCap = 40

/** Characters of a code block that are shown at once, and up to which it is coloured. */
export const codeCap = 30_000

/** Lines from which a code block that was not watched arriving stands folded, and lines from which it can be. */
export const foldFrom = { folded: 40, foldable: 16 } as const

/** Characters of a diagram that is drawn. */
export const diagramCap = 20_000

/** Rows of a table that are shown at once. */
export const rowCap = 300
