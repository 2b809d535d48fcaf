import type { ReasoningEffort, Verbosity } from "../gateway/chat-request.ts"
import { compressModel, defaultModel } from "../models/default-models.ts"
import {
  clampFrequencyPenalty,
  clampMaxTokens,
  clampPresencePenalty,
  clampReasoningEffort,
  clampTemperature,
  clampTopP,
  clampVerbosity,
} from "./clamps.ts"

/** The settings of a model, per chat, per mask and as the global default. The names are stored and therefore fixed. */
export interface ModelConfig {
  readonly model: string
  readonly providerName: string
  readonly temperature: number
  readonly top_p: number
  /** In tokens; bounds the answer and, as in NextChat, the context that is sent. 0 means unset. */
  readonly max_tokens: number
  readonly presence_penalty: number
  readonly frequency_penalty: number
  /** Whether the summary of older messages is sent along. */
  readonly sendMemory: boolean
  readonly historyMessageCount: number
  /** In units of `token-estimate`. */
  readonly compressMessageLengthThreshold: number
  readonly compressModel: string
  readonly compressProviderName: string
  readonly enableInjectSystemPrompts: boolean
  /** Wraps each user message; `{{input}}` stands for it. */
  readonly template: string
  readonly size: string
  readonly quality: string
  readonly style: string
  readonly reasoning_effort: ReasoningEffort
  readonly verbosity: Verbosity
  readonly enable_web_search: boolean
  readonly max_web_search_calls: number
}

/** Ranges of the whole numbers; a value outside falls back to the default. */
export const modelConfigRanges = {
  historyMessageCount: { least: 0, most: 500 },
  compressMessageLengthThreshold: { least: 500, most: 1_000_000 },
  max_web_search_calls: { least: 1, most: 10 },
} as const

export const defaultModelConfig: ModelConfig = {
  model: defaultModel,
  providerName: "OpenAI",
  temperature: 0.5,
  top_p: 1,
  max_tokens: 100_000,
  presence_penalty: 0,
  frequency_penalty: 0,
  sendMemory: true,
  historyMessageCount: 20,
  compressMessageLengthThreshold: 50_000,
  compressModel,
  compressProviderName: "OpenAI",
  enableInjectSystemPrompts: true,
  template: "{{input}}",
  size: "1024x1024",
  quality: "standard",
  style: "vivid",
  reasoning_effort: "minimal",
  verbosity: "low",
  enable_web_search: false,
  max_web_search_calls: 1,
}

/** The same settings with every clamped value inside its range. Applying it twice changes nothing more. */
export function clampModelConfig(config: ModelConfig): ModelConfig {
  return {
    ...config,
    temperature: clampTemperature(config.temperature),
    top_p: clampTopP(config.top_p),
    max_tokens: clampMaxTokens(config.max_tokens),
    presence_penalty: clampPresencePenalty(config.presence_penalty),
    frequency_penalty: clampFrequencyPenalty(config.frequency_penalty),
    reasoning_effort: clampReasoningEffort(config.reasoning_effort),
    verbosity: clampVerbosity(config.verbosity),
  }
}
