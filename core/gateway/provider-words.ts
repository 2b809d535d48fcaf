import { textOf } from "../lib/fields.ts"

/** The longest text of a provider (a message, a code, a reason) that is kept, passed on or matched, in characters. */
export const longestWords = 500

/**
 * Cuts a text from outside. Patterns are only matched against the result, so that no text is long enough to slow them
 * down.
 */
export function cutWords(text: string): string {
  return text.slice(0, longestWords)
}

/** A field of a provider's JSON that holds a message, a code or a reason, cut; undefined where it holds none. */
export function providerWordsOf(value: unknown): string | undefined {
  const said = textOf(value)
  return said === undefined ? undefined : cutWords(said)
}
