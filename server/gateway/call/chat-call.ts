import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatMessage } from "#core/gateway/chat-request.ts"
import type { AbilityPatch } from "#core/gateway/ability-patch.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { UsageUnit } from "#core/gateway/usage.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import type { Result } from "#core/lib/result.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import type { CountedAs } from "../../ledger/hold.ts"
import type { Billing } from "../billing/billing.ts"
import type { CallApi } from "../apis/call-api.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { Provider } from "../providers/provider.ts"
import type { SearchResult } from "../search/search-first.ts"

/** A search that is made before the provider is asked. */
export interface BeforeAsking {
  readonly find: (signal: AbortSignal) => Promise<SearchResult>
  /** How the provider is asked with what was found. */
  readonly apiFor: (native: NativeCall) => CallApi
}

/** The same call in another way, in the same hold. */
export interface RetryAs {
  /** As was learnt of the model from its provider's refusal; undefined where it may not be made so. */
  fitted(patch: AbilityPatch): ChatCall | undefined
  /**
   * Put to what follows the model, which its provider no longer has; within what is held for an answer of `cap` tokens.
   * `refused`: the names that were asked in vain.
   */
  successor(cap: number, refused: ReadonlySet<string>): Result<ChatCall, Failure>
}

/** A call that may be made: parsed, authorized, within its limits. */
export interface ChatCall {
  /** The prefix that was called, for the log. */
  readonly surface: string
  readonly api: CallApi
  readonly model: OfferedModel
  /** In our own shape, for counting. */
  readonly messages: readonly ChatMessage[]
  /** All other text that is billed as input. */
  readonly counted: string
  readonly stream: boolean
  /** The caller asked for the usage chunk. */
  readonly asksUsage: boolean
  readonly tier: "premium" | "free"
  /** The prompt's tokens, as estimated and at the most. */
  readonly promptLikely: number
  readonly promptMost: number
  /** Output that may be billed besides the answer: a prediction that does not come true. In tokens, at the most. */
  readonly predictedMost?: number
  /** The output cap before the balance is looked at, in tokens. */
  readonly cap: number
  /** A smaller cap would be of no use, and a Stop would save nothing: a picture, a text to be read aloud. */
  readonly allOrNothing?: boolean
  /** How many pieces it will probably come to, where that is not `cap`: what it costs us where it does not come. */
  readonly likelyPieces?: number | undefined
  /** What its pieces are; absent: it is priced by tokens. */
  readonly unit?: UsageUnit | undefined
  /** The most web searches it asks for; absent where it does not search. */
  readonly searchMost?: number | undefined
  /** Searches before the provider is asked, where the gateway does that itself. */
  readonly search?: BeforeAsking | undefined
  /** The events of that search. */
  readonly found?: readonly ChatEvent[]
  /** The caller's own settings are made to fit the model: it is our page's call, or another model answers it. */
  readonly fits: boolean
  /** How else the call may be put, after a provider refused it; absent: it is the caller's own affair. */
  readonly retryAs?: RetryAs | undefined
  /** The calls that it is counted with while it is in progress: only an answer keeps the next message waiting. */
  readonly countedAs: CountedAs
  /** Whose it is in the records of use: a code by its id; of visitors, nobody is told from others. Absent: it is not recorded. */
  readonly recordedAs?: string | undefined
  /** Under which names ends that nobody pays are counted: a code by itself, others by their address in its steps. */
  readonly freeEndsCountFor: readonly string[]
  readonly billing: Billing
  readonly provider: Provider
  /** The failures that replace the pretend model's refusals (402, 403), which exist to demonstrate the gateway's. */
  readonly shown?: Readonly<Record<number, Failure>> | undefined
  /** For an error inside the stream. */
  readonly texts: LaterTexts
}
