/** A place in a text, in UTF-16 units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * Signs that make another word of the one they stand at: "C#" and "C++" are not "C", ".env" is not "env", and "R$ 20" is
 * a price. Such a word is known by itself and with its signs; whoever searches for the signs finds only those that have
 * them. Punctuation and the signs of Markdown are none.
 */
const behind = "#+%°"
const inFront = ".#@/+-"
const money = "$€£¥¢"

const isBehind = setOf(behind + money)
const isInFront = setOf(inFront)
const isMoney = setOf(money)
/** What may stand before a sign in front: a space, a bracket, a quotation mark. */
const isBorder = setOf(" \n\t\r\u00a0\"'`([{“‘«:=,;>*_")
const isSpace = setOf(" \u00a0")
const isDigit = setOf("0123456789")

/** Most signs on one side: "C++", "--force". */
const mostSigns = 2

/** The word at `start` to `end` with the signs in front of it, where it has some. A price's sign may stand a space before. */
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

/** The same for the signs behind it; `isWord` tells whether a word goes on there, as in "a+b". */
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

/** A word without the signs it is known with. */
export function withoutMarks(word: string): string {
  let start = 0
  let end = word.length
  while (isInFront.has(word.charCodeAt(start)) || isMoney.has(word.charCodeAt(start))) start++
  while (end > start && isBehind.has(word.charCodeAt(end - 1))) end--
  return word.slice(start, end)
}
