import { thinksFirst } from "#core/models/capabilities.ts"
import type { PretendAnswer } from "./compose-answer.ts"
import { charactersPerToken, tokensOf } from "./pretend-usage.ts"

/** An answer within an output cap, and what it comes to in tokens. */
export interface CountedAnswer {
  readonly answer: PretendAnswer
  readonly output: number
  readonly reasoning: number
}

/** Hidden thoughts of a reasoning model, in tokens, where the cap has room for them. */
const hiddenReasoning = 64

/** Ends the answer at `cap` tokens, by length, as a provider would; thinking counts and comes first. */
export function cutToCap(answer: PretendAnswer, model: string, cap: number = Number.MAX_SAFE_INTEGER): CountedAnswer {
  const wanted = tokensOf(answer.reasoning) + (thinksFirst(model) ? hiddenReasoning : 0)
  const reasoning = Math.min(wanted, Math.floor(cap / 2))
  const room = (cap - reasoning) * charactersPerToken
  const calls = answer.calls.reduce((sum, call) => sum + tokensOf(call.name + call.arguments), 0)
  const output = reasoning + tokensOf(answer.text) + calls
  if (output <= cap) return { answer, output, reasoning }
  // A pair of units that is one character is not cut in two.
  const text = answer.text.slice(0, room).replace(/[\ud800-\udbff]$/, "")
  const thoughts = answer.reasoning.slice(0, reasoning * charactersPerToken).replace(/[\ud800-\udbff]$/, "")
  const cut = { ...answer, reasoning: thoughts, text, calls: [], citations: [], finish: "length" as const }
  return { answer: cut, output: cap, reasoning }
}
