/** The inside of the last fenced code block of the latest text that has one; a block that still grows counts. */
export function lastCodeBlock(texts: readonly string[]): string | undefined {
  for (const text of texts.toReversed()) {
    const block = lastBlockOf(text)
    if (block !== undefined) return block
  }
  return undefined
}

function lastBlockOf(text: string): string | undefined {
  let last: string[] | undefined
  let open: { readonly fence: string; readonly indent: number; readonly lines: string[] } | undefined
  for (const line of text.split("\n")) {
    const [, indent = "", fence = "", rest = ""] = /^( {0,3})(`{3,}|~{3,})([^]*)$/.exec(line) ?? []
    if (open === undefined) {
      // A fence of backticks has none in its first line; that would be inline code.
      if (fence === "" || (fence.startsWith("`") && rest.includes("`"))) continue
      open = { fence, indent: indent.length, lines: [] }
      last = open.lines
    } else if (fence.startsWith(open.fence) && rest.trim() === "") open = undefined
    else open.lines.push(line.slice(Math.min(open.indent, /^ {0,3}/.exec(line)?.[0].length ?? 0)))
  }
  return last?.join("\n")
}
