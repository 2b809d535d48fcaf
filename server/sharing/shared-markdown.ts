import katex from "katex"
import MarkdownIt, { type Token } from "markdown-it"
import { boundTables, type CellCount } from "#core/markdown/bounded-tables.ts"
import { withoutDirectionMarks } from "#core/markdown/direction-marks.ts"
import { formulaAt } from "#core/markdown/formula-at.ts"
import { isWithinTexLimits } from "#core/markdown/tex-limits.ts"
import type { Effort } from "./effort.ts"
import { escaped } from "./html-text.ts"
import { pictureIdIn } from "./picture-address.ts"
import { longestBlock } from "./shared-pages.ts"
import { type TopBlock, topBlocks } from "./top-blocks.ts"

/** Longer lines are not searched for marks, in characters. */
const longestInline = 4_000
/** Most of a text in one piece that is shown as it was written, as HTML, in bytes. */
const longestPlain = 12_000
/** Most of a place that is shown behind a link, in characters. */
const longestPlace = 200
/** Elements inside elements; of what nests deeper markdown-it leaves out the words. */
const deepest = 30
/** Formulas that are set in print in one text; the rest stands as it was written. */
const mostFormulas = 200

/** How many formulas of a text have been set so far, and the cells of its conversation: what markdown-it hands to its rules. */
type Environment = { formulas: number; readonly cells: CellCount }

/**
 * Markdown of a conversation as HTML for a page without scripts: no HTML of its own passes, a link says where it leads
 * unless its text does, and of pictures only those that were uploaded here are shown.
 */
const markdownIt = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: deepest })
boundTables(markdownIt)
markdownIt.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
markdownIt.validateLink = (href) => /^(?:https?|mailto):/i.test(href) || pictureIdIn(href) !== undefined
markdownIt.inline.ruler.before("escape", "formula", (state, silent) => {
  const found = formulaAt(state.src, state.pos, state.posMax)
  if (found === undefined) return false
  if (!silent) {
    const token = state.push("formula", "", 0)
    token.content = state.src.slice(state.pos, state.pos + found.length)
    token.meta = { ...found, tex: withoutDirectionMarks(found.tex) }
  }
  state.pos += found.length
  return true
})
// Blocks are read one by one, before.
markdownIt.core.ruler.disable(["normalize", "block"])
markdownIt.core.ruler.at("inline", ({ tokens, md, env }) => {
  for (const token of tokens) {
    if (token.type !== "inline") continue
    if (token.content.length > longestInline) token.type = "text"
    else md.inline.parse(token.content, md, env, (token.children ??= []))
  }
})
// After all that finds links.
markdownIt.core.ruler.push("plain_links", ({ tokens }) => {
  for (const token of tokens) if (token.children) token.children = withPlainLinks(token.children)
})

/** Links with nothing but words in them, which keep their direction: no link of their own, and no picture but those uploaded here. */
function withPlainLinks(tokens: readonly Token[]): Token[] {
  let open = 0
  return tokens.filter((token) => {
    if (token.type === "link_open") return open++ === 0
    if (token.type === "link_close") return --open === 0
    const isPicture = token.type === "image"
    if (open > 0 || isPicture) token.content = withoutDirectionMarks(token.content)
    if (open > 0 && isPicture && pictureIdIn(sourceOf(token)) === undefined) {
      token.type = "text"
      token.content ||= "🖼"
    }
    return true
  })
}

function sourceOf(picture: Token | undefined): string {
  return String(picture?.attrGet("src") ?? "")
}

const { rules } = markdownIt.renderer
rules["formula"] = (tokens, at) => {
  const token = tokens[at]
  return (token?.meta as Formula | undefined)?.html ?? asWritten(token?.content ?? "")
}
rules.link_open = (tokens, at, options, _env, renderer) => {
  const token = tokens[at]
  token?.attrSet("rel", "nofollow noopener noreferrer ugc")
  token?.attrSet("target", "_blank")
  return renderer.renderToken(tokens, at, options)
}
rules.link_close = (tokens, at) => {
  const opensAt = tokens.findLastIndex(({ type }, index) => type === "link_open" && index < at)
  const words = tokens.slice(opensAt + 1, at).map(({ content }) => content)
  return `</a>${placeOf(String(tokens[opensAt]?.attrGet("href") ?? ""), words.join(""))}`
}
rules.image = (tokens, at) => {
  const source = sourceOf(tokens[at])
  const words = tokens[at]?.content ?? ""
  if (pictureIdIn(source) !== undefined) {
    const path = source.slice(source.indexOf("/api/cache/"))
    return `<img src="${escaped(path)}" alt="${escaped(words)}" loading="lazy">`
  }
  const link = `<a href="${escaped(source)}" rel="nofollow noopener noreferrer ugc" target="_blank">🖼 ${escaped(words || source)}</a>`
  return link + placeOf(source, words || source)
}
rules.table_open = () => `<div class="wide" tabindex="0"><table>`
rules.table_close = () => "</table></div>"

/** The top blocks of a text, each as HTML by itself; what is too much for its conversation as it was written. */
export async function* htmlBlocks(source: string, effort: Effort): AsyncGenerator<string> {
  const text = source.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\ufffd")
  const lines = text.split("\n")
  const env: Environment = { formulas: 0, cells: effort.cells }
  const { blocks, readTo } = await blocksIn(text, env, effort)
  for (const { tokens, from, to } of blocks) {
    if (effort.isTurnDue()) await effort.giveTurn()
    if (effort.isTooMuch()) return yield* plainBlocks(lines.slice(from).join("\n"), effort)
    const html = tokens && (await htmlOf(tokens, env, effort))
    effort.htmlLength += html?.length ?? 0
    if (html !== undefined && Buffer.byteLength(html) <= longestBlock) yield html
    else yield* plainBlocks(codeOf(tokens) ?? lines.slice(from, to).join("\n"), effort)
  }
  yield* plainBlocks(lines.slice(readTo).join("\n"), effort)
}

/** The blocks of a text, before any of them is drawn: the address of a link may stand in the last one. `readTo`: the line after them. */
async function blocksIn(text: string, env: Environment, effort: Effort) {
  const blocks: TopBlock[] = []
  for (const block of topBlocks(markdownIt, text, env)) {
    blocks.push(block)
    if (effort.isTurnDue()) await effort.giveTurn()
    if (effort.isTooMuch()) return { blocks, readTo: block.to }
  }
  return { blocks, readTo: Infinity }
}

/** Undefined for a block of which markdown-it would leave out words. */
async function htmlOf(read: readonly Token[], env: Environment, effort: Effort): Promise<string | undefined> {
  if (isTooDeep(read)) return undefined
  const state = new markdownIt.core.State("", markdownIt, env)
  state.tokens = [...read]
  markdownIt.core.process(state)
  for (const { type, meta } of state.tokens.flatMap(({ children }) => children ?? [])) {
    if (type !== "formula" || ++env.formulas > mostFormulas) continue
    if (effort.isTurnDue()) await effort.giveTurn()
    if (!effort.isTooMuch()) setInPrint(meta as unknown as Formula)
  }
  return markdownIt.renderer.render(state.tokens, markdownIt.options, env)
}

function isTooDeep(block: readonly Token[]): boolean {
  return block.some(({ level }) => level >= deepest - 1)
}

/** What is too long for one block, cut where its lines or words end. */
async function* plainBlocks(text: string, effort: Effort): AsyncGenerator<string> {
  for (let at = 0; at < text.length;) {
    if (effort.isTurnDue()) await effort.giveTurn()
    const most = plainEnd(text, at)
    const piece = text.slice(at, most)
    const cut = most === text.length ? piece.length : Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf(" "))
    const taken = piece.slice(0, cut > piece.length / 2 ? cut : piece.length)
    yield `<pre><code>${escaped(taken)}</code></pre>`
    at += taken.length
  }
}

/** How far a piece goes that begins at a place, as long as its HTML may be. */
function plainEnd(text: string, from: number): number {
  let bytes = 0
  let at = from
  for (const sign of text.slice(from, from + longestPlain)) {
    bytes += Buffer.byteLength(escaped(sign))
    if (bytes > longestPlain) break
    at += sign.length
  }
  return at
}

/** The code that a block is, where it is nothing else. */
function codeOf([first]: readonly Token[] = []): string | undefined {
  return first?.type === "fence" || first?.type === "code_block" ? first.content : undefined
}

/** A formula that was found in a text; `html` once it is set in print. */
interface Formula {
  readonly tex: string
  readonly display: boolean
  html?: string
}

function setInPrint(formula: Formula): void {
  const { tex, display } = formula
  if (!isWithinTexLimits(tex)) return
  try {
    formula.html = katex.renderToString(tex, {
      output: "mathml",
      displayMode: display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxExpand: 300,
      maxSize: 20,
    })
  } catch {
    // It stays as it was written.
  }
}

function asWritten(formula: string): string {
  return `<code>${escaped(formula)}</code>`
}

/** Where a link leads, where its words do not already say it: its host, or whom a mail would go to. */
function placeOf(address: string, words: string): string {
  const url = URL.parse(address)
  const mailTo = url?.protocol === "mailto:" ? address.slice("mailto:".length) : undefined
  const place = mailTo ?? url?.host ?? ""
  // A name before an @ reads like a host, and is none.
  const isSaid = url?.username === "" && (words === address || words === place)
  // What stands around it, or in it, turns neither around.
  return place === "" || isSaid ? "" : ` <small><bdi>(${escaped(place.slice(0, longestPlace))})</bdi></small>`
}
