import { asideThinkingTokens } from "#core/conversation/aside-call.ts"
import { asideKindOf, type AsideKind } from "#core/conversation/aside-shape.ts"
import type { RequestMeta } from "#core/gateway/chat-request.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import type { PromptBound } from "#core/ledger/prompt-bound.ts"
import { leastEffort } from "#core/models/abilities.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"

/** The specification's caps of a genuine title and summary, in tokens. */
const caps = { title: 150, summary: 10_000 } as const
/** `GATEWAY.md` §4.8 says 60 000 characters; so many tokens are that in Portuguese. */
const longestPrompt = 20_000
/** What a title or a summary has no use for, and what would make it cost more than it looks. */
const notInAsides = ["tools", "response_format", "prediction", "logit_bias", "metadata"] as const

/**
 * Whether a call is one for a title or a summary, by what it is: our own request after the words of a conversation, put to
 * the model that writes them here (`aside`: what it can, where that is the one asked), within their cap and size. What the
 * client claims of it (`X-Request-Meta`) says nothing.
 */
export function asideKind(
  call: NativeCall,
  aside: () => ModelAbilities | undefined,
  prompt: PromptBound,
): AsideKind | undefined {
  const kind = asideKindOf(call.messages)
  const abilities = kind && aside()
  if (kind === undefined || abilities === undefined) return undefined
  if (notInAsides.some((field) => call.body[field] != null) || call.searchMost !== undefined) return undefined
  const { cap } = call
  if (cap === undefined || cap > caps[kind] + roomForThoughts(abilities)) return undefined
  return prompt.likely <= longestPrompt ? kind : undefined
}

/** Tokens that a model gets on top of a title or summary, because it cannot be told not to think. */
function roomForThoughts(abilities: ModelAbilities): number {
  const effort = leastEffort(abilities)
  return effort === undefined || effort === "none" ? 0 : asideThinkingTokens
}

const sessionShape = /^[\w-]{1,64}$/

/** Reads the `X-Request-Meta` header; anything that is not what we expect says nothing. */
export function parseRequestMeta(header: string | string[] | undefined): Pick<RequestMeta, "session"> {
  if (typeof header !== "string" || header.length > 1_000) return {}
  try {
    const json: unknown = JSON.parse(header)
    if (typeof json !== "object" || json === null || !("session" in json)) return {}
    const { session } = json
    return typeof session === "string" && sessionShape.test(session) ? { session } : {}
  } catch {
    return {}
  }
}
