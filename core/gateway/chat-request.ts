import type { Content } from "./content.ts"
import type { ModelAbilities } from "./model-abilities.ts"

/** One chat call as the product speaks it, before an adapter gives it a provider's shape. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[]
  readonly config: ChatConfig
  readonly tools?: readonly ToolDefinition[]
  /** Further options that API clients may set; the page sets none of them. */
  readonly asked?: AnswerOptions
  readonly notes?: CallNotes
  /** The model's abilities, where the catalogue knows more than its name suggests. */
  readonly abilities?: ModelAbilities
  /** The answer is to be a picture, made from the words of the one message. */
  readonly picture?: { readonly size: string; readonly quality: string; readonly style: string }
  /** The client's claim about the purpose of the call. The server decides whether that makes it free. */
  readonly meta?: RequestMeta
}

export interface ChatMessage {
  readonly role: "system" | "developer" | "user" | "assistant" | "tool"
  readonly content: Content | null
  readonly name?: string
  /** Only on assistant messages. */
  readonly tool_calls?: readonly ToolCall[]
  /** Only on tool messages: the call that is answered. */
  readonly tool_call_id?: string
}

export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it; may be invalid. */
  readonly arguments: string
  /** An opaque value that the provider wants returned with the call (Gemini's `thoughtSignature`). */
  readonly signature?: string
}

export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  /** A JSON schema. */
  readonly parameters?: unknown
  /** Its calls have to keep to the schema, where the provider can make sure of that. */
  readonly strict?: boolean
}

/**
 * Options of an answer beside its settings, under OpenAI's names. Where a provider cannot express one, the call is
 * refused (`Adapter.unsupportedOption`): dropping it silently would give another answer than the one requested.
 */
export interface AnswerOptions {
  /** Texts that end the answer. */
  readonly stop?: readonly string[]
  readonly seed?: number
  readonly response_format?: ResponseFormat
  readonly logit_bias?: Readonly<Record<string, number>>
  readonly logprobs?: true
  readonly top_logprobs?: number
  /** A tool must be called: any, or the named one. */
  readonly tool_choice?: "required" | { readonly name: string }
  /** One call at a time. */
  readonly parallel_tool_calls?: false
}

/** What a caller notes on a call for its own records at the provider. It changes no answer: a provider without such notes gets none. */
export interface CallNotes {
  readonly metadata?: Readonly<Record<string, string>>
  readonly user?: string
}

export type ResponseFormat =
  | { readonly type: "json_object" }
  | { readonly type: "json_schema"; readonly json_schema: SchemaFormat }

export interface SchemaFormat {
  readonly name: string
  readonly description?: string
  readonly schema?: Readonly<Record<string, unknown>>
  readonly strict?: boolean
}

export interface RequestMeta {
  readonly isTitle?: boolean
  readonly isSummarize?: boolean
  /** Names the chat, so that the same user's other devices know where the answer belongs. */
  readonly session?: string
}

/** The sampling settings of a call; absent means the provider's default. `max_tokens` in tokens. */
export interface ChatConfig {
  readonly model: string
  readonly providerName: string
  readonly stream: boolean
  readonly temperature?: number
  readonly top_p?: number
  readonly presence_penalty?: number
  readonly frequency_penalty?: number
  readonly max_tokens?: number
  readonly reasoning_effort?: ReasoningEffort
  readonly verbosity?: Verbosity
  readonly enable_web_search?: boolean
  readonly max_web_search_calls?: number
  /** Google's threshold for harmful content; absent means `BLOCK_ONLY_HIGH`. */
  readonly safety?: SafetyThreshold
}

export const safetyThresholds = [
  "BLOCK_NONE",
  "BLOCK_ONLY_HIGH",
  "BLOCK_MEDIUM_AND_ABOVE",
  "BLOCK_LOW_AND_ABOVE",
] as const
export type SafetyThreshold = (typeof safetyThresholds)[number]

/** From the least to the greatest. The catalogue's row of a model lists the ones it accepts. */
export const reasoningEfforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const
export type ReasoningEffort = (typeof reasoningEfforts)[number]

export const verbosities = ["low", "medium", "high"] as const
export type Verbosity = (typeof verbosities)[number]
