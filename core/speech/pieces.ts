/** A piece of a spoken text: what is read in one call. */
export interface Piece {
  readonly text: string
  /** Where the next one begins. */
  readonly end: number
}

/** The first piece is short, so that something is heard soon; in characters. */
const shortestFirst = 60
const longestFirst = 240
const longestPiece = 900

/**
 * The next piece of a spoken text from a position on; undefined where there is none (yet). Of a text that is still growing only
 * whole sentences are given out.
 */
export function nextPiece(text: string, start: number, isWhole: boolean): Piece | undefined {
  const from = firstLetter(text, start)
  if (from >= text.length) return undefined
  const isFirst = from === firstLetter(text, 0)
  const most = isFirst ? longestFirst : longestPiece
  const within = text.slice(from, from + most)
  const isRest = from + most >= text.length
  const ends = [...sentenceEnds(within), ...(isRest && isWhole ? [within.length] : [])]
  const [one, two] = ends
  // One sentence to begin with, or two where the first is a mere "Claro!".
  const opening = one !== undefined && one >= shortestFirst ? one : (two ?? one)
  const end = (isFirst ? opening : ends.at(-1)) ?? (isRest ? undefined : atBlank(within))
  return end === undefined ? undefined : { text: within.slice(0, end).trim(), end: from + end }
}

function firstLetter(text: string, from: number): number {
  return from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0)
}

/** All pieces of a whole text. */
export function piecesOfText(text: string): readonly string[] {
  const pieces: string[] = []
  for (let piece = nextPiece(text, 0, true); piece !== undefined; piece = nextPiece(text, piece.end, true))
    pieces.push(piece.text)
  return pieces
}

/** The sentences of a spoken text, in their order. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = []
  let from = 0
  for (const end of [...sentenceEnds(text), text.length]) {
    const sentence = text.slice(from, end).trim()
    if (sentence !== "") sentences.push(sentence)
    from = end
  }
  return sentences
}

/** A sentence longer than a piece is parted at its last comma or blank. */
function atBlank(text: string): number {
  const comma = Math.max(text.lastIndexOf(", "), text.lastIndexOf("; "), text.lastIndexOf("，"), text.lastIndexOf("、"))
  if (comma > text.length / 2) return comma + 1
  const blank = text.lastIndexOf(" ")
  return blank > text.length / 2 ? blank : wholeCharacters(text)
}

/** Never half of a character that takes two units. */
function wholeCharacters(text: string): number {
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}

/** Short words whose point ends no sentence. */
const abbreviations =
  /(?<![\p{L}\p{N}])(?:drs?|dras?|srs?|sras?|srtas?|profs?|profas?|exmos?|exmas?|ilmos?|eng|av|art|arts|n|no|nº|nos|p|pp|pág|págs|vol|cap|fig|ex|p\. ex|etc|aprox|tel|ltda|cia|min|máx|séc|mr|mrs|ms|st|vs|i\. ?e|e\. ?g|\p{Lu})\.["”»)\]]*\s*$/iu

/**
 * The ends of sentences: after ". ", "! ", "? ", "…", a line; the full-width stops of Chinese and Japanese need no blank. A point
 * inside a number, an address or after an abbreviation ends nothing.
 */
function sentenceEnds(text: string): readonly number[] {
  const ends: number[] = []
  for (const match of text.matchAll(/[.!?…؟।]["”’»)\]]*\s+|[。！？][」』”）]*|\n+/g)) {
    const end = match.index + match[0].length
    const before = text.slice(Math.max(0, end - 24), end)
    const isAbbreviated = match[0].startsWith(".") && !match[0].includes("\n") && abbreviations.test(before)
    // "1. " begins an entry of a list.
    const isNumber = match[0].startsWith(".") && /(?:^|[\n.!?])\s{0,8}\d{1,3}\.\s{0,8}$/.test(before)
    if (!isAbbreviated && !isNumber) ends.push(end)
  }
  return ends
}
