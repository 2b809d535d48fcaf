import type { ComponentType } from "react"
import { withActions } from "../state/contributions.ts"
import type { AnswerTextProps } from "./answer-text.tsx"

/** In a chunk of its own: an empty chat needs no Markdown, and who begins to write will need it soon. */
export const loadAnswerText = () => withActions(() => import("./answer-text.tsx"))

/** What draws the text of answers; undefined until it has been fetched. */
export const fetched: { AnswerText?: ComponentType<AnswerTextProps> } = {}

/**
 * Fetches what draws the text of answers, so that the first picture of a conversation that is read from the storage is the
 * last: without it, its Markdown would be seen for a moment. Where it cannot be fetched, the answers show that.
 */
export async function prepareAnswerText(): Promise<void> {
  if (fetched.AnswerText) return
  const code = await loadAnswerText().catch(() => undefined)
  if (code) fetched.AnswerText = code.AnswerText
}
