import { foldText } from "../lib/fold-text.ts"
import { fuzzyScore } from "./fuzzy.ts"
import type { Prompt } from "./prompt.ts"

/** The longest text after the slash that counts as a search; a longer text is a message that begins with a slash. */
const longestQuery = 30

/** The search words while a text is typed; undefined when it is no search for a prompt. */
export function promptQuery(text: string): string | undefined {
  return text.startsWith("/") && text.length <= longestQuery + 1 && !text.includes("\n") ? text.slice(1) : undefined
}

/** The matching prompts, the best first; among equals the user's own come first, newer before older. */
export function findPrompts(prompts: readonly Prompt[], query: string): readonly Prompt[] {
  const folded = foldText(query.trim())
  return prompts
    .flatMap((prompt) => {
      const title = fuzzyScore(folded, foldText(prompt.title))
      // A match in a prompt's text counts less than one in its title, and must be literal.
      const inside = folded.length > 2 && foldText(prompt.content).includes(folded) ? 20 : undefined
      const score = title ?? inside
      return score === undefined ? [] : [{ prompt, score }]
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(b.prompt.isUser) - Number(a.prompt.isUser) ||
        b.prompt.createdAt - a.prompt.createdAt,
    )
    .map(({ prompt }) => prompt)
}
