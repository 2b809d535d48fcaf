import type { MarkdownIt } from "markdown-it"

const lineBreak = /<br\s{0,5}\/?>/iy
const raised = /<(sub|sup)>([^<\n]{1,60})<\/\1>/iy

/**
 * The few tags that models write because Markdown has no words for them: `<br>` in the cell of a table, `H<sub>2</sub>O`,
 * `m<sup>2</sup>`. They become tokens like any other; all other tags stay text. `env.inCell` says where the text stands.
 */
export function addTagText(markdownIt: MarkdownIt): void {
  markdownIt.inline.ruler.before("autolink", "tag", (state, silent) => {
    if (state.src[state.pos] !== "<") return false
    const isBreak = state.env.inCell === true && matches(lineBreak, state.src, state.pos)
    const found = isBreak || matches(raised, state.src, state.pos)
    if (!found || found.end > state.posMax) return false
    if (!silent) {
      const name = found.name
      if (name === undefined) state.push("hardbreak", "br", 0)
      else {
        state.push(`${name}_open`, name, 1)
        state.push("text", "", 0).content = found.words
        state.push(`${name}_close`, name, -1)
      }
    }
    state.pos = found.end
    return true
  })
}

function matches(tag: RegExp, text: string, position: number) {
  tag.lastIndex = position
  const found = tag.exec(text)
  return found && { name: found[1]?.toLowerCase(), words: found[2] ?? "", end: position + found[0].length }
}
