import { asideThinkingTokens } from "#core/conversation/aside-call.ts"
import type { RequestMeta } from "#core/gateway/chat-request.ts"
import { imagesOf } from "#core/gateway/content.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import type { PromptBound } from "#core/ledger/prompt-bound.ts"
import { leastEffort } from "#core/models/abilities.ts"
import type { NativeCall } from "#core/providers/chat-wire.ts"
import type { Outcome } from "../runs/outcome.ts"

export type FreeCallKind = "title" | "summary"

/** The specification's caps of a genuine title and summary, in tokens. */
const caps = { title: 150, summary: 10_000 } as const
/** `GATEWAY.md` §4.8 says 60 000 characters; so many tokens are that in Portuguese. */
const longestPrompt = 20_000
/** Free calls a charged message earns, and how many may be saved up. */
const earned = { title: 1, summary: 2 } as const
const savedUp = { title: 5, summary: 10 } as const
const mostOwners = 50_000
/** What a title or a summary has no use for, and what would make it cost more than it looks. */
const notInFreeCalls = ["tools", "response_format", "prediction", "logit_bias", "metadata"] as const

/**
 * Which free call this is, if it is what it claims to be. The claim (`X-Request-Meta`) comes from the client and
 * decides nothing: the model (`aside`: what it can, where it is the one that writes titles here), the cap and the size of all
 * that is sent do.
 */
export function freeCallKind(
  call: NativeCall,
  { meta, aside }: { readonly meta: RequestMeta; readonly aside: () => ModelAbilities | undefined },
  prompt: PromptBound,
): FreeCallKind | undefined {
  const kind = meta.isTitle === true ? "title" : meta.isSummarize === true ? "summary" : undefined
  const abilities = kind && aside()
  if (kind === undefined || abilities === undefined) return undefined
  if (notInFreeCalls.some((field) => call.body[field] != null) || call.searchMost !== undefined) return undefined
  if (call.messages.some((message) => imagesOf(message.content).length > 0)) return undefined
  const { cap } = call
  if (cap === undefined || cap > caps[kind] + roomForThoughts(abilities)) return undefined
  return prompt.likely <= longestPrompt ? kind : undefined
}

/** Tokens that a model gets on top of a title or summary, because it cannot be told not to think. */
function roomForThoughts(abilities: ModelAbilities): number {
  const effort = leastEffort(abilities)
  return effort === undefined || effort === "none" ? 0 : asideThinkingTokens
}

/** Free titles and summaries a caller has earned by charged messages and not used yet. */
export interface FreeCalls {
  earn(owner: string): void
  /** Takes one, if there is one. */
  take(owner: string, kind: FreeCallKind): boolean
  /** Returns one that was taken for a call that was refused. */
  giveBack(owner: string, kind: FreeCallKind): void
}

export function createFreeCalls(): FreeCalls {
  const left = new Map<string, { title: number; summary: number }>()
  return {
    earn(owner) {
      const have = left.get(owner) ?? { title: 0, summary: 0 }
      left.delete(owner)
      left.set(owner, {
        title: Math.min(have.title + earned.title, savedUp.title),
        summary: Math.min(have.summary + earned.summary, savedUp.summary),
      })
      const oldest = left.keys().next().value
      if (left.size > mostOwners && oldest !== undefined) left.delete(oldest)
    },
    take(owner, kind) {
      const have = left.get(owner)
      if (!have || have[kind] === 0) return false
      have[kind]--
      return true
    },
    giveBack(owner, kind) {
      const have = left.get(owner)
      if (have) have[kind]++
    },
  }
}

/** Whether somebody paid for the answer, however it ended: its user, or we for those who pay nothing. */
export function wasCharged(outcome: Outcome | undefined): boolean {
  if (outcome === undefined) return false
  return outcome.cost > 0 || (outcome.state !== "failed" && outcome.usage.output > 0)
}

const sessionShape = /^[\w-]{1,64}$/

/** Reads the `X-Request-Meta` header; anything that is not what we expect says nothing. */
export function parseRequestMeta(header: string | string[] | undefined): RequestMeta {
  if (typeof header !== "string" || header.length > 1_000) return {}
  try {
    const json: unknown = JSON.parse(header)
    if (typeof json !== "object" || json === null) return {}
    return {
      isTitle: "isTitle" in json && json.isTitle === true,
      isSummarize: "isSummarize" in json && json.isSummarize === true,
      ...("session" in json && typeof json.session === "string" && sessionShape.test(json.session)
        ? { session: json.session }
        : {}),
    }
  } catch {
    return {}
  }
}
