/**
 * The part of Anthropic's messages wire that we write. `testing/wire-conformance.ts` holds it against the types of
 * `@anthropic-ai/sdk`; the three sampling fields are no longer in them, since the newest models take none.
 */

export interface WireBody {
  readonly model: string
  readonly max_tokens: number
  readonly messages: readonly WireTurn[]
  readonly stream: boolean
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly tools?: readonly (WireTool | WireSearchTool)[]
  readonly stop_sequences?: readonly string[]
  readonly tool_choice?: WireChoice
  readonly output_config?: {
    readonly effort?: WireEffort
    readonly format?: { readonly type: "json_schema"; readonly schema: Readonly<Record<string, unknown>> }
  }
}

export const wireEfforts = ["low", "medium", "high", "xhigh", "max"] as const
export type WireEffort = (typeof wireEfforts)[number]

export type WireChoice = { readonly disable_parallel_tool_use?: boolean } & (
  | { readonly type: "auto" }
  | { readonly type: "any" }
  | { readonly type: "tool"; readonly name: string }
)

export interface WireTurn {
  readonly role: "user" | "assistant"
  readonly content: string | readonly WireBlock[]
}

export type WireBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly source: WireImageSource }
  | {
      readonly type: "tool_use"
      readonly id: string
      readonly name: string
      readonly input: Readonly<Record<string, unknown>>
    }
  | { readonly type: "tool_result"; readonly tool_use_id: string; readonly content: string }

export type WireImageSource =
  | { readonly type: "base64"; readonly media_type: WireImageType; readonly data: string }
  | { readonly type: "url"; readonly url: string }

export const wireImageTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const
export type WireImageType = (typeof wireImageTypes)[number]

export interface WireTool {
  readonly name: string
  readonly description?: string
  readonly input_schema: { readonly type: "object" } & Readonly<Record<string, unknown>>
}

export interface WireSearchTool {
  readonly type: "web_search_20250305"
  readonly name: "web_search"
  readonly max_uses: number
}
