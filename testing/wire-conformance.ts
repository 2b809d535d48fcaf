/**
 * Holds the wire types core spells against the vendors' own. Nothing here runs: a mismatch is a type error of
 * `tsc -p server`. The vendors' types may not enter core, as they bring DOM and Node types with them.
 */
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionCreateParams,
  ChatCompletionMessage,
} from "openai/resources/chat/completions"
import type { CompletionUsage } from "openai/resources/completions"
import type { Model, ModelsPage } from "openai/resources/models"
import type { ErrorObject } from "openai/resources/shared"
import type { WireError } from "#core/providers/openai/encode-events.ts"
import type {
  WireAnnotation,
  WireBody,
  WireChunk,
  WireFinish,
  WireReply,
  WireUsage,
} from "#core/providers/openai/wire.ts"

/** Compiles only when everything ours may be is something theirs can be. */
type Fits<Theirs, Ours extends Theirs> = Ours
/** Compiles only when theirs has all these fields: what the decoder looks for exists. */
type Has<Theirs, Fields extends keyof Theirs> = Fields

type Mutable<Value> = Value extends (infer _)[] | readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value

// What we write. `_meta`, `output`, `data` and `reasoning_content` are additions readers ignore.
export type Body = Fits<ChatCompletionCreateParams, Mutable<WireBody>>
export type Chunk = Fits<ChatCompletionChunk, Mutable<WireChunk>>
export type Reply = Fits<Omit<ChatCompletion, "choices">, Omit<Mutable<WireReply>, "choices">>
export type ReplyChoice = Fits<
  Pick<ChatCompletion.Choice, "index" | "finish_reason" | "logprobs">,
  Mutable<WireReply["choices"][number]>
>
export type ReplyMessage = Fits<
  Pick<ChatCompletionMessage, "role" | "content" | "refusal" | "tool_calls">,
  Mutable<Omit<WireReply["choices"][number]["message"], "annotations">>
>
export type Usage = Fits<CompletionUsage, Mutable<WireUsage>>
export type Annotation = Fits<
  ChatCompletionMessage.Annotation,
  { type: WireAnnotation["type"]; url_citation: Required<Mutable<WireAnnotation["url_citation"]>> }
>
export type Failing = Fits<Pick<ErrorObject, "message" | "param" | "code">, Mutable<WireError["error"]>>

// What we read.
export type ReadChunk = Has<ChatCompletionChunk, "choices" | "usage">
export type ReadChoice = Has<ChatCompletionChunk.Choice, "delta" | "finish_reason">
export type ReadDelta = Has<ChatCompletionChunk.Choice.Delta, "content" | "refusal" | "tool_calls">
export type ReadPiece = Has<ChatCompletionChunk.Choice.Delta.ToolCall, "index" | "id" | "function">
export type ReadMessage = Has<ChatCompletionMessage, "content" | "refusal" | "tool_calls" | "annotations">
export type ReadCitation = Has<ChatCompletionMessage.Annotation.URLCitation, keyof WireAnnotation["url_citation"]>
export type ReadUsage = Has<CompletionUsage, keyof WireUsage>
export type ReadCached = Has<CompletionUsage.PromptTokensDetails, "cached_tokens">
export type ReadReasoning = Has<CompletionUsage.CompletionTokensDetails, "reasoning_tokens">
export type ReadError = Has<ErrorObject, "message" | "type" | "param" | "code">

// The finish reasons are a closed list on both sides: a new one must be given a meaning. `function_call` is the old name.
export type Finishes = Fits<WireFinish | "function_call", ChatCompletion.Choice["finish_reason"]>
export type Models = Has<Model, "id" | "object" | "created" | "owned_by"> | Has<ModelsPage, "data" | "object">
