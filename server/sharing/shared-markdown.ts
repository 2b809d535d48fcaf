import katex from "katex"
import MarkdownIt, { type Token } from "markdown-it"
import { boundTables, type CellCount } from "#core/markdown/bounded-tables.ts"
import { withoutDirectionMarks } from "#core/markdown/direction-marks.ts"
import { formulaAt } from "#core/markdown/formula-at.ts"
import { isWithinTexLimits } from "#core/markdown/tex-limits.ts"
import { escaped } from "./html-text.ts"
import { pictureIdIn } from "./picture-address.ts"

/** Longer lines are not searched for marks, longer blocks are shown as they were written; in characters. */
const longestInline = 4_000
const longestBlock = 24_000
/** Most of a place that is shown behind a link, in characters. */
const longestPlace = 200
/** Elements inside elements; of what nests deeper markdown-it leaves out the words. */
const deepest = 30
/** Formulas that are set in print in one text; the rest stands as it was written. */
const mostFormulas = 200

/**
 * The processor time that marks and formulas of one conversation may take, in ms: many times what people write. What comes after
 * that is shown as it was written. Some searches of markdown-it are quadratic, and a conversation is anybody's text.
 */
const mostEffortMs = 400

/** Most HTML that is made of one conversation's Markdown, in characters: nested quotations take thirty times what they are written with. */
const mostHtml = 2 * 1024 * 1024

/** What one conversation has taken so far: processor time of its marks and formulas, cells of its tables, characters of HTML. */
export interface Effort {
  spentMs: number
  readonly cells: CellCount
  htmlLength: number
}

/** The effort of a conversation that nothing was read of yet. */
export function newEffort(): Effort {
  return { spentMs: 0, cells: { taken: 0 }, htmlLength: 0 }
}

/** How many formulas of a text have been set so far, and its conversation's effort: what markdown-it hands to its rules. */
type Environment = { formulas: number; readonly effort: Effort; readonly cells: CellCount }

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
markdownIt.core.ruler.at("inline", (state) => {
  const { effort } = state.env as Environment
  for (const token of state.tokens) {
    if (token.type !== "inline") continue
    if (token.content.length > longestInline || effort.spentMs > mostEffortMs) token.type = "text"
    else withEffort(effort, () => state.md.inline.parse(token.content, state.md, state.env, (token.children ??= [])))
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

function withEffort<Value>(effort: Effort, work: () => Value): Value {
  const before = process.threadCpuUsage()
  try {
    return work()
  } finally {
    const { user, system } = process.threadCpuUsage(before)
    effort.spentMs += (user + system) / 1_000
  }
}

const { rules } = markdownIt.renderer
rules["formula"] = (tokens, at, _options, env) => {
  const token = tokens[at]
  return token === undefined ? "" : formulaHtml(token, env as Environment)
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
export function* htmlBlocks(source: string, effort: Effort): Generator<string> {
  if (effort.htmlLength > mostHtml) return yield* plainBlocks(source)
  const env: Environment = { formulas: 0, effort, cells: effort.cells }
  const tokens = markdownIt.parse(source, env)
  const lines = source.split(/\r\n?|\n/)
  let from = 0
  for (const [at, token] of tokens.entries()) {
    if (token.level !== 0 || token.nesting > 0) continue
    const block = tokens.slice(from, at + 1)
    from = at + 1
    const [firstLine, endLine] = block[0]?.map ?? [0, 0]
    if (effort.htmlLength > mostHtml) return yield* plainBlocks(lines.slice(firstLine).join("\n"))
    const html = isTooDeep(block) ? undefined : markdownIt.renderer.render(block, markdownIt.options, env)
    effort.htmlLength += html?.length ?? 0
    if (html !== undefined && html.length <= longestBlock) yield html
    else yield* plainBlocks(codeOf(block) ?? lines.slice(firstLine, endLine).join("\n"))
  }
}

function isTooDeep(block: readonly Token[]): boolean {
  return block.some(({ level }) => level >= deepest - 1)
}

/** A block that is longer than a page, cut where its lines or words end. */
function* plainBlocks(text: string): Generator<string> {
  const most = longestBlock / 3
  for (let at = 0; at < text.length;) {
    const piece = text.slice(at, at + most)
    const cut = at + most >= text.length ? piece.length : Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf(" "))
    const taken = piece.slice(0, cut > most / 2 ? cut : withoutHalf(piece))
    yield `<pre><code>${escaped(taken)}</code></pre>`
    at += taken.length
  }
}

/** The length of a text without the first half of a pair of units at its end. */
function withoutHalf(text: string): number {
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length
}

/** The code that a block is, where it is nothing else. */
function codeOf([first]: readonly Token[]): string | undefined {
  return first?.type === "fence" || first?.type === "code_block" ? first.content : undefined
}

function formulaHtml(token: Token, env: Environment): string {
  const { tex, display } = token.meta as { readonly tex: string; readonly display: boolean }
  const written = `<code>${escaped(token.content)}</code>`
  if (++env.formulas > mostFormulas || env.effort.spentMs > mostEffortMs || !isWithinTexLimits(tex)) return written
  try {
    return withEffort(env.effort, () =>
      katex.renderToString(tex, {
        output: "mathml",
        displayMode: display,
        throwOnError: true,
        strict: false,
        trust: false,
        maxExpand: 300,
        maxSize: 20,
      }),
    )
  } catch {
    return written
  }
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
