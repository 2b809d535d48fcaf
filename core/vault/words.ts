/** How many words stand for a vault's secret. */
export const wordCount = 12

/** What of the typed words cannot be used; `at` counts from 0. */
export type WordsTrouble =
  | { readonly kind: "count"; readonly count: number }
  /** It is not on the list; `meant`, the word that is nearest to it, where one is near. */
  | { readonly kind: "unknown"; readonly at: number; readonly word: string; readonly meant: string | undefined }

/**
 * Words as somebody types them: in any case, with or without accents, with commas, numbers or lines between them, or only their
 * first four letters, which no two words share.
 */
export function readWords(
  text: string,
  list: readonly string[],
): { readonly words: readonly string[] } | { readonly trouble: WordsTrouble } {
  const typed = plain(text).match(/[a-z]+/g) ?? []
  const words: string[] = []
  for (const [at, word] of typed.entries()) {
    const known = wordOf(word, list)
    if (known === undefined) return { trouble: { kind: "unknown", at, word, meant: nearest(word, list) } }
    words.push(known)
  }
  return words.length === wordCount ? { words } : { trouble: { kind: "count", count: words.length } }
}

function wordOf(word: string, list: readonly string[]): string | undefined {
  const exact = list.find((one) => plain(one) === word)
  if (exact !== undefined || word.length < 4) return exact
  const begun = list.filter((one) => plain(one).startsWith(word))
  return begun.length === 1 ? begun[0] : undefined
}

/** The word of the list that is reached with the fewest changes of a letter, two at most. */
function nearest(word: string, list: readonly string[]): string | undefined {
  let best: string | undefined
  let least = 3
  for (const one of list) {
    const distance = distanceOf(word, plain(one))
    if (distance < least) [best, least] = [one, distance]
  }
  return best
}

/** How many letters are to be put in, left out or replaced to make one word of the other. */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let at = 1; at <= b.length; at++) {
      const replaced = (above[at - 1] ?? 0) + (a[row - 1] === b[at - 1] ? 0 : 1)
      line.push(Math.min(replaced, (above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1))
    }
    above = line
  }
  return above[b.length] ?? 3
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}
