import type { ReasoningEffort } from "./chat-request.ts"

/** The field in which a model of OpenAI's kind is told its output cap. */
export const capFields = ["max_tokens", "max_completion_tokens"] as const
export type CapField = (typeof capFields)[number]

/**
 * Whether temperature and its kind are accepted: `one` is either temperature or top_p, `effort-none` only where the model
 * is told not to think.
 */
export const samplings = ["always", "one", "effort-none", "never"] as const
export type Sampling = (typeof samplings)[number]

/** Where function tools are accepted: `responses` means the responses API only. */
export const toolUses = ["always", "effort-none", "responses", "never"] as const
export type ToolUse = (typeof toolUses)[number]

/** What a model can do, and what it accepts in a request. `core/models/abilities.ts` tells it of each model. */
export interface ModelAbilities {
  readonly seesImages: boolean
  readonly makesImages: boolean
  /** Most tokens of a prompt and its answer together. */
  readonly window: number
  /** Most tokens of a prompt. */
  readonly inputMost: number
  /** Most tokens of an answer, thoughts included, as this product asks for them. */
  readonly outputMost: number
  /** The month up to which it knows the world, `YYYY-MM`. */
  readonly knows: string
  /** It may think before its first word: it needs room for its thoughts, and patience. */
  readonly thinks: boolean
  /** Least first; empty: it accepts no effort. */
  readonly efforts: readonly ReasoningEffort[]
  readonly sampling: Sampling
  readonly verbosity: boolean
  readonly tools: ToolUse
  readonly forcedTool: boolean
  readonly structured: boolean
  readonly capField: CapField
  /** Its instructions stand in the first user message: some of the o-series refuse a system message. */
  readonly foldsInstructions: boolean
  /** Fields of a request's body that it was seen to refuse, beside what the other abilities say. */
  readonly refuses: readonly string[]
}
