import { foldText } from "../lib/fold-text.ts"
import { withSignsBehind, withSignsInFront, type Range } from "./marks.ts"

/** A word of a text: its folded form and its position, in UTF-16 units. */
export interface Word {
  readonly folded: string
  readonly start: number
  readonly end: number
  /** Two characters of a script without spaces, which stand side by side. */
  readonly isPair?: true
}

/**
 * Characters that are words of their own: those of scripts without spaces, emoji, and characters of two UTF-16 units.
 * Two neighbouring characters of a script without spaces are also indexed as a pair: "東京" must not match any text that
 * contains both characters.
 */
export const unspacedClass = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}"
const aloneClass = `${unspacedClass}\\p{Emoji_Presentation}\\u2600-\\u27bf\\u{10000}-\\u{10ffff}`
// Linear: each is of single classes of characters.
const unspaced = new RegExp(`^[${unspacedClass}]$`, "u")
const alone = new RegExp(`[${aloneClass}]`, "u")
// Linear: neither of the two has anything after it.
const splitAlone = new RegExp(`[${aloneClass}]|[^${aloneClass}]+`, "gu")
const wordLike = new RegExp(`[\\p{L}\\p{N}\\p{M}${aloneClass}]+`, "gu")

/** A word with its signs as it is indexed: without the space inside a price. */
function spelt(text: string, { start, end }: Range): string {
  return text.slice(start, end).replace(/[ \u00a0]/, "")
}

/** The words of a text, in order, with their positions; a word with signs is also listed with them. */
export function wordsIn(text: string): readonly Word[] {
  const words: Word[] = []
  const push = (range: Range | undefined) => {
    if (range !== undefined) words.push({ folded: foldText(spelt(text, range)), ...range })
  }
  for (const { 0: found, index } of text.matchAll(wordLike)) {
    let start = index
    let before: number | undefined
    for (const part of alone.test(found) ? (found.match(splitAlone) ?? []) : [found]) {
      const end = start + part.length
      // A variation selector or skin tone is no word.
      if (foldText(part) !== "") {
        const isSingle = alone.test(part)
        if (!isSingle) push(withSignsInFront(text, start, end))
        push({ start, end })
        if (!isSingle) push(withSignsBehind(text, start, end, isWordAt))
        const joins = part.length === 1 && unspaced.test(part)
        if (joins && before !== undefined)
          words.push({ folded: foldText(text.slice(before, end)), start: before, end, isPair: true })
        before = joins ? start : undefined
      }
      start = end
    }
  }
  return words
}

/** A cache of whether a folded character belongs to a word, by its code. */
const kinds = new Map<number, Kind>()
type Kind = "word" | "alone" | "unspaced" | "gap"

function kindOf(code: number): Kind {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) ? "word" : "gap"
  const known = kinds.get(code)
  if (known !== undefined) return known
  const letter = String.fromCharCode(code)
  const kind = unspaced.test(letter)
    ? "unspaced"
    : alone.test(letter)
      ? "alone"
      : /[\p{L}\p{N}\p{M}]/u.test(letter)
        ? "word"
        : "gap"
  kinds.set(code, kind)
  return kind
}

function isWordAt(text: string, at: number): boolean {
  return at < text.length && kindOf(text.charAt(at).toLowerCase().charCodeAt(0)) !== "gap"
}

/**
 * The words that a query searches for: of a word with signs only the form with them; of pairs only the pairs unless
 * `pairs` is false.
 */
export function askedIn(query: string, { pairs = true } = {}): readonly Word[] {
  const words = wordsIn(query).filter(({ isPair }) => pairs || !isPair)
  return words.filter(({ start, end }) => !words.some((other) => covers(other, start, end)))
}

function covers(other: Word, start: number, end: number): boolean {
  return other.start <= start && other.end >= end && other.end - other.start > end - start
}

/**
 * Whether a word is one character of a script without spaces. Words that begin with it are only pairs, and a text with
 * such a pair also has the character.
 */
export function isUnspaced(word: string): boolean {
  return word.length === 1 && kindOf(word.charCodeAt(0)) === "unspaced"
}

/** The same words, folded and without positions: about ten times as fast, for indexing whole histories. */
export function eachWord(text: string, take: (word: string) => void): void {
  const whole = foldText(text)
  let start = -1
  for (let at = 0; at < whole.length; at++) {
    const kind = kindOf(whole.charCodeAt(at))
    if (kind === "word") {
      if (start === -1) start = at
      continue
    }
    if (start !== -1) takeWord(whole, start, at, take)
    start = -1
    if (kind === "alone" || kind === "unspaced") take(whole.charAt(at))
    if (kind === "unspaced" && at > 0 && kindOf(whole.charCodeAt(at - 1)) === "unspaced")
      take(whole.slice(at - 1, at + 1))
    if (!isSurrogatePair(whole, at)) continue
    take(whole.slice(at, at + 2))
    at += 1
  }
  if (start !== -1) takeWord(whole, start, whole.length, take)
}

function takeWord(whole: string, start: number, end: number, take: (word: string) => void): void {
  const inFront = withSignsInFront(whole, start, end)
  if (inFront !== undefined) take(spelt(whole, inFront))
  take(whole.slice(start, end))
  const behind = withSignsBehind(whole, start, end, isWordAt)
  if (behind !== undefined) take(spelt(whole, behind))
}

/** Whether a character of two UTF-16 units begins there. */
function isSurrogatePair(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at + 1), 0xdc00, 0xdfff)
}

function isBetween(code: number, first: number, last: number): boolean {
  return code >= first && code <= last
}
