import MarkdownIt, { type Token } from "markdown-it"
import { boundTables, type CellCount } from "#core/markdown/bounded-tables.ts"
import { bracketCap, depthCap, inlineCap } from "./markdown-limits.ts"
import { rasterImage, webAddress } from "./image-source.ts"
import { closeMarks, withoutBareMark, withTableLine } from "./close-marks.ts"
import { addFootnoteText } from "./footnote-text.ts"
import { addMathText } from "./math-text.ts"
import { safeLink } from "./safe-link.ts"
import { addTagText } from "./tag-text.ts"

/** Link references by their label, as markdown-it keeps them. */
type References = Record<string, { readonly href: string; readonly title: string }>

/**
 * Reads GitHub's Markdown. Raw HTML is text (but see `tag-text.ts`), a line break in the source is a line break, links and images pass their
 * rules or stay text. Link definitions stay in the list of tokens (markdown-it would take them out), so that blocks
 * can be told apart by their lines.
 */
const markdownIt = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: depthCap })
boundTables(markdownIt)

markdownIt.linkify.set({ fuzzyLink: false })
// GitHub's other automatic link: an address that begins with "www.".
markdownIt.linkify.add("www.", {
  // Linear: on no more than 500 characters.
  validate: (text: string, position: number) =>
    /^[\w-]+(?:\.[\w-]+)+[^\s<]*/u.exec(text.slice(position, position + 500))?.[0].replace(/[.,:;!?'")\]]+$/, "")
      .length ?? 0,
  normalize: (match: { url: string }) => void (match.url = `https://${match.url}`),
})
markdownIt.core.ruler.disable("strip_references")
markdownIt.core.ruler.at("inline", (state) => {
  for (const [index, token] of state.tokens.entries()) {
    if (token.type !== "inline") continue
    const inCell = /^t[dh]_open$/.test(state.tokens[index - 1]?.type ?? "")
    if (token.content.length <= inlineCap && openBrackets(token.content) <= bracketCap) {
      const isOpen = state.env.isArriving === true && index === openInline(state.tokens)
      const content = isOpen ? closeMarks(token.content) : token.content
      state.md.inline.parse(content, state.md, { ...state.env, inCell }, (token.children ??= []))
    } else token.children = [textToken(token.content)]
  }
})
markdownIt.validateLink = (href) =>
  safeLink(href) !== undefined || rasterImage(href) !== undefined || webAddress(href) !== undefined
addMathText(markdownIt)
addFootnoteText(markdownIt)
addTagText(markdownIt)

/** The place of the text that what arrives next continues: the last one, where nothing but the ends of blocks stands behind it. */
function openInline(tokens: readonly Token[]): number {
  const last = tokens.findLastIndex(({ nesting }) => nesting >= 0)
  return tokens[last]?.type === "inline" ? last : -1
}

/** How many brackets stand open at once, at most. */
function openBrackets(text: string): number {
  let open = 0
  let most = 0
  for (const [bracket] of text.matchAll(/[[\]]/g)) {
    if (bracket === "[") most = Math.max(most, ++open)
    else if (open > 0) open--
  }
  return most
}

function textToken(content: string): Token {
  const token = new markdownIt.core.State("", markdownIt, {}).Token
  const text = new token("text", "", 0)
  text.content = content
  return text
}

/** What the texts before a source have left to it. Parsing adds to both: the links that it defines, the cells of its tables. */
export type Environment = {
  readonly references: References
  readonly cells: CellCount
  /** The end of the source is still to come. */
  readonly isArriving?: true
}

/** The environment of a text with nothing before it. */
export function newEnvironment(): Environment {
  return { references: {}, cells: { taken: 0 } }
}

/** What parsing may add to, while the environment that it began with stays as it is. */
export function copyOf({ references, cells }: Environment): Environment {
  return { references: { ...references }, cells: { ...cells } }
}

/** The tokens of a source. Link definitions are read from its environment, too. */
export function parseMarkdown(source: string, environment: Environment): Token[] {
  return markdownIt.parse(source, environment)
}

/** The tokens of a source that is still arriving, its open marks drawn as if they were closed (`close-marks.ts`). */
export function parseArriving(source: string, environment: Environment): Token[] {
  return parseMarkdown(withoutBareMark(source), { ...copyOf(environment), isArriving: true })
}

/** The same where the source ends with what is most likely the head of a table; undefined for any other. `tokens`: how it is read so far. */
export function parseArrivingTable(
  source: string,
  tokens: readonly Token[],
  environment: Environment,
): Token[] | undefined {
  const [opening, { content } = { content: "" }] = tokens.slice(-3)
  const table = opening?.type === "paragraph_open" && opening.level === 0 ? withTableLine(content) : undefined
  const shown = withoutBareMark(source)
  const start = shown.trimEnd()
  // Below an empty line it is over, and was none.
  const isOver = shown.slice(start.length).split(/\r\n?|\n/).length > 2
  if (table === undefined || isOver || !start.endsWith(content)) return undefined
  return parseMarkdown(start.slice(0, start.length - content.length) + table, copyOf(environment))
}

/** Adds the link definitions and the cells of a source to its environment, reading nothing else. */
export function readDefinitions(source: string, environment: Environment): void {
  markdownIt.block.parse(source.replaceAll(/\r\n?/g, "\n"), markdownIt, environment, [])
}
