import type { MarkdownIt, StateBlock } from "markdown-it"
import { formulaAt } from "#core/markdown/formula-at.ts"

/** The `meta` of a `formula` token. */
export interface FormulaMeta {
  readonly tex: string
  readonly display: boolean
}

/** Reads formulas before Markdown can eat their backslashes and underscores. The token's `content` is their source. */
export function addMathText(markdownIt: MarkdownIt): void {
  markdownIt.inline.ruler.before("escape", "formula", (state, silent) => {
    const found = formulaAt(state.src, state.pos, state.posMax)
    if (found === undefined) return false
    if (!silent) {
      const token = state.push("formula", "", 0)
      token.content = state.src.slice(state.pos, state.pos + found.length)
      token.meta = { tex: found.tex, display: found.display } satisfies FormulaMeta
    }
    state.pos += found.length
    return true
  })
  markdownIt.block.ruler.before("fence", "formula_block", formulaBlock, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  })
}

/**
 * A formula on lines of its own, between `$$` or `\[` and `\]`: there a line may begin with a plus or a minus, which
 * anywhere else begins a list. It ends with its closing sign or with an empty line (as in TeX), so that nothing that
 * arrives later changes where it ended. Without a closing sign it stays text.
 */
function formulaBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine] === undefined || state.sCount[startLine] - state.blkIndent >= 4) return false
  const first = lineOf(state, startLine)
  const open = first.startsWith("$$") ? "$$" : first.startsWith("\\[") ? "\\[" : undefined
  if (open === undefined) return false
  const close = open === "$$" ? "$$" : "\\]"
  const rest = first.slice(2)
  const closesAt = rest.indexOf(close)
  if (closesAt === 0 || (closesAt > 0 && rest.slice(closesAt + 2).trim() !== "")) return false
  // Inside a paragraph only a sign on a line of its own begins one.
  if (silent) return rest.trim() === ""
  let line = startLine
  let closed = closesAt > 0
  while (!closed && line + 1 < endLine) {
    const next = lineOf(state, line + 1)
    if (next.trim() === "" || (state.sCount[line + 1] ?? 0) < state.blkIndent) break
    line++
    closed = next.trimEnd().endsWith(close)
  }
  state.line = line + 1
  const source = state.getLines(startLine, state.line, state.sCount[startLine], false)
  const token = state.push("formula_block", "", 0)
  token.content = source
  token.map = [startLine, state.line]
  if (closed) token.meta = { tex: source.trim().slice(2, -2), display: true } satisfies FormulaMeta
  return true
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line])
}
