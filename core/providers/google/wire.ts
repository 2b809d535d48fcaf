/**
 * The part of Gemini's wire that we write, in the names of its REST interface, except for `inline_data` and its fields.
 * `testing/wire-conformance.ts` compares it with the types of `@google/genai`.
 */

export interface WireBody {
  readonly contents: readonly WireTurn[]
  readonly generationConfig: {
    readonly temperature?: number
    readonly maxOutputTokens?: number
    readonly topP?: number
    readonly stopSequences?: readonly string[]
    readonly seed?: number
    readonly responseMimeType?: "application/json"
    readonly responseSchema?: Readonly<Record<string, unknown>>
    readonly thinkingConfig?: { readonly thinkingLevel: WireLevel }
  }
  readonly safetySettings: readonly { readonly category: WireHarm; readonly threshold: WireThreshold }[]
  readonly tools?: readonly WireTools[]
  readonly toolConfig?: {
    readonly functionCallingConfig: { readonly mode: "ANY"; readonly allowedFunctionNames?: readonly string[] }
  }
}

export const wireLevels = ["minimal", "low", "medium", "high"] as const
export type WireLevel = (typeof wireLevels)[number]

export interface WireTurn {
  readonly role: "user" | "model"
  readonly parts: readonly WirePart[]
}

export type WirePart =
  | { readonly text: string }
  | { readonly inline_data: { readonly mime_type: string; readonly data: string } }
  | { readonly file_data: { readonly mime_type: string; readonly file_uri: string } }
  | { readonly functionCall: WireCall; readonly thoughtSignature?: string }
  | {
      readonly functionResponse: { readonly name: string; readonly response: Readonly<Record<string, unknown>> }
    }

export interface WireCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export const wireHarms = [
  "HARM_CATEGORY_HARASSMENT",
  "HARM_CATEGORY_HATE_SPEECH",
  "HARM_CATEGORY_SEXUALLY_EXPLICIT",
  "HARM_CATEGORY_DANGEROUS_CONTENT",
] as const
export type WireHarm = (typeof wireHarms)[number]

export type WireThreshold = "BLOCK_NONE" | "BLOCK_ONLY_HIGH" | "BLOCK_MEDIUM_AND_ABOVE" | "BLOCK_LOW_AND_ABOVE"

export type WireTools =
  | {
      readonly functionDeclarations: readonly {
        readonly name: string
        readonly description?: string
        readonly parameters?: Readonly<Record<string, unknown>>
      }[]
    }
  | { readonly google_search: Readonly<Record<string, never>> }
