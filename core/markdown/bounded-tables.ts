/** Columns up to which a table is one. */
export const mostColumns = 100

/**
 * Cells that all tables of one text may have together. Markdown gives every row as many cells as the first one has, so that two
 * characters can stand for a hundred cells.
 */
export const mostCells = 20_000

/** How many cells the tables of a text have had so far. */
export interface CellCount {
  taken: number
}

/** The part of markdown-it's state of reading blocks that is needed here. */
interface Lines {
  readonly src: string
  /** Where each line begins and ends, and how far its text is indented, in characters. */
  readonly bMarks: readonly number[]
  readonly eMarks: readonly number[]
  readonly tShift: readonly number[]
  /** The line after what has been read. */
  readonly line: number
  /** The `env` that the caller of the parser gave it; it holds `{ cells: CellCount }`. */
  readonly env: unknown
}

/** A rule for blocks: whether one begins at a line. Unless it is only asked (`silent`), it reads the block. */
type BlockRule<State> = (state: State, startLine: number, endLine: number, silent: boolean) => boolean

/** The part of a markdown-it that is needed here. */
interface Parser<State> {
  readonly block: {
    readonly ruler: {
      getRules(chain: string): readonly BlockRule<State>[]
      at(name: string, rule: BlockRule<State>, options: { alt: string[] }): void
    }
  }
}

/**
 * Has markdown-it read tables up to `mostColumns` and `mostCells`: one with more columns is no table, one with more cells ends before
 * the row that would be too many, and what is no table stays text. To be called before any rule is added; each text is parsed
 * with `cells` in its `env`.
 */
export function boundTables<State extends Lines>({ block: { ruler } }: Parser<State>): void {
  // The rule of tables is the first that markdown-it has.
  const [table] = ruler.getRules("")
  if (table !== undefined) ruler.at("table", boundedTable(table), { alt: ["paragraph", "reference"] })
}

function boundedTable<State extends Lines>(table: BlockRule<State>): BlockRule<State> {
  return (state, startLine, endLine, silent) => {
    if (!table(state, startLine, endLine, true)) return false
    const { cells } = state.env as { readonly cells: CellCount }
    const columns = columnsOf(state, startLine + 1)
    const rows = Math.floor((mostCells - cells.taken) / columns)
    if (columns > mostColumns || rows < 1) return false
    if (silent) return true
    // The line under the first row says how the columns are aligned, and has no cells.
    const isTable = table(state, startLine, Math.min(endLine, startLine + 1 + rows), false)
    cells.taken += columns * (state.line - startLine - 1)
    return isTable
  }
}

/** The columns that the line under the first row of a table has. */
function columnsOf({ src, bMarks, eMarks, tShift }: Lines, line: number): number {
  const text = src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line])
  return text.split("|").filter((part) => part.trim() !== "").length
}
