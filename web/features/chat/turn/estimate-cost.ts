import { recentHistory } from "#core/conversation/context-window.ts"
import { saidIn, userMessage, type Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { measureText } from "#core/conversation/token-estimate.ts"
import { imagesOf, type Content } from "#core/gateway/content.ts"
import { outputFloorTokens, reasoningOutputFloorTokens } from "#core/gateway/limits.ts"
import { mostTokens } from "#core/ledger/prompt-bound.ts"
import { fromReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { canSeeImages } from "#core/models/capabilities.ts"
import { imageTokens } from "#core/models/image-tokens.ts"
import type { TokenPrices } from "#core/models/usual-cost.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"

/** Tokens of the system prompt, and of an answer when the conversation has none yet. */
const promptTokens = 200
const typicalAnswerTokens = 400

export interface EstimateSource {
  readonly content: Content
  readonly session: Session
  readonly history: readonly Message[]
  readonly config: ModelConfig
  readonly prices: TokenPrices
  /** Tokens that the model counts for the same text, as a share of those that are estimated; absent: as many. */
  readonly tokensPerText?: number | undefined
  /** Whether the model sees pictures, where more is known of it than its name suggests. */
  readonly seesImages?: boolean
  /** It thinks before it answers, so that a useful answer is longer. */
  readonly thinks?: boolean
  /** The definitions of the tools that go along, as JSON: the model reads them as part of the prompt. */
  readonly definitions?: readonly string[]
}

/** What a message will cost, roughly, and the least that the server will hold for it. In micro-reais. */
export interface Estimate {
  readonly cost: MicroReais
  readonly least: MicroReais
  /** It is the price of one round: tools go along, and each round in which the model calls them is paid like this. */
  readonly isPerRound?: boolean
}

/**
 * The server bounds a prompt from above before it holds money, as is done here. This is what it adds to every prompt, in tokens, with
 * room for the longest instructions of the application.
 */
const boundAddition = 1_500

/**
 * Roughly what sending this will cost: its context, pictures included, and an answer as long as those before; and what the
 * shortest useful answer needs at the most, below which the server refuses.
 */
export function estimateCost(source: EstimateSource): Estimate {
  const { content, session, history, config, prices, seesImages = canSeeImages(config.model) } = source
  const { thinks = false, definitions = [], tokensPerText = 1 } = source
  const question = userMessage("", 0, content)
  const sent = recentHistory({ session, history, question, config })
  const images = seesImages
    ? [...sent, question].reduce((count, message) => count + imagesOf(message.content).length, 0)
    : 0
  const text = sizeOf([...[...sent, question].map(saidIn), ...definitions])
  const perImage = imageTokens(config.model)
  const priceOf = (input: number, output: number) =>
    fromReais((input * prices.input + output * prices.output) / 1_000_000)
  const floor = thinks ? reasoningOutputFloorTokens : outputFloorTokens
  return {
    cost: priceOf(text.likely * tokensPerText + images * perImage.likely, expectedAnswer(history)),
    least: priceOf((text.most + boundAddition) * tokensPerText + images * perImage.most, floor),
  }
}

/** The tokens of a prompt of these texts. */
function sizeOf(texts: readonly string[]) {
  let [tokens, unbroken] = [promptTokens, 0]
  for (const size of texts.map(measureText)) {
    tokens += size.tokens
    unbroken += size.unbroken
  }
  // Its bytes would be the lower bound for short texts only; the application's instructions are not among them.
  return { likely: tokens, most: mostTokens({ tokens, unbroken, bytes: Number.POSITIVE_INFINITY }) }
}

/** The average of the last three answers. */
function expectedAnswer(history: readonly Message[]): number {
  const lengths = history
    .filter((message) => message.role === "assistant" && !message.isError)
    .slice(-3)
    .map((message) => message.usage?.output ?? typicalAnswerTokens)
  if (lengths.length === 0) return typicalAnswerTokens
  return lengths.reduce((sum, length) => sum + length, 0) / lengths.length
}
