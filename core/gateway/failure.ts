import type { MicroReais } from "../lib/micro-reais.ts"
import type { Available } from "./chat-event.ts"
import type { RefusalReason } from "./refusal.ts"

/** Expected trouble on the way of a chat, with what is needed to say it well. */
export type Failure =
  // said by our gateway
  /** `message`: the technical detail, in English. */
  | { readonly kind: "invalid-request"; readonly message: string; readonly param?: string }
  | {
      readonly kind: "refused"
      readonly reason: RefusalReason
      readonly param?: string
      /** When it may be tried again. */
      readonly retryAfterMs?: number
    }
  | { readonly kind: "context-length-exceeded"; readonly message: string }
  | { readonly kind: "unauthorized"; readonly message?: string }
  | { readonly kind: "user-not-found" }
  | {
      readonly kind: "model-not-allowed"
      readonly model: string
      readonly availableModels: readonly string[]
      readonly upgradeUrl?: string
      readonly message?: string
    }
  | {
      readonly kind: "free-limit-reached"
      readonly availableModels: readonly string[]
      readonly upgradeUrl?: string
      readonly message?: string
    }
  | { readonly kind: "message-too-long"; readonly characters: number; readonly limit: number }
  | { readonly kind: "too-many-requests"; readonly retryAfterMs?: number; readonly message?: string }
  | { readonly kind: "already-processing" }
  | {
      readonly kind: "insufficient-balance"
      readonly message?: string
      readonly upgradeUrl?: string
      readonly balance?: Available
    }
  /** What is there would do, were it not held for other answers: asked again when they have ended, it may. */
  | { readonly kind: "balance-in-use"; readonly retryAfterMs?: number }
  | CostCeilingFailure
  | { readonly kind: "model-not-found"; readonly model: string }
  | ModelRetiredFailure
  // said by, or seen of, the provider
  | {
      readonly kind: "upstream"
      readonly status: number
      readonly message: string
      readonly type?: string
      readonly code?: string
      readonly param?: string
      /** When the provider wants to be asked again. */
      readonly retryAfterMs?: number
    }
  /** The model is not to be had at its provider (any more). `message`: the provider's words. */
  | { readonly kind: "model-gone"; readonly status: number; readonly message: string }
  /** The caller's own key, or the bill behind it, was refused. `detail` is the provider's. */
  | {
      readonly kind: "own-key-refused"
      readonly status: 401 | 402 | 403
      readonly detail: string
      readonly message?: string
    }
  | { readonly kind: "upstream-timeout" }
  /** `uncharged`: known to have cost nothing. `words`: the provider's own, where it had some. */
  | { readonly kind: "upstream-cut"; readonly uncharged?: true; readonly words?: string }
  /** Our own server went down in mid-answer, or was shut down. */
  | { readonly kind: "server-restarted" }
  /** `searched`: the web was searched, and still nothing was said. */
  | { readonly kind: "empty-answer"; readonly searched?: true }
  // seen by the client
  | { readonly kind: "not-json"; readonly status: number; readonly contentType: string; readonly head: string }
  | { readonly kind: "http"; readonly status: number; readonly message: string }
  /** `unreached`: nobody answered at all; else a connection broke that had stood. */
  | { readonly kind: "network"; readonly unreached?: true }

/** A ceiling the user has set leaves no room for an answer worth starting. */
export interface CostCeilingFailure {
  readonly kind: "cost-ceiling"
  readonly per: "message" | "day"
  readonly ceiling: MicroReais
  /** The least that must be set aside for an answer. */
  readonly needed: MicroReais
  /** Today, what is held for answers under way included. */
  readonly spent?: MicroReais
}

/** The model was switched off, and nothing takes its place unasked: only dearer ones are left, or none. */
export interface ModelRetiredFailure {
  readonly kind: "model-retired"
  readonly model: string
  /** The day it went, `YYYY-MM-DD`, where that is known. */
  readonly since?: string
  readonly price?: ShownPrice
  /** What would take its place if the caller agreed (`X-Prosa-Successor: any`). */
  readonly successor?: { readonly model: string; readonly provider: string; readonly price?: ShownPrice }
}

/** In reais: per million tokens, or per piece (a picture, a character of speech). */
export type ShownPrice = { readonly input: number; readonly output: number } | { readonly each: number }

export type FailureKind = Failure["kind"]

/** What the provider itself said of a failure, for whoever wants to read it; undefined where it said nothing. */
export function providerWords(failure: Failure): string | undefined {
  if (failure.kind === "upstream" || failure.kind === "model-gone") return failure.message || undefined
  return failure.kind === "upstream-cut" ? failure.words : undefined
}
