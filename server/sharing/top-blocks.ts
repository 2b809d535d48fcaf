import type { Env, MarkdownIt, StateBlock, Token } from "markdown-it"

/** A block of a text that stands in no other one: its tokens, and its lines. */
export interface TopBlock {
  /** Undefined: it is so long that it was not read. */
  readonly tokens: readonly Token[] | undefined
  /** Its first line, and the one after its last, counted from 0. */
  readonly from: number
  readonly to: number
}

/**
 * The longest block that is read as Markdown, in characters and in lines. markdown-it reads a block in one go, and a quotation in
 * quotations takes a time of its depth times its lines.
 */
const longestRead = 24_000
const mostLinesRead = 2_000

/** What ends with its line, or is read in a time of its length, however long it is. */
const readToTheirEnd: ReadonlySet<string> = new Set(["fence", "code_block", "heading_open", "hr"])

/**
 * Reads the top blocks of a text, each when it is asked for, so that others can have their turn in between; `MarkdownIt.parse` reads
 * all of them at once. In `env`, which is markdown-it's, it keeps the addresses of links that stand elsewhere in the text.
 */
export function* topBlocks(markdownIt: MarkdownIt, source: string, env: Env): Generator<TopBlock> {
  const state = new markdownIt.block.State(source, markdownIt, env, [])
  const end = state.lineMax
  for (let from = state.skipEmptyLines(0); from < end; from = emptyLinesSkipped(state, end)) {
    const near = nearEnd(state, from, end)
    let tokens: readonly Token[] | undefined = readBlock(markdownIt, state, from, near)
    const kind = tokens[0]?.type ?? ""
    // Code between fences ends at none of its own lines: markdown-it closes it where it must stop reading.
    const mayEndHere = near === end || (kind !== "fence" && nextTopLine(state, near, end) === near)
    const isWhole = state.line < near || mayEndHere
    if (!isWhole && readToTheirEnd.has(kind)) tokens = readBlock(markdownIt, state, from, end)
    else if (!isWhole) {
      tokens = undefined
      state.line = nextTopLine(state, near, end)
    }
    yield { tokens, from, to: state.line }
  }
}

function emptyLinesSkipped(state: StateBlock, end: number): number {
  state.lineMax = end
  return state.skipEmptyLines(state.line)
}

/** Reads the block that begins at a line, no further than to another one. */
function readBlock(markdownIt: MarkdownIt, state: StateBlock, from: number, end: number): readonly Token[] {
  state.tokens = []
  state.line = from
  state.lineMax = end
  for (const rule of markdownIt.block.ruler.getRules("")) if (rule(state, from, end, false)) break
  return state.tokens
}

/** The line up to which a block is read that begins at a line. */
function nearEnd({ bMarks, eMarks }: StateBlock, from: number, end: number): number {
  const start = bMarks[from] ?? 0
  let line = from + 1
  while (line < end && line - from < mostLinesRead && (eMarks[line] ?? 0) - start <= longestRead) line++
  return line
}

/** The first line from one on that begins a block for certain, whatever stands before it; `end` where there is none. */
function nextTopLine(state: StateBlock, from: number, end: number): number {
  const isTop = (line: number) => state.isEmpty(line - 1) && !state.isEmpty(line) && state.sCount[line] === 0
  for (let line = from; line < end; line++) if (isTop(line) && !mayGoOn(state, line)) return line
  return end
}

/** Whether a line may go on with a list or a quotation. */
function mayGoOn({ src, bMarks }: StateBlock, line: number): boolean {
  const start = bMarks[line] ?? 0
  return /^(?:[-+*>]|\d{1,9}[.)])/.test(src.slice(start, start + 12))
}
