import { foldText } from "../lib/fold-text.ts"
import { fuzzyScore } from "./fuzzy.ts"
import type { Prompt } from "./prompt.ts"

/** The longest text after the slash that counts as a search; a longer text is a message that begins with a slash. */
const longestQuery = 30

/** The search words while a text is typed; undefined when it is no search for a prompt. */
export function promptQuery(text: string): string | undefined {
  return text.startsWith("/") && text.length <= longestQuery + 1 && !text.includes("\n") ? text.slice(1) : undefined
}

/** The folded words of a prompt, once for each: a search looks at all of them at every key. */
const foldedWords = new WeakMap<Prompt, { readonly title: string; readonly content: string }>()

function foldedOf(prompt: Prompt) {
  const known = foldedWords.get(prompt)
  if (known !== undefined) return known
  const folded = { title: foldText(prompt.title), content: foldText(prompt.content.slice(0, longestSearched)) }
  foldedWords.set(prompt, folded)
  return folded
}

/** How many characters of its text a prompt is found by. */
const longestSearched = 2_000

/**
 * The matching prompts, the best first. Among equals those used last come first, then the user's own, newer before older.
 * `usedAt` has the time at which a prompt was last used, by its id.
 */
export function findPrompts(
  prompts: readonly Prompt[],
  query: string,
  usedAt: Readonly<Record<string, number>> = {},
): readonly Prompt[] {
  const folded = foldText(query.trim())
  const used = ({ id }: Prompt) => (Object.hasOwn(usedAt, id) ? (usedAt[id] ?? 0) : 0)
  return prompts
    .flatMap((prompt) => {
      const words = foldedOf(prompt)
      const title = fuzzyScore(folded, words.title)
      // A match in a prompt's text counts less than one in its title, and must be literal.
      const inside = folded.length > 2 && words.content.includes(folded) ? 20 : undefined
      const score = title ?? inside
      return score === undefined ? [] : [{ prompt, score }]
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        used(b.prompt) - used(a.prompt) ||
        Number(b.prompt.isUser) - Number(a.prompt.isUser) ||
        b.prompt.createdAt - a.prompt.createdAt,
    )
    .map(({ prompt }) => prompt)
}
