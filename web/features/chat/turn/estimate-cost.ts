import { recentHistory } from "#core/conversation/context-window.ts"
import { messageSize, messagesSize, userMessage, type Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { estimateTokens } from "#core/conversation/token-estimate.ts"
import { imagesOf, type Content } from "#core/gateway/content.ts"
import { outputFloorTokens, reasoningOutputFloorTokens } from "#core/gateway/limits.ts"
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
}

/**
 * The server bounds a prompt from above before it holds money (`core/ledger/prompt-bound.ts`). This is its factor for ordinary text, and
 * in tokens what it adds to every prompt, with room for the longest instructions of the application.
 */
const boundFactor = 1.6
const boundAddition = 1_500

/**
 * Roughly what sending this will cost: its context, pictures included, and an answer as long as those before; and what the
 * shortest useful answer needs at the most, below which the server refuses.
 */
export function estimateCost(source: EstimateSource): Estimate {
  const { content, session, history, config, prices, seesImages = canSeeImages(config.model) } = source
  const { thinks = false, definitions = [] } = source
  const question = userMessage("", 0, content)
  const sent = recentHistory({ session, history, question, config })
  const images = seesImages
    ? [...sent, question].reduce((count, message) => count + imagesOf(message.content).length, 0)
    : 0
  const tools = definitions.reduce((sum, definition) => sum + estimateTokens(definition), 0)
  const text = promptTokens + messagesSize(sent) + messageSize(question) + tools
  const perImage = imageTokens(config.model)
  const priceOf = (input: number, output: number) =>
    fromReais((input * prices.input + output * prices.output) / 1_000_000)
  const floor = thinks ? reasoningOutputFloorTokens : outputFloorTokens
  return {
    cost: priceOf(text + images * perImage.likely, expectedAnswer(history)),
    least: priceOf(text * boundFactor + boundAddition + images * perImage.most, floor),
  }
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
