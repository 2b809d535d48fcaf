/**
 * Holds the wire types core spells against the vendors' own. Nothing here runs: a mismatch is a type error of
 * `tsc -p server`. The vendors' types may not enter core, as they bring DOM and Node types with them.
 */
import type {
  ContentBlock,
  ErrorObject as ClaudeErrorObject,
  ErrorType as ClaudeErrorType,
  Message as ClaudeMessage,
  MessageCreateParams,
  MessageDeltaUsage,
  RawContentBlockDelta,
  RawMessageStreamEvent,
  ServerToolUsage,
  StopReason,
  TextCitation,
  Usage as ClaudeUsage,
  WebSearchToolResultBlock,
} from "@anthropic-ai/sdk/resources"
import type {
  Candidate,
  FinishReason,
  FunctionCall,
  FunctionDeclaration,
  FunctionResponse,
  GenerateContentConfig,
  GenerateContentResponse,
  GenerateContentResponsePromptFeedback,
  GenerateContentResponseUsageMetadata,
  GenerationConfig,
  GroundingChunk,
  GroundingChunkImage,
  GroundingChunkMaps,
  GroundingChunkRetrievedContext,
  GroundingChunkWeb,
  GroundingMetadata,
  HarmBlockThreshold,
  HarmCategory,
  Part,
  PartialArg,
  Segment,
  ThinkingLevel,
} from "@google/genai"
import type {
  Response,
  ResponseCreateParams,
  ResponseErrorEvent,
  ResponseFunctionToolCall,
  ResponseFunctionWebSearch,
  ResponseOutputItem,
  ResponseOutputText,
  ResponseReasoningItem,
  ResponseStatus,
  ResponseStreamEvent,
  ResponseUsage,
} from "openai/resources/responses/responses"
import type {
  ChatCompletion,
  ChatCompletionAudio,
  ChatCompletionChunk,
  ChatCompletionCreateParams,
  ChatCompletionMessage,
} from "openai/resources/chat/completions"
import type { CompletionUsage } from "openai/resources/completions"
import type { SpeechCreateParams } from "openai/resources/audio/speech"
import type { Image, ImageGenerateParams } from "openai/resources/images"
import type { Model, ModelsPage } from "openai/resources/models"
import type { ErrorObject } from "openai/resources/shared"
import type { ImageBody } from "#core/imagegen/image-request.ts"
import type { messagesBody } from "#core/providers/anthropic/call-fields.ts"
import type { WireBody as ClaudeBody } from "#core/providers/anthropic/wire.ts"
import type { Read } from "#core/providers/call-body.ts"
import type { generateBody } from "#core/providers/google/call-fields.ts"
import type { WireBody as GeminiBody, WireCall as GeminiCall, WireLevel } from "#core/providers/google/wire.ts"
import type { ChatBody } from "#core/providers/openai/call-fields.ts"
import type { WireError } from "#core/providers/openai/encode-events.ts"
import type { responsesBody } from "#core/providers/openai/responses/call-fields.ts"
import type { WireBody as ResponsesBody } from "#core/providers/openai/responses/wire.ts"
import type {
  WireAnnotation,
  WireBody,
  WireChunk,
  WireFinish,
  WireReply,
  WireUsage,
} from "#core/providers/openai/wire.ts"
import type { SpeechBody } from "#core/speech/speech-request.ts"

/** Compiles only when everything ours may be is something theirs can be. */
type Fits<Theirs, Ours extends Theirs> = Ours
/** Compiles only when theirs has all these fields: what the decoder looks for exists. */
type Has<Theirs, Fields extends keyof Theirs> = Fields

type Mutable<Value> = Value extends (infer _)[] | readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value

// The types that we write. `_meta`, `output`, `data` and `reasoning_content` are additions that readers ignore.
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

// The types that we read.
export type ReadChunk = Has<ChatCompletionChunk, "choices" | "usage">
export type ReadChoice = Has<ChatCompletionChunk.Choice, "delta" | "finish_reason">
export type ReadDelta = Has<ChatCompletionChunk.Choice.Delta, "content" | "refusal" | "tool_calls" | "function_call">
export type ReadPiece = Has<ChatCompletionChunk.Choice.Delta.ToolCall, "index" | "id" | "function">
export type ReadMessage = Has<
  ChatCompletionMessage,
  "content" | "refusal" | "tool_calls" | "function_call" | "annotations" | "audio"
>
export type ReadAudio = Has<ChatCompletionAudio, "transcript">
export type ReadCitation = Has<ChatCompletionMessage.Annotation.URLCitation, keyof WireAnnotation["url_citation"]>
export type ReadUsage = Has<CompletionUsage, keyof WireUsage>
export type ReadCached = Has<CompletionUsage.PromptTokensDetails, "cached_tokens">
export type ReadReasoning = Has<CompletionUsage.CompletionTokensDetails, "reasoning_tokens">
export type ReadError = Has<ErrorObject, "message" | "type" | "param" | "code">

// The fields that callers may send and that are passed on: none that the vendor does not have.
export type TakenChat = Has<ChatCompletionCreateParams, keyof ChatBody>

// The finish reasons are a closed list on both sides: a new one must be given a meaning. `function_call` is the old name.
export type Finishes = Fits<WireFinish | "function_call", ChatCompletion.Choice["finish_reason"]>
export type Models = Has<Model, "id" | "object" | "created" | "owned_by"> | Has<ModelsPage, "data" | "object">

// Pictures and speech.
export type Picture = Fits<ImageGenerateParams, Mutable<ImageBody>>
export type ReadPicture = Has<Image, "url" | "b64_json">
export type Speech = Fits<SpeechCreateParams, Mutable<SpeechBody>>

// Anthropic. Temperature, top_p and top_k have left the vendor's types with the newest models, which take none of them.
export type Claude = Fits<MessageCreateParams, Omit<Mutable<ClaudeBody>, "temperature" | "top_p" | "top_k">>
export type ClaudeEvents = Fits<
  RawMessageStreamEvent["type"],
  | "message_start"
  | "content_block_start"
  | "content_block_delta"
  | "content_block_stop"
  | "message_delta"
  | "message_stop"
>
export type ClaudeBlocks = Fits<
  ContentBlock["type"],
  "text" | "thinking" | "redacted_thinking" | "tool_use" | "server_tool_use" | "web_search_tool_result"
>
/** A new kind of block must be given a meaning, or be known to say nothing to a reader here. */
export type ClaudeAllBlocks = Fits<
  | "text"
  | "thinking"
  | "redacted_thinking"
  | "tool_use"
  | "server_tool_use"
  | "web_search_tool_result"
  | "web_fetch_tool_result"
  | "code_execution_tool_result"
  | "bash_code_execution_tool_result"
  | "text_editor_code_execution_tool_result"
  | "tool_search_tool_result"
  | "container_upload",
  ContentBlock["type"]
>
/** A new kind of piece must be given a meaning, or be known to have none here. */
export type ClaudeDeltas = Fits<
  "text_delta" | "thinking_delta" | "input_json_delta" | "citations_delta" | "signature_delta",
  RawContentBlockDelta["type"]
>
/** A new reason must be given a meaning. */
export type ClaudeStops = Fits<
  "end_turn" | "stop_sequence" | "max_tokens" | "model_context_window_exceeded" | "pause_turn" | "tool_use" | "refusal",
  StopReason
>
export type ClaudeCounts = Has<
  ClaudeUsage,
  | "input_tokens"
  | "cache_creation_input_tokens"
  | "cache_read_input_tokens"
  | "output_tokens"
  | "output_tokens_details"
  | "server_tool_use"
>
export type ClaudeLateCounts = Has<MessageDeltaUsage, "input_tokens" | "output_tokens" | "server_tool_use">
export type ClaudeSearches = Has<ServerToolUsage, "web_search_requests">
export type ClaudeSources = Has<Extract<TextCitation, { type: "web_search_result_location" }>, "url" | "title">
export type ClaudeFound = Has<Extract<TextCitation, { type: "search_result_location" }>, "source" | "title">
/** A new kind of source must be given an address or a title. */
export type ClaudeDocuments = Fits<
  { type: "char_location" | "page_location" | "content_block_location"; document_title: string | null },
  Exclude<TextCitation, { type: "web_search_result_location" | "search_result_location" }>
>
export type ClaudeSearched = Has<WebSearchToolResultBlock, "tool_use_id" | "content">
export type ClaudeStart = Has<ClaudeMessage, "content" | "stop_reason" | "usage">
export type ClaudeTaken = Has<
  MessageCreateParams,
  Exclude<keyof Read<typeof messagesBody>, "temperature" | "top_p" | "top_k">
>
/** A new kind of error must be given its status. */
export type ClaudeErrors = Fits<
  | "invalid_request_error"
  | "authentication_error"
  | "billing_error"
  | "permission_error"
  | "not_found_error"
  | "conflict_error"
  | "rate_limit_error"
  | "timeout_error"
  | "overloaded_error"
  | "api_error",
  Exclude<ClaudeErrorType, `memory_${string}`>
>
export type ClaudeError = Has<ClaudeErrorObject, "type" | "message">

// Google. Its SDK spells fields in camel case where our body has inline_data; enums are compared by text.
export type GeminiSampling = Has<GenerateContentConfig, keyof GeminiBody["generationConfig"]>
/** Its REST interface takes the levels in small letters. */
export type GeminiLevels = Fits<Lowercase<`${ThinkingLevel}`>, WireLevel>
export type GeminiHarms = Fits<`${HarmCategory}`, GeminiBody["safetySettings"][number]["category"]>
export type GeminiThresholds = Fits<`${HarmBlockThreshold}`, GeminiBody["safetySettings"][number]["threshold"]>
export type GeminiParts = Has<
  Part,
  "text" | "thought" | "thoughtSignature" | "inlineData" | "fileData" | "functionCall" | "functionResponse"
>
export type GeminiCalls = Fits<FunctionCall, Mutable<GeminiCall>>
export type GeminiResults = Has<FunctionResponse, "name" | "response">
export type GeminiFunctions = Has<FunctionDeclaration, "name" | "description" | "parameters">
export type GeminiReply = Has<GenerateContentResponse, "candidates" | "promptFeedback" | "usageMetadata" | "responseId">
export type GeminiCandidate = Has<Candidate, "content" | "finishReason" | "groundingMetadata">
export type GeminiGrounding = Has<GroundingMetadata, "webSearchQueries" | "groundingChunks" | "groundingSupports">
/** A new kind of source must be looked for. */
export type GeminiSourceKinds = Fits<"web" | "maps" | "image" | "retrievedContext", keyof GroundingChunk>
export type GeminiSources = Has<GroundingChunkWeb, "uri" | "title">
export type GeminiMaps = Has<GroundingChunkMaps, "uri" | "title">
export type GeminiPictures = Has<GroundingChunkImage, "sourceUri" | "title">
export type GeminiDocuments = Has<GroundingChunkRetrievedContext, "uri" | "title">
export type GeminiCallPieces = Has<FunctionCall, "id" | "name" | "args" | "partialArgs" | "willContinue">
export type GeminiPieces = Has<PartialArg, "jsonPath" | "stringValue" | "numberValue" | "boolValue">
export type GeminiBlocked = Has<GenerateContentResponsePromptFeedback, "blockReason">
/** A new reason must be given a meaning, or be a plain stop. */
export type GeminiFinishes = Fits<
  | "FINISH_REASON_UNSPECIFIED"
  | "STOP"
  | "MAX_TOKENS"
  | "SAFETY"
  | "RECITATION"
  | "LANGUAGE"
  | "OTHER"
  | "BLOCKLIST"
  | "PROHIBITED_CONTENT"
  | "SPII"
  | "MALFORMED_FUNCTION_CALL"
  | "UNEXPECTED_TOOL_CALL"
  | "TOO_MANY_TOOL_CALLS"
  | "MALFORMED_RESPONSE"
  | "CONTINUATION"
  | "IMAGE_SAFETY"
  | "IMAGE_PROHIBITED_CONTENT"
  | "IMAGE_RECITATION"
  | "IMAGE_OTHER"
  | "NO_IMAGE",
  `${FinishReason}`
>
export type GeminiTaken = Has<GenerationConfig, keyof NonNullable<Read<typeof generateBody>["generationConfig"]>>
export type GeminiSegment = Has<Segment, "startIndex" | "endIndex">
export type GeminiCounts = Has<
  GenerateContentResponseUsageMetadata,
  | "promptTokenCount"
  | "toolUsePromptTokenCount"
  | "cachedContentTokenCount"
  | "candidatesTokenCount"
  | "thoughtsTokenCount"
>

// OpenAI's responses.
export type Responses = Fits<ResponseCreateParams, Mutable<ResponsesBody>>
export type ResponsesEvents = Fits<
  ResponseStreamEvent["type"],
  | "response.created"
  | "response.output_item.added"
  | "response.output_item.done"
  | "response.output_text.delta"
  | "response.output_text.done"
  | "response.output_text.annotation.added"
  | "response.refusal.delta"
  | "response.refusal.done"
  | "response.reasoning_summary_text.delta"
  | "response.reasoning_summary_text.done"
  | "response.reasoning_text.delta"
  | "response.reasoning_text.done"
  | "response.function_call_arguments.delta"
  | "response.function_call_arguments.done"
  | "response.completed"
  | "response.incomplete"
  | "response.failed"
  | "error"
>
export type ResponsesItems = Fits<
  ResponseOutputItem["type"],
  "message" | "reasoning" | "function_call" | "web_search_call" | "image_generation_call"
>
export type ResponsesReply = Has<Response, "output" | "usage" | "status" | "error" | "incomplete_details">
export type ResponsesText = Has<ResponseOutputText, "text" | "annotations">
export type ResponsesCall = Has<ResponseFunctionToolCall, "call_id" | "name" | "arguments">
export type ResponsesThoughts = Has<ResponseReasoningItem, "summary" | "content">
export type ResponsesQueries = Has<ResponseFunctionWebSearch.Search, "query" | "queries">
export type ResponsesPages = Has<ResponseFunctionWebSearch.OpenPage, "url">
export type ResponsesTrouble = Has<ResponseErrorEvent, "code" | "message" | "param">
export type ResponsesTaken = Has<ResponseCreateParams, keyof Read<typeof responsesBody>>
/** A new status, a new reason not to be complete, a new kind of source must be given a meaning. */
export type ResponsesStatuses = Fits<
  "completed" | "incomplete" | "failed" | "cancelled" | "in_progress" | "queued",
  ResponseStatus
>
export type ResponsesReasons = Fits<
  "max_output_tokens" | "content_filter" | "max_messages" | "steered",
  NonNullable<NonNullable<Response["incomplete_details"]>["reason"]>
>
export type ResponsesAnnotations = Fits<
  "url_citation" | "file_citation" | "container_file_citation" | "file_path",
  ResponseOutputText["annotations"][number]["type"]
>
export type ResponsesSearch = Fits<ResponseFunctionWebSearch["action"]["type"], "search" | "open_page">
export type ResponsesCounts = Has<
  ResponseUsage,
  "input_tokens" | "input_tokens_details" | "output_tokens" | "output_tokens_details"
>
