/**
 * Limits on what one message may make the page do. A stored message can hold anything (a paste, a hostile answer), and
 * none may stop the page from opening; beyond a limit the text is shown as it was written. Those of tables, which the server's
 * pages have too, are in `core/markdown/bounded-tables.ts`.
 */

/** Characters of a message that are read as Markdown; the rest comes as plain text on request. */
export const messageCap = 100_000

/** Lines of it, likewise: ten thousand of two letters each would be ten thousand elements. */
export const lineCap = 4_000

/** Characters of one paragraph, heading or table cell that are read as Markdown. */
export const inlineCap = 10_000

/** Elements inside elements, of blocks and of emphasis alike. */
export const depthCap = 40

/** Brackets that stand open inside one paragraph: looking for the end of each costs the square of their number. */
export const bracketCap = 60

/** Characters of a block that is still arriving up to which it is read again with every word; see `isWorthReading`. */
export const openCap = 16_000

/** Children of one element that are drawn at once; the others follow while the page is idle, so many at a time. */
export const childrenCap = { atOnce: 200, step: 50 } as const

/** Characters of a code block that are shown at once, and up to which it is coloured. */
export const codeCap = 30_000

/** Lines from which a code block that was not watched arriving stands folded, and lines from which it can be. */
export const foldFrom = { folded: 40, foldable: 16 } as const

/** Characters of a diagram that is drawn. */
export const diagramCap = 20_000

/** Rows of a table that are shown at once: 300, fewer of wide ones, since each cell is an element. */
export function rowsAtOnce(columns: number): number {
  return Math.min(300, Math.ceil(6_000 / columns))
}

/** Notes under a text that are shown at once. */
export const noteCap = 200
