import { auxiliaryThinkingTokens } from "#core/conversation/auxiliary-settings.ts"
import { auxiliaryKindOf, type AuxiliaryKind } from "#core/conversation/auxiliary-kind.ts"
import type { RequestMeta } from "#core/gateway/chat-request.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import type { PromptSize } from "#core/ledger/prompt-bound.ts"
import { leastEffort } from "#core/models/abilities.ts"
import type { NativeCall } from "#core/providers/client-api.ts"

/** The output caps of a genuine title and summary, in tokens. */
const caps = { title: 150, summary: 10_000 } as const
/** The longest prompt of a title or summary, in tokens: about 60 000 characters of Portuguese. */
const longestPrompt = 20_000
/** Fields that a title or a summary does not need, and that would make it dearer than it looks. */
const notInAuxiliaryCalls = ["tools", "response_format", "prediction", "logit_bias", "metadata"] as const

/**
 * Whether a call is one for a title or a summary, by what it is: our own request after the words of a conversation, put to
 * the model that writes them here (`auxiliary`: what it can, where that is the one asked), within their cap and size. What the
 * client claims of it (`X-Request-Meta`) says nothing.
 */
export function auxiliaryKind(
  call: NativeCall,
  auxiliary: () => ModelAbilities | undefined,
  prompt: PromptSize,
): AuxiliaryKind | undefined {
  const kind = auxiliaryKindOf(call.messages)
  const abilities = kind && auxiliary()
  if (kind === undefined || abilities === undefined) return undefined
  if (notInAuxiliaryCalls.some((field) => call.body[field] != null) || call.searchMost !== undefined) return undefined
  const { cap } = call
  if (cap === undefined || cap > caps[kind] + roomForThoughts(abilities)) return undefined
  return prompt.likely <= longestPrompt ? kind : undefined
}

/** Tokens that a model gets on top of a title or summary, because its thinking cannot be switched off. */
function roomForThoughts(abilities: ModelAbilities): number {
  const effort = leastEffort(abilities)
  return effort === undefined || effort === "none" ? 0 : auxiliaryThinkingTokens
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
