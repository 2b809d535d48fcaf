import type { Usage } from "#core/gateway/usage.ts"
import type { PretendRequest } from "./pretend-request.ts"

/** Characters of one pretend token: close to what real vocabularies give for Portuguese prose. */
export const charactersPerToken = 4

/** Token counts of the chat format, of an image and of a tool: plausible, not exact. */
const perMessage = 4
const perImage = 425
const perTool = 60

export function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}

/** The usage the pretend model reports. `output` in tokens, `reasoning` inside it. */
export function pretendUsage(
  request: PretendRequest,
  output: { readonly output: number; readonly reasoning: number; readonly searchCalls: number },
): Usage {
  const input = request.messages.reduce(
    (sum, message) => sum + perMessage + tokensOf(message.text) + message.images * perImage,
    3 + request.tools.length * perTool,
  )
  return { inputUncached: input, inputCached: 0, cacheWrite: 0, ...output, source: "provider" }
}
