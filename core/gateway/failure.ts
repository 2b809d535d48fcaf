import type { MicroReais } from "../lib/micro-reais.ts"
import type { Available } from "./chat-event.ts"
import type { RefusalReason } from "./refusal.ts"

/** An expected failure of a chat, with the data needed to explain it. */
export type Failure =
  // reported by our gateway
  /** `message`: the technical detail, in English. */
  | { readonly kind: "invalid-request"; readonly message: string; readonly param?: string }
  | {
      readonly kind: "refused"
      readonly reason: RefusalReason
      readonly param?: string
      /** How long to wait before a retry, in ms. */
      readonly retryAfterMs?: number
    }
  | { readonly kind: "context-length-exceeded"; readonly message: string }
  | { readonly kind: "unauthorized"; readonly message?: string }
  | { readonly kind: "user-not-found" }
  | {
      readonly kind: "model-not-allowed"
      readonly model: string
      /** The free tier's bound is why (`free_temp_limit_reached`): an upgrade lifts it. */
      readonly byFreeTier?: true
      readonly availableModels: readonly string[]
      readonly upgradeUrl?: string
      readonly message?: string
    }
  | {
      readonly kind: "free-limit-reached"
      /** What was asked for too often: calls of plugins; absent: messages. */
      readonly of?: "plugin-calls"
      readonly availableModels: readonly string[]
      readonly upgradeUrl?: string
      readonly message?: string
    }
  | { readonly kind: "message-too-long"; readonly characters: number; readonly limit: number }
  | {
      readonly kind: "too-many-requests"
      /** What was asked for too often: calls of plugins; absent: messages. */
      readonly of?: "plugin-calls"
      readonly retryAfterMs?: number
      readonly message?: string
    }
  | { readonly kind: "already-processing" }
  | {
      readonly kind: "insufficient-balance"
      readonly message?: string
      readonly upgradeUrl?: string
      readonly balance?: Available
      readonly short?: MoneyShort
    }
  /**
   * The balance would be enough if part of it were not held for other answers; a retry may work when they have ended.
   */
  | {
      readonly kind: "balance-in-use"
      readonly message?: string
      readonly retryAfterMs?: number
      readonly short?: MoneyShort
    }
  | CostCeilingFailure
  | { readonly kind: "model-not-found"; readonly model: string }
  | ModelRetiredFailure
  // reported by the provider, or observed of it
  | {
      readonly kind: "upstream"
      readonly status: number
      readonly message: string
      readonly type?: string
      readonly code?: string
      readonly param?: string
      /** How long the provider asks us to wait, in ms. */
      readonly retryAfterMs?: number
    }
  /** The provider no longer serves the model. `message` is the provider's text. */
  | { readonly kind: "model-gone"; readonly status: number; readonly message: string }
  /** The provider refused the caller's own key, or its account has no credit. `detail` is the provider's text. */
  | {
      readonly kind: "own-key-refused"
      readonly status: 401 | 402 | 403
      readonly detail: string
      readonly message?: string
    }
  | { readonly kind: "upstream-timeout" }
  /** `uncharged`: nothing was charged for certain. `words`: the provider's text, if it sent one. */
  | { readonly kind: "upstream-cut"; readonly uncharged?: true; readonly words?: string }
  /** Our server crashed or was shut down in the middle of the answer. */
  | { readonly kind: "server-restarted" }
  /** `searched`: the web was searched, and still there was no text. */
  | { readonly kind: "empty-answer"; readonly searched?: true }
  // observed by the client
  | { readonly kind: "not-json"; readonly status: number; readonly contentType: string; readonly head: string }
  /** `noRun`: the server knows no such run (`runGone`); no other reply of this status says so. */
  | { readonly kind: "http"; readonly status: number; readonly message: string; readonly noRun?: true }
  /** `unreached`: no connection was made; otherwise an existing connection broke. */
  | { readonly kind: "network"; readonly unreached?: true }

/**
 * The wallet that lacks money, and how much. The server knows this and explains it in `message`. Amounts in
 * micro-reais.
 */
export type MoneyShort =
  | MoneyTooLittle
  /** There is enough, but part of it is held for answers in progress (`reserved`). */
  | { readonly why: "in-use"; readonly balance: Available; readonly needed: MicroReais }
  /** All search calls are held for answers in progress. */
  | { readonly why: "searches-in-use"; readonly searches: number }
  /** The operator froze the code; `meanwhile`: while its answer, which was charged, was arriving. */
  | { readonly why: "frozen"; readonly meanwhile?: true; readonly supportUrl?: string | undefined }
  /** A chargeback took more than there was. */
  | { readonly why: "overdrawn"; readonly missing: MicroReais; readonly supportUrl?: string | undefined }

/** There is some money, but less than must be held. */
export interface MoneyTooLittle {
  readonly why: "too-little"
  readonly has: MicroReais
  readonly needed: MicroReais
  /** The display name of the requested model. */
  readonly model: string
  /** The best model for which it is enough. */
  readonly affordable?: AffordableModel | undefined
  /** A picture or speech was asked for: no conversation makes it dear. */
  readonly isPiece?: true
}

export interface AffordableModel {
  readonly model: string
  /** The provider's name, as in the list of models. */
  readonly provider: string
  readonly displayName: string
  /** The least that must be held for its answer. */
  readonly needed: MicroReais
}

/** A ceiling set by the user leaves no room for a useful answer. */
export interface CostCeilingFailure {
  readonly kind: "cost-ceiling"
  readonly per: "message" | "day"
  readonly ceiling: MicroReais
  /** The least amount that must be held for an answer. */
  readonly needed: MicroReais
  /** Spent today, including the money held for answers in progress; of a message, by the earlier rounds of its answer. */
  readonly spent?: MicroReais
}

/**
 * The model was switched off, and no successor may answer without consent: the remaining ones are dearer, or there is
 * none.
 */
export interface ModelRetiredFailure {
  readonly kind: "model-retired"
  readonly model: string
  /** The day it was switched off, `YYYY-MM-DD`, where that is known. */
  readonly since?: string
  readonly price?: ShownPrice
  /** The successor that would answer if the caller agreed (`X-Prosa-Successor: any`). */
  readonly successor?: { readonly model: string; readonly provider: string; readonly price?: ShownPrice }
}

/** In reais: per million tokens, or per piece (a picture, a character of speech). */
export type ShownPrice = { readonly input: number; readonly output: number } | { readonly each: number }

export type FailureKind = Failure["kind"]

/** The server knows no such run: it was erased, or its server died before it had kept anything of it. */
export const runGone: Failure = { kind: "http", status: 404, message: "no such run", noRun: true }

/** Whether a failure is `runGone`: the question may be asked anew under its key. */
export function isRunGone(failure: Failure): boolean {
  return failure.kind === "http" && failure.noRun === true
}

/** The provider's own text about a failure, to be shown on demand; undefined where there is none. */
export function providerWords(failure: Failure): string | undefined {
  if (failure.kind === "upstream" || failure.kind === "model-gone") return failure.message || undefined
  return failure.kind === "upstream-cut" ? failure.words : undefined
}
