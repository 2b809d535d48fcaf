import type { ReasoningEffort } from "../gateway/chat-request.ts"
import type { CapField, Sampling, ToolUse } from "../gateway/model-abilities.ts"
import type { ProviderId } from "../providers/registry.ts"

/**
 * One row of the model catalogue (`config/models.json`, with the operator's rows on top): what was read of a model at its
 * provider. An absent field was not seen at a source; the rules of `abilities.ts` then judge by the model's name.
 */
export interface ModelRow {
  readonly provider: ProviderId
  /** What the provider is asked for; unique within the provider. */
  readonly id: string
  /** What the provider is asked for, where that is not the id. */
  readonly calledAs?: string | undefined
  /** What people read: "GPT-6 Luna". */
  readonly name: string
  readonly kind: ModelKind
  readonly sees?: readonly Sight[] | undefined
  /** Tokens that a prompt and its answer may fill together. */
  readonly window?: number | undefined
  /** Most tokens of a prompt, where that is less than the window. */
  readonly inputMost?: number | undefined
  /** Most tokens of an answer, thoughts included. */
  readonly outputMost?: number | undefined
  /** The month up to which it knows the world, `YYYY-MM`. */
  readonly knows?: string | undefined
  /** The efforts it accepts, least first; empty: it accepts none at all. */
  readonly efforts?: readonly ReasoningEffort[] | undefined
  /** It may think before its first word; absent: as its efforts say. */
  readonly thinks?: boolean | undefined
  readonly takes?: Taken | undefined
  readonly capField?: CapField | undefined
  /** Tokens for the same text, as a share of what its maker's earlier models counted; absent: 1. */
  readonly tokensPerText?: number | undefined
  /** Lightbulbs of reasoning and bolts of speed, 1 to 5 each. */
  readonly rating?: readonly [reasoning: number, speed: number] | undefined
  readonly goodAt?: GoodAt | undefined
  /** Oldest first; the last that has begun holds. */
  readonly prices?: readonly DatedPrice[] | undefined
  readonly life?: Life | undefined
  /** No source of late confirms that it is served; its provider has the last word. */
  readonly unconfirmed?: boolean | undefined
  /** Why this program cannot ask it, in a sentence for the operator; such a model is not offered. */
  readonly unreached?: string | undefined
  /** Where the facts were read: names in the catalogue's list of sources, or a sentence of the operator's. */
  readonly source: string
  /** When, `YYYY-MM-DD`. */
  readonly read: string
}

export const modelKinds = ["chat", "image", "speech", "transcription", "search"] as const
export type ModelKind = (typeof modelKinds)[number]

export const sights = ["text", "image", "pdf", "audio", "video"] as const
export type Sight = (typeof sights)[number]

/** What a model accepts in a request. */
export interface Taken {
  readonly sampling?: Sampling | undefined
  readonly tools?: ToolUse | undefined
  /** A tool may be forced (`tool_choice`). */
  readonly forcedTool?: boolean | undefined
  /** A JSON schema for the answer. */
  readonly structured?: boolean | undefined
  readonly verbosity?: boolean | undefined
}

/** What a model is chosen for, in one of these phrases; the interface's languages have the words. */
export const goodAts = ["flagship", "everyday", "quick", "reasoning", "long", "legacy", "pictures", "voice"] as const
export type GoodAt = (typeof goodAts)[number]

/** What a provider charges from a day on. */
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

/** Exactly one of the three, in whole millionths of the currency's unit. */
export interface PiecePrice extends Dated {
  /** Per picture, by "size quality", or "any". */
  readonly images?: Readonly<Record<string, number>> | undefined
  /** Per million characters. */
  readonly speech?: number | undefined
  /** Per web search, for all the provider's models that have no such price of their own. */
  readonly searchCall?: number | undefined
}

/** When a model came and when it goes. */
export interface Life {
  readonly released?: string | undefined
  /** The day its provider has announced to switch it off, `YYYY-MM-DD`; null: none is announced. */
  readonly off?: string | null | undefined
  /** It was switched off, as read at the source. Counts at the provider's own address only. */
  readonly gone?: boolean | undefined
  /** What follows it, the provider's own choice first: an id of the same provider, or `id@Provider`. */
  readonly successors?: readonly string[] | undefined
}

/** The catalogue's key of a model. */
export function modelKey(provider: ProviderId, id: string): string {
  return `${id}@${provider}`
}

/** The price that holds at an instant (epoch ms): the last that has begun; undefined where none has. */
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
