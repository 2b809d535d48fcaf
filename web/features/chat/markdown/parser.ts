import MarkdownIt, { type Token } from "markdown-it"
import { inlineCap, depthCap } from "./caps.ts"
import { rasterImage, webAddress } from "./image-source.ts"
import { addMathText } from "./math-text.ts"
import { safeLink } from "./safe-link.ts"

/** Link references by their label, as markdown-it keeps them. */
export type References = Record<string, { readonly href: string; readonly title: string }>

/**
 * Reads GitHub's Markdown. Raw HTML is text, a line break in the source is a line break, links and images pass their
 * rules or stay text. Link definitions stay in the list of tokens (markdown-it would take them out), so that blocks
 * can be told apart by their lines.
 */
const markdownIt = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: depthCap })

markdownIt.linkify.set({ fuzzyLink: false })
markdownIt.core.ruler.disable("strip_references")
markdownIt.core.ruler.at("inline", (state) => {
  for (const token of state.tokens) {
    if (token.type !== "inline") continue
    if (token.content.length <= inlineCap)
      state.md.inline.parse(token.content, state.md, state.env, (token.children ??= []))
    else token.children = [textToken(token.content)]
  }
})
markdownIt.validateLink = (href) =>
  safeLink(href) !== undefined || rasterImage(href) !== undefined || webAddress(href) !== undefined
addMathText(markdownIt)

function textToken(content: string): Token {
  const token = new markdownIt.core.State("", markdownIt, {}).Token
  const text = new token("text", "", 0)
  text.content = content
  return text
}

/** The tokens of a source. Link definitions are read from `references` and added to it. */
export function parseMarkdown(source: string, references: References): Token[] {
  return markdownIt.parse(source, { references })
}

/** Adds the link definitions of a source to `references`, reading nothing else. */
export function collectReferences(source: string, references: References): void {
  markdownIt.block.parse(source.replaceAll(/\r\n?/g, "\n"), markdownIt, { references }, [])
}
