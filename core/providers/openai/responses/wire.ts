import type { ReasoningEffort } from "../../../gateway/chat-request.ts"

/**
 * The part of OpenAI's responses wire that we write. `testing/wire-conformance.ts` holds it against the types of the
 * `openai` package.
 */

export interface WireBody {
  readonly model: string
  readonly input: readonly WireItem[]
  readonly instructions?: string
  readonly stream: boolean
  readonly store: false
  readonly max_output_tokens?: number
  readonly temperature?: number
  readonly top_p?: number
  readonly reasoning?: { readonly effort: ReasoningEffort }
  readonly text?: {
    readonly verbosity?: "low" | "medium" | "high"
    readonly format?: { readonly type: "json_object" } | WireSchema
  }
  readonly tool_choice?: "required" | { readonly type: "function"; readonly name: string }
  readonly parallel_tool_calls?: boolean
  readonly tools?: readonly WireTool[]
  readonly max_tool_calls?: number
  readonly metadata?: Record<string, string>
  readonly user?: string
}

export interface WireSchema {
  readonly type: "json_schema"
  readonly name: string
  readonly description?: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly strict?: boolean
}

export type WireItem =
  | { readonly role: "user" | "system" | "developer"; readonly content: string | readonly WireInput[] }
  | { readonly role: "assistant"; readonly content: string }
  | { readonly type: "function_call"; readonly call_id: string; readonly name: string; readonly arguments: string }
  | { readonly type: "function_call_output"; readonly call_id: string; readonly output: string }

export type WireInput =
  | { readonly type: "input_text"; readonly text: string }
  | { readonly type: "input_image"; readonly image_url: string; readonly detail: "auto" | "low" | "high" }

export type WireTool =
  | {
      readonly type: "function"
      readonly name: string
      readonly description?: string
      readonly parameters: Readonly<Record<string, unknown>> | null
      readonly strict: boolean
    }
  | { readonly type: "web_search" }
