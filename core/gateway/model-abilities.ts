import type { ReasoningEffort } from "./chat-request.ts"

/** The fields by which OpenAI-like APIs set the output cap; a model accepts one of them. */
export const capFields = ["max_tokens", "max_completion_tokens"] as const
export type CapField = (typeof capFields)[number]

/**
 * When sampling settings are accepted: `one` means either temperature or top_p; `effort-none` only while thinking is
 * switched off.
 */
export const samplings = ["always", "one", "effort-none", "never"] as const
export type Sampling = (typeof samplings)[number]

/** Where function tools are accepted: `responses` means the responses API only. */
export const toolUses = ["always", "effort-none", "responses", "never"] as const
export type ToolUse = (typeof toolUses)[number]

/** A model's abilities and the options it accepts (`core/models/abilities.ts` derives them). */
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
  /** The model may think before its first word: it needs room for its thoughts and a longer timeout. */
  readonly thinks: boolean
  /** Least first; empty: it accepts no effort. */
  readonly efforts: readonly ReasoningEffort[]
  readonly sampling: Sampling
  readonly verbosity: boolean
  readonly tools: ToolUse
  readonly forcedTool: boolean
  readonly structured: boolean
  readonly capField: CapField
  /** Its instructions go into the first user message: some o-series models refuse a system message. */
  readonly foldsInstructions: boolean
  /** Body fields that the provider has refused, beyond the other abilities. */
  readonly refuses: readonly string[]
}
