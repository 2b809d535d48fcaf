import type { MarkdownIt, StateBlock } from "markdown-it"

/** A note's name, as a text calls it: `[^name]`. */
const name = String.raw`\[\^([^\s\[\]^]{1,60})\]`
// Linear: a name has at most 60 characters.
const call = new RegExp(name, "y")
// Linear: nothing follows the spaces.
const definition = new RegExp(`${name}:[ \\t]*`, "y")

/**
 * Reads footnotes: calls (`[^1]`) whether or not their note is known, since it usually comes last, and notes (`[^1]: …`,
 * with what is indented below). Which calls have a note, and their numbers, is found when they are drawn.
 */
export function addFootnoteText(markdownIt: MarkdownIt): void {
  markdownIt.inline.ruler.before("link", "footnote_call", (state, silent) => {
    call.lastIndex = state.pos
    const found = call.exec(state.src)
    if (!found || state.pos + found[0].length > state.posMax) return false
    if (!silent) {
      const token = state.push("footnote_call", "", 0)
      token.content = found[0]
      token.info = found[1] ?? ""
    }
    state.pos += found[0].length
    return true
  })
  markdownIt.block.ruler.before("reference", "footnote", footnote, { alt: ["paragraph", "reference"] })
}

function footnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const indent = state.sCount[startLine]
  if (indent === undefined || indent - state.blkIndent >= 4) return false
  definition.lastIndex = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0)
  const found = definition.exec(state.src)
  if (!found || definition.lastIndex > (state.eMarks[startLine] ?? 0)) return false
  if (silent) return true

  const opening = state.push("footnote_open", "", 1)
  opening.info = found[1] ?? ""
  const end = endOfNote(state, startLine, endLine)
  opening.map = [startLine, end]
  // The note's first line is read as if its mark were not there, the others as if they began at the margin.
  const { blkIndent, parentType, lineMax } = state
  const { [startLine]: bMark = 0 } = state.bMarks
  const { [startLine]: tShift = 0 } = state.tShift
  state.bMarks[startLine] = definition.lastIndex
  state.tShift[startLine] = 0
  state.sCount[startLine] = blkIndent + noteIndent
  state.blkIndent = blkIndent + noteIndent
  state.parentType = "blockquote"
  state.lineMax = end
  state.md.block.tokenize(state, startLine, end)
  state.bMarks[startLine] = bMark
  state.tShift[startLine] = tShift
  state.sCount[startLine] = indent
  Object.assign(state, { blkIndent, parentType, lineMax })
  state.push("footnote_close", "", -1)
  state.line = end
  return true
}

/** How far what belongs to a note is indented, at least. */
const noteIndent = 2

/** The line after a note: it goes on over indented lines, with empty ones between them. */
function endOfNote(state: StateBlock, startLine: number, endLine: number): number {
  let end = startLine + 1
  for (let line = end; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    if ((state.sCount[line] ?? 0) < state.blkIndent + noteIndent) break
    end = line + 1
  }
  return end
}
