/** Longest text of a provider that is kept, passed on or looked into, in characters: a message, a code, a reason. */
export const longestWords = 500

/** The beginning of a text that came from outside. Patterns are tried on this alone, so that no text is long enough to slow them. */
export function cutWords(text: string): string {
  return text.slice(0, longestWords)
}
