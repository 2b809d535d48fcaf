/** A range of a text, in UTF-16 units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Signs that change the meaning of the word beside them: "C#" and "C++" are not "C", ".env" is not "env", and "R$ 20"
 * is a price. Such a word is indexed without and with its signs; a search with signs finds only words that have them
 * (0069). Punctuation and Markdown's syntax do not count.
 */
const behind = "#+%°"
const inFront = ".#@/+-"
const money = "$€£¥¢"

const isBehind = setOf(behind + money)
const isInFront = setOf(inFront)
const isMoney = setOf(money)
/** Characters that may precede a leading sign: a space, a bracket, a quotation mark. */
const isBorder = setOf(" \n\t\r\u00a0\"'`([{“‘«:=,;>*_")
const isSpace = setOf(" \u00a0")
const isDigit = setOf("0123456789")

/** The most signs on one side: "C++", "--force". */
const mostSigns = 2

/**
 * The word from `start` to `end` including leading signs; undefined where it has none. A space may stand between a
 * currency sign and its number.
 */
export function withSignsInFront(text: string, start: number, end: number): Range | undefined {
  const before = text.charCodeAt(start - 1)
  if (isMoney.has(before)) return { start: start - 1, end }
  if (isSpace.has(before) && isDigit.has(text.charCodeAt(start)) && isMoney.has(text.charCodeAt(start - 2))) {
    return { start: start - 2, end }
  }
  if (!isInFront.has(before)) return undefined
  let at = start - 1
  while (start - at < mostSigns && isInFront.has(text.charCodeAt(at - 1))) at--
  return at === 0 || isBorder.has(text.charCodeAt(at - 1)) ? { start: at, end } : undefined
}

/** The same for trailing signs; `isWord` tells whether a word continues there, as in "a+b". */
export function withSignsBehind(
  text: string,
  start: number,
  end: number,
  isWord: (text: string, at: number) => boolean,
): Range | undefined {
  const first = text.charCodeAt(end)
  if (!isBehind.has(first)) return undefined
  if (isMoney.has(first)) return { start, end: end + 1 }
  let at = end + 1
  while (at - end < mostSigns && isBehind.has(text.charCodeAt(at))) at++
  return isWord(text, at) ? undefined : { start, end: at }
}

function setOf(signs: string): ReadonlySet<number> {
  return new Set([...signs].map((sign) => sign.charCodeAt(0)))
}

/** Removes the signs of a word. */
export function withoutMarks(word: string): string {
  let start = 0
  let end = word.length
  while (isInFront.has(word.charCodeAt(start)) || isMoney.has(word.charCodeAt(start))) start++
  while (end > start && isBehind.has(word.charCodeAt(end - 1))) end--
  return word.slice(start, end)
}
