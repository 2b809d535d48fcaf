/** Estimates the tokens of an arriving text without a vocabulary. */
export interface TextScale {
  /** Adds the next piece; it may be cut anywhere, also inside a word. */
  readonly add: (text: string) => void
  /** Tokens so far: for text that is `isWeighedWell` fewer than o200k counts, or at most a twentieth more; of other scripts near that. */
  tokens(): number
}

/** Letters of which a vocabulary knows common words whole and cuts rare ones in many pieces: their number says little. */
const unevenLetter = /[\u0250-\u1fff\u2c00-\ud7ff\ue000-\ufdff\ufe10-\uffff]/

/** Whether the weight of a text is never much above its tokens: it has Latin letters alone, and no Vietnamese ones. */
export function isWeighedWell(text: string): boolean {
  return !unevenLetter.test(text)
}

/** Kinds of characters; `letter` and above are letters by their script. */
const nothing = 0
const blank = 1
const lineEnd = 2
const digit = 3
const sign = 4
const letter = 5

/** Ranges of characters, each up to the next row; a range that is not listed as letters counts as signs. */
const kinds: readonly (readonly [from: number, kind: number, share: number])[] = [
  [0x80, sign, 0],
  [0xc0, letter, 350],
  [0x100, letter, 900],
  [0x250, letter, 300],
  [0x370, letter, 310], // Greek
  [0x400, letter, 240], // Cyrillic
  [0x590, letter, 340], // Hebrew
  [0x600, letter, 300], // Arabic
  [0x900, letter, 240], // Devanagari
  [0x980, letter, 300], // Bengali and related scripts
  [0xe00, letter, 380], // Thai and related scripts
  [0x10a0, letter, 300],
  [0x1e00, letter, 400], // Vietnamese
  [0x2000, sign, 0],
  [0x2c00, letter, 200],
  [0x2e00, sign, 0],
  [0x3040, letter, 640], // kana
  [0x3100, letter, 500],
  [0x3200, sign, 0],
  [0x3400, letter, 680], // ideographs
  [0xac00, letter, 580], // Hangul
  [0xd800, sign, 400],
  [0xe000, letter, 500],
  [0xff00, sign, 0],
]
const asciiShare = 80

/**
 * A vocabulary like o200k first cuts a text into words, signs, groups of three digits and blanks, and no token crosses
 * such a cut: their number is the least number of tokens. Long words are several tokens: for each letter some
 * thousandths by its script. These shares are measured (`text-scale.test.ts` compares them with o200k) and rather too
 * small: whoever is charged by this estimate must not pay for more than there was.
 */
export function createTextScale(): TextScale {
  let closed = 0
  let kind = nothing
  let length = 0
  let share = 0
  let isQuote = false
  let before = nothing
  let wasQuote = false

  /** The weight of the current run of characters when this kind follows it. */
  function weigh(next: number): number {
    if (kind === nothing) return 0
    if (kind === blank) return length > 1 && next !== lineEnd ? 1 : 0
    if (kind === lineEnd) return before === sign ? 0 : 1
    if (kind === digit) return Math.ceil(length / 3)
    // A single sign joins the word after it; the end of a short form ('s, 're) joins the word before.
    if (kind === sign && length === 1 && next === letter && before !== blank) return 0
    if (kind === letter && wasQuote && length <= 2) return 0
    return Math.max(1, share / 1_000)
  }

  return {
    add(text) {
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        const next = kindOf(code)
        if (next !== kind) {
          closed += weigh(next)
          before = kind
          wasQuote = isQuote && length === 1
          kind = next
          length = 0
          share = 0
        }
        length += 1
        share += shareOf(code)
        isQuote = code === 0x27 || code === 0x2019
      }
    },
    tokens: () => Math.floor(closed + weigh(nothing)),
  }
}

function kindOf(code: number): number {
  if (code < 0x80) return asciiKinds[code] ?? sign
  return rowOf(code)[1]
}

function shareOf(code: number): number {
  return code < 0x80 ? (asciiKinds[code] === letter ? asciiShare : 0) : rowOf(code)[2]
}

const signRow = [0, sign, 0] as const

function rowOf(code: number): (typeof kinds)[number] {
  let low = 0
  let high = kinds.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((kinds[middle]?.[0] ?? 0) <= code) low = middle
    else high = middle
  }
  return kinds[low] ?? signRow
}

const asciiKinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code === 0x0a || code === 0x0d) return lineEnd
  if (code === 0x20 || code === 0x09) return blank
  if (code >= 0x30 && code <= 0x39) return digit
  return /[a-z]/i.test(String.fromCharCode(code)) ? letter : sign
})
