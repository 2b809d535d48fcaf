import type { Brand } from "../lib/brand.ts"

/**
 * A rough size of a text, used to trim context, to decide on titles and summaries, and, with a safety factor, to hold money
 * for a prompt. No charge depends on it: prices use the provider's usage or a real tokenizer.
 */
export type EstimatedTokens = Brand<number, "EstimatedTokens">

/**
 * Counts 0.25 per ASCII letter, 0.5 per other ASCII character, 1.5 per non-ASCII character (UTF-16 units, as NextChat
 * counts).
 */
export function estimateTokens(text: string): EstimatedTokens {
  return measureText(text).tokens
}

/** A run without a blank that is longer than this is no word of any language: base64, a hash, a signature. */
const longestWord = 40

export interface TextSize {
  readonly tokens: EstimatedTokens
  /** In UTF-8. */
  readonly bytes: number
  /** ASCII characters in runs too long for words, of which a vocabulary makes twice the tokens that it makes of words. */
  readonly unbroken: number
}

/** Measures a text in one pass, because it can be megabytes long. */
export function measureText(text: string): TextSize {
  let quarters = 0 // whole numbers, so that a sum of parts is exactly the whole
  let bytes = text.length
  let unbroken = 0
  let run = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    run = code > 32 && code <= 127 ? run + 1 : 0
    if (run > longestWord) unbroken += run === longestWord + 1 ? run : 1
    if (code > 127) {
      quarters += 6
      bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
    } else if (isAsciiLetter(code)) quarters += 1
    else quarters += 2
  }
  return { tokens: (quarters / 4) as EstimatedTokens, bytes, unbroken }
}

function isAsciiLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
