import type { ChatBody } from "./chat-body.ts"
import { requestedCap } from "./chat-body.ts"
import type { RequestMeta } from "#core/gateway/chat-request.ts"
import { compressModel } from "#core/models/default-models.ts"

export type FreeCallKind = "title" | "summary"

/** The specification's caps of a genuine title and summary, in tokens; `GATEWAY.md` §4.8 for the prompt, in characters. */
const caps = { title: 150, summary: 10_000 } as const
const longestPrompt = 60_000
/** Free calls a charged message earns, and how many may be saved up. */
const earned = { title: 1, summary: 2 } as const
const savedUp = { title: 5, summary: 10 } as const
const mostOwners = 50_000

/**
 * Which free call this is, if it is what it claims to be. The claim (`X-Request-Meta`) comes from the client and
 * decides nothing: the model, the cap and the prompt's size do.
 */
export function freeCallKind(body: ChatBody, meta: RequestMeta): FreeCallKind | undefined {
  const kind = meta.isTitle === true ? "title" : meta.isSummarize === true ? "summary" : undefined
  if (kind === undefined || body.model !== compressModel || body.tools !== undefined) return undefined
  const cap = requestedCap(body)
  if (cap === undefined || cap > caps[kind]) return undefined
  return JSON.stringify(body.messages).length <= longestPrompt ? kind : undefined
}

/** Free titles and summaries a caller has earned by charged messages and not used yet. */
export interface FreeCalls {
  earn(owner: string): void
  /** Takes one, if there is one. */
  take(owner: string, kind: FreeCallKind): boolean
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
  }
}

/** Reads the `X-Request-Meta` header; anything that is not what we expect says nothing. */
export function parseRequestMeta(header: string | undefined): RequestMeta {
  if (header === undefined || header.length > 1_000) return {}
  try {
    const json: unknown = JSON.parse(header)
    if (typeof json !== "object" || json === null) return {}
    return {
      isTitle: "isTitle" in json && json.isTitle === true,
      isSummarize: "isSummarize" in json && json.isSummarize === true,
    }
  } catch {
    return {}
  }
}
