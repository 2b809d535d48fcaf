import type { ReasoningEffort } from "../gateway/chat-request.ts"
import type { CapField, Sampling, ToolUse } from "../gateway/model-abilities.ts"
import type { ProviderId } from "../providers/registry.ts"

/**
 * One row of the model catalogue (`config/models.json`, with the operator's rows on top): the documented facts about a
 * model. An absent field was not found at a source; the rules of `abilities.ts` then decide by the model's name.
 */
export interface ModelRow {
  readonly provider: ProviderId
  /** The name sent to the provider; unique within the provider. */
  readonly id: string
  /** The name sent to the provider, where that is not the id. */
  readonly calledAs?: string | undefined
  /** The display name: "GPT-6 Luna". */
  readonly name: string
  readonly kind: ModelKind
  readonly sees?: readonly Sight[] | undefined
  /** The context window: tokens of a prompt and its answer together. */
  readonly window?: number | undefined
  /** Most tokens of a prompt, where that is less than the window. */
  readonly inputMost?: number | undefined
  /** Most tokens of an answer, thoughts included. */
  readonly outputMost?: number | undefined
  /** The knowledge cutoff, `YYYY-MM`. */
  readonly knows?: string | undefined
  /** The efforts it accepts, the least first; empty: it accepts none. */
  readonly efforts?: readonly ReasoningEffort[] | undefined
  /** It may think before its first word; absent: as its efforts suggest. */
  readonly thinks?: boolean | undefined
  readonly takes?: Taken | undefined
  readonly capField?: CapField | undefined
  /** The tokens it counts for a text, relative to its maker's earlier models; absent: 1. */
  readonly tokensPerText?: number | undefined
  /** Lightbulbs of reasoning and bolts of speed, 1 to 5 each. */
  readonly rating?: readonly [reasoning: number, speed: number] | undefined
  readonly goodAt?: GoodAt | undefined
  /** Prices, oldest first; the last that has begun is in force. */
  readonly prices?: readonly DatedPrice[] | undefined
  readonly life?: Life | undefined
  /** No recent source confirms that it is served; the provider decides. */
  readonly unconfirmed?: boolean | undefined
  /** Why this program cannot call it, in a sentence for the operator; such a model is not offered. */
  readonly unreached?: string | undefined
  /** The source of the facts: names in the catalogue's list of sources, or a sentence of the operator's. */
  readonly source: string
  /** The day they were read, `YYYY-MM-DD`. */
  readonly read: string
}

export const modelKinds = ["chat", "image", "speech", "transcription", "search"] as const
export type ModelKind = (typeof modelKinds)[number]

export const sights = ["text", "image", "pdf", "audio", "video"] as const
export type Sight = (typeof sights)[number]

/** The options that a model accepts in a request. */
export interface Taken {
  readonly sampling?: Sampling | undefined
  readonly tools?: ToolUse | undefined
  /** A tool may be forced (`tool_choice`). */
  readonly forcedTool?: boolean | undefined
  /** A JSON schema for the answer. */
  readonly structured?: boolean | undefined
  readonly verbosity?: boolean | undefined
}

/** The purpose of a model, one of these phrases; the locales translate them. */
export const goodAts = [
  "flagship",
  "everyday",
  "quick",
  "reasoning",
  "oldLogic",
  "cheapLogic",
  "long",
  "legacy",
  "pictures",
  "voice",
] as const
export type GoodAt = (typeof goodAts)[number]

/** The price of a provider from a day on. */
export type DatedPrice = TokenPrice | PiecePrice

interface Dated {
  /** `YYYY-MM-DD`, from 00:00 UTC; absent: always. */
  readonly from?: string | undefined
  /** Absent: US dollars. */
  readonly currency?: "USD" | "CNY" | undefined
}

/** Whole millionths of the currency's unit, per million tokens. */
export interface Rates {
  readonly input: number
  readonly cachedInput?: number | undefined
  readonly cacheWrite?: number | undefined
  readonly output: number
}

export interface TokenPrice extends Dated, Rates {
  /** Other rates for the whole call when its prompt is longer than `inputTokens`. */
  readonly above?: (Rates & { readonly inputTokens: number }) | undefined
  /** Per web search. */
  readonly searchCall?: number | undefined
}

/** Exactly one of the four, in whole millionths of the currency's unit. */
export interface PiecePrice extends Dated {
  /** Per picture, by "size quality", or "any". */
  readonly images?: Readonly<Record<string, number>> | undefined
  /** Per million characters. */
  readonly speech?: number | undefined
  /** Per minute of a recording that is written down. */
  readonly transcription?: number | undefined
  /** Per web search, for all the provider's models that have no such price of their own. */
  readonly searchCall?: number | undefined
}

/** When a model came and when it goes. */
export interface Life {
  readonly released?: string | undefined
  /** The day its provider has announced to switch it off, `YYYY-MM-DD`; null: none is announced. */
  readonly off?: string | null | undefined
  /** It was switched off, according to its source. This counts only at the provider's own address. */
  readonly gone?: boolean | undefined
  /** Its successors, the provider's own choice first: an id of the same provider, or `id@Provider`. */
  readonly successors?: readonly string[] | undefined
}

/** The catalogue's key of a model. */
export function modelKey(provider: ProviderId, id: string): string {
  return `${id}@${provider}`
}

/** The price in force at an instant (epoch ms): the last that has begun; undefined where none has. */
export function priceAt({ prices = [] }: Pick<ModelRow, "prices">, now: number): DatedPrice | undefined {
  return prices.findLast(({ from }) => from === undefined || startOf(from) <= now)
}

/** The next price that begins after an instant, if there is one. */
export function nextPrice({ prices = [] }: Pick<ModelRow, "prices">, now: number): DatedPrice | undefined {
  return prices.find(({ from }) => from !== undefined && startOf(from) > now)
}

/** The first instant of a day in UTC, epoch ms. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
