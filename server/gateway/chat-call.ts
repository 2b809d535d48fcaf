import type { ChatMessage } from "#core/gateway/chat-request.ts"
import type { Texts } from "#core/i18n/locale.ts"
import type { Billing } from "./billing.ts"
import type { Surface } from "./closing-frames.ts"
import type { OfferedModel } from "./model-catalogue.ts"
import type { ChatProvider } from "./provider.ts"

/** A call that may be made: parsed, authorized, within its limits. */
export interface ChatCall {
  readonly surface: Surface
  readonly model: OfferedModel
  readonly messages: readonly ChatMessage[]
  /** The messages as they came, to be sent on. */
  readonly wireMessages: readonly unknown[]
  readonly settings: Readonly<Record<string, unknown>>
  readonly stream: boolean
  /** The caller asked for the usage chunk. */
  readonly includeUsage: boolean
  readonly tier: "premium" | "free"
  /** The prompt's tokens, as estimated and at the most. */
  readonly promptLikely: number
  readonly promptMost: number
  /** What may be billed as output besides the answer: a prediction that does not come true. In tokens, at the most. */
  readonly predictedMost?: number
  /** The output cap before the balance is looked at, in tokens. */
  readonly cap: number
  /** A message, which pays for its title and summaries: they themselves pay for none. */
  readonly earnsFreeCalls: boolean
  /** A title or summary on the house, beside a message: it does not keep the next message waiting. */
  readonly isAside: boolean
  readonly billing: Billing
  readonly provider: ChatProvider
  /** For an error inside the stream. */
  readonly texts: Texts
}
