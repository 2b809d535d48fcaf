/** Whether an address brings words for the field: a link of ours (`fill`), or what another app shares (`title`, `text`, `url`). */
export function bringsWords(search: string): boolean {
  return /[?&](fill|title|text|url)=/.test(search)
}

/** Those words. Some apps share the address inside the text, too; it is there once. */
export function wordsOfLink(query: URLSearchParams): string {
  const words = ["fill", "title", "text", "url"].map((name) => query.get(name)?.trim() ?? "")
  return words
    .filter((word, at) => word !== "" && !words.some((other, i) => i !== at && holds(other, word, i < at)))
    .join("\n")
}

function holds(other: string, word: string, isBefore: boolean): boolean {
  return other === word ? isBefore : other.includes(word)
}
