/** Longest text of a provider that is kept, passed on or looked into, in characters: a message, a code, a reason. */
export const longestWords = 500

/** What counts of a text that came from outside: patterns are tried on no more than this. */
export function cutWords(text: string): string {
  return text.slice(0, longestWords)
}
