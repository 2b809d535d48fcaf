/** A text without half characters: they cannot be encoded, and make `encodeURIComponent` throw. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\uFFFD")
}
