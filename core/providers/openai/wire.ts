import type { ReasoningEffort, ResponseFormat } from "../../gateway/chat-request.ts"
import type { WireSignature } from "./call-signature.ts"

/**
 * The part of OpenAI's chat wire that we write, spelt here because importing the vendor's types would bring DOM and Node
 * types into core. `testing/wire-conformance.ts` holds it against the types of the `openai` package.
 */

/** The options of an answer beside its settings. */
export interface WireAsked {
  readonly stop?: readonly string[]
  readonly seed?: number
  readonly response_format?: ResponseFormat
  readonly logit_bias?: Readonly<Record<string, number>>
  readonly logprobs?: boolean
  readonly top_logprobs?: number
  readonly tool_choice?: WireChoice
  readonly parallel_tool_calls?: boolean
}

export type WireChoice = "required" | { readonly type: "function"; readonly function: { readonly name: string } }

export interface WireBody extends WireAsked {
  readonly model: string
  readonly messages: readonly WireMessage[]
  readonly stream: boolean
  readonly stream_options?: { readonly include_usage: boolean }
  readonly temperature?: number
  readonly top_p?: number
  readonly presence_penalty?: number
  readonly frequency_penalty?: number
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly reasoning_effort?: ReasoningEffort
  readonly verbosity?: "low" | "medium" | "high"
  readonly tools?: readonly WireTool[]
}

export type WireMessage =
  | { readonly role: "system" | "developer"; readonly content: string; readonly name?: string }
  | { readonly role: "user"; readonly content: string | readonly WirePart[]; readonly name?: string }
  | {
      readonly role: "assistant"
      readonly content: string | null
      readonly name?: string
      readonly tool_calls?: readonly WireToolCall[]
    }
  | { readonly role: "tool"; readonly content: string; readonly tool_call_id: string }

export type WirePart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image_url"
      readonly image_url: { readonly url: string; readonly detail?: "auto" | "low" | "high" }
    }

export interface WireTool {
  readonly type: "function"
  readonly function: {
    readonly name: string
    readonly description?: string
    readonly parameters?: Readonly<Record<string, unknown>>
  }
}

export interface WireToolCall extends WireSignature {
  readonly id: string
  readonly type: "function"
  readonly function: { readonly name: string; readonly arguments: string }
}

export type WireFinish = "stop" | "length" | "tool_calls" | "content_filter"

export interface WireUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details: { readonly cached_tokens: number; readonly cache_write_tokens?: number }
  readonly completion_tokens_details: { readonly reasoning_tokens: number }
}

export interface WireAnnotation {
  readonly type: "url_citation"
  readonly url_citation: {
    readonly url: string
    readonly title: string
    readonly start_index?: number
    readonly end_index?: number
  }
}

export interface WireDelta {
  readonly role?: "assistant"
  readonly content?: string
  /** Not OpenAI's own: how compatible servers send thinking. */
  readonly reasoning_content?: string
  readonly annotations?: readonly WireAnnotation[]
  readonly tool_calls?: readonly (WireSignature & {
    readonly index: number
    readonly id?: string
    readonly type?: "function"
    readonly function: { readonly name?: string; readonly arguments?: string }
  })[]
}

export interface WireChunk extends WireExtras {
  readonly id: string
  readonly object: "chat.completion.chunk"
  readonly created: number
  readonly model: string
  readonly choices: readonly {
    readonly index: number
    readonly delta: WireDelta
    readonly finish_reason: WireFinish | null
  }[]
  readonly usage?: WireUsage | null
}

export interface WireReply extends WireExtras {
  readonly id: string
  readonly object: "chat.completion"
  readonly created: number
  readonly model: string
  readonly choices: readonly {
    readonly index: number
    readonly message: {
      readonly role: "assistant"
      readonly content: string | null
      readonly refusal: string | null
      readonly reasoning_content?: string
      readonly annotations?: readonly WireAnnotation[]
      readonly tool_calls?: readonly WireToolCall[]
    }
    readonly finish_reason: WireFinish
    readonly logprobs: null
  }[]
  readonly usage?: WireUsage
}

/** A search of the provider's, as the responses API spells it. */
export interface WireSearch {
  readonly type: "web_search_call"
  readonly id: string
  readonly status: string
  readonly action?:
    | { readonly type: "search"; readonly query?: string }
    | { readonly type: "open_page"; readonly url: string }
}

/** The fields that a chat answer of our gateway may carry beside OpenAI's own. */
export interface WireExtras {
  readonly output?: readonly WireSearch[]
  readonly data?: readonly { readonly url?: string; readonly b64_json?: string }[]
  readonly _meta?: unknown
}
