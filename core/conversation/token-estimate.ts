import type { Brand } from "../lib/brand.ts"

/**
 * A rough size of a text in the specification's units, used only to trim context and to decide on titles and summaries.
 * Money never rests on it: prices use the provider's usage or a real tokenizer.
 */
export type EstimatedTokens = Brand<number, "EstimatedTokens">

/** 0.25 per ASCII letter, 0.5 per other ASCII character, 1.5 per non-ASCII character (UTF-16 units, as the ancestor counts). */
export function estimateTokens(text: string): EstimatedTokens {
  return measureText(text).tokens
}

/** The same, and the text's bytes in UTF-8, without making them: in one go, because a text can be megabytes long. */
export function measureText(text: string): { readonly tokens: EstimatedTokens; readonly bytes: number } {
  let quarters = 0 // whole numbers, so that a sum of parts is exactly the whole
  let bytes = text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 127) {
      quarters += 6
      bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1
    } else if (isAsciiLetter(code)) quarters += 1
    else quarters += 2
  }
  return { tokens: (quarters / 4) as EstimatedTokens, bytes }
}

function isAsciiLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
