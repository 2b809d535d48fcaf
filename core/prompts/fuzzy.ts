/**
 * Rates how well a query matches a text, both folded; undefined when it does not. The ranking from best to worst: the
 * whole text, its beginning, the beginning of a word, a place inside, each word of the query somewhere, and its letters
 * in order and close together.
 */
export function fuzzyScore(query: string, text: string): number | undefined {
  if (query === "") return 0
  if (text === query) return 100
  if (text.startsWith(query)) return 90
  const at = text.indexOf(query)
  if (at > 0) return text[at - 1] === " " ? 80 : 60
  const words = query.split(/\s+/).filter((word) => word !== "")
  if (words.length > 1) return words.every((word) => text.includes(word)) ? 50 : undefined
  if (query.length < 3) return undefined
  return lettersInOrder(query, text)
}

/** The most letters between those of the query, for each of them: this allows typing errors, not other words. */
const looseness = 2

function lettersInOrder(query: string, text: string): number | undefined {
  for (let start = text.indexOf(query[0] ?? ""); start !== -1; start = text.indexOf(query[0] ?? "", start + 1)) {
    let at = start
    for (const letter of query.slice(1)) {
      at = text.indexOf(letter, at + 1)
      if (at === -1) break
    }
    if (at !== -1 && at - start + 1 <= query.length * looseness) return 40 - (at - start + 1 - query.length)
  }
  return undefined
}
