/**
 * The whole sentences of a Markdown text from a position on, as words to be spoken, and where they end. Of a text that is
 * still arriving, the last and unfinished sentence is left for later; of a finished one, everything is told.
 */
export function sentencesAfter(
  text: string,
  start: number,
  arriving: boolean,
): { readonly text: string; readonly end: number } {
  const rest = text.slice(start)
  const end = arriving ? start + endOfLastSentence(rest) : text.length
  return { text: plainWords(text.slice(start, end)), end }
}

/**
 * After the last ". ", "! ", "? ", "…", ": " or line break; the full-width stops of Chinese and Japanese need no space. A
 * point inside a number or an address ends nothing.
 */
function endOfLastSentence(text: string): number {
  const last = [...text.matchAll(/[.!?…:؟।]["”»)*_]*\s|[。！？][」』”）*_]*(?=[^」』”）*_])|\n/g)].at(-1)
  return last === undefined ? 0 : last.index + last[0].length
}

/**
 * Without the marks of Markdown and of formulas, whose words stay; a table's row is a sentence. No pattern looks far beyond
 * its line or over another bracket: a text may hold nothing else.
 */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/[ \t]+/g, " ")
    .replace(/^ ?(?:```.*|~~~.*|[-*_]{3,})$/gm, "")
    .replace(/^[ :|-]+$/gm, (line) => (line.includes("|") ? "" : line))
    .replace(/^ ?\|(.*)\| ?$/gm, "$1.")
    .replace(/ ?\| ?/g, ", ")
    .replace(/<br ?\/?>/gi, " ")
    .replace(/\[\^[^[\]\s]{1,40}\]:?/g, "")
    .replace(/!?\[([^[\]]*)\]\([^()[\n]*\)/g, "$1")
    .replace(/^ ?(?:#{1,6}|>+|[-*+](?: \[[ xX]\])?) /gm, "")
    .replace(/\$\$|\\[()[\]]/g, " ")
    .replace(/(?<![\p{L}\p{N}$])\$(?=[^\s\d$])([^$\n]{1,300})\$(?![\p{L}\p{N}])/gu, "$1")
    .replace(/\\(?=[a-zA-Z])/g, " ")
    .replace(/[*`~\\]|(?<!\w)_|_(?!\w)/g, "")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;:!?](?: |$))/g, "")
    .trim()
}
