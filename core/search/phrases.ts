import { foldText } from "../lib/fold-text.ts"
import { unspacedClass } from "./fold.ts"

const quoted = /["“”„«»]([^"“”„«»]+)["“”„«»]/g
// Linear: one class of characters.
const unspaced = new RegExp(`[${unspacedClass}]`, "gu")

/** The quoted parts of a query: words that must follow each other in that order. */
export function phrasesIn(query: string): readonly string[] {
  return [...query.matchAll(quoted)].map(([, words = ""]) => inARow(words)).filter((phrase) => phrase.trim() !== "")
}

/** Whether a text contains all phrases, as whole words; case, accents and separators are ignored. */
export function holdsPhrases(text: string, phrases: readonly string[]): boolean {
  const row = inARow(text)
  return phrases.every((phrase) => row.includes(phrase))
}

/** A text as its folded words with a space around each. */
function inARow(text: string): string {
  const words = foldText(text).replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
  return ` ${words.replace(unspaced, " $& ")} `.replace(/ +/g, " ")
}
