import type { CellCount } from "#core/markdown/bounded-tables.ts"
import { othersTurn } from "../http/turns.ts"

/**
 * The processor time that reading one conversation may take, in ms: many times what people write. What comes after that is shown as
 * it was written. Some searches of markdown-it are quadratic, and a conversation is anybody's text.
 */
const mostEffortMs = 600
/** Most HTML that is made of one conversation's Markdown, in characters: nested quotations take thirty times what they are written with. */
const mostHtml = 2 * 1024 * 1024
/** The time after which others have their turn, in ms. */
const unbrokenMs = 5

/** What reading one conversation has taken so far. */
export interface Effort {
  /** Cells of its tables. */
  readonly cells: CellCount
  /** Characters of HTML that were made of it. */
  htmlLength: number
  /** Whether it has taken so much that the rest is shown as it was written. */
  isTooMuch(): boolean
  /** Whether others should have their turn before it goes on; to be asked between any two pieces of the work. */
  isTurnDue(): boolean
  /** Lets others have their turn, and counts the processor time since they had it last. */
  giveTurn(): Promise<void>
}

/** The effort of a conversation that nothing was read of yet; it counts from here on. */
export function newEffort(): Effort {
  let spentMs = 0
  let since = performance.now()
  let used = process.threadCpuUsage()
  const effort: Effort = {
    cells: { taken: 0 },
    htmlLength: 0,
    isTooMuch: () => spentMs > mostEffortMs || effort.htmlLength > mostHtml,
    isTurnDue: () => performance.now() - since > unbrokenMs,
    async giveTurn() {
      const { user, system } = process.threadCpuUsage(used)
      spentMs += (user + system) / 1_000
      await othersTurn()
      since = performance.now()
      used = process.threadCpuUsage()
    },
  }
  return effort
}
