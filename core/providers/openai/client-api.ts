import type { ChatEvent } from "../../gateway/chat-event.ts"
import type { ChatMessage } from "../../gateway/chat-request.ts"
import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { ok } from "../../lib/result.ts"
import type { SseEvent } from "../adapter.ts"
import {
  abilitiesDecided,
  type ClientApi,
  type Decided,
  type StreamEnd,
  type NativeCall,
  type SaidFailure,
  type WireFrame,
  withField,
  withFields,
} from "../client-api.ts"
import { readBody } from "../call-body.ts"
import { type JsonObject, objectOf, objectsOf, parseJson } from "../../lib/fields.ts"
import { withoutRefused } from "../refused-fields.ts"
import { doneMarker } from "../sse.ts"
import { type ChatBody, chatPathBody } from "./call-fields.ts"
import { signatureIn } from "./call-signature.ts"
import { capField } from "./cap-field.ts"
import { effortForTools, inChatCompletions } from "./chat-abilities.ts"
import { encodeUsage } from "./encode-events.ts"
import { fitBody } from "./fit-body.ts"
import { chunksOf } from "./whole-as-stream.ts"

/** Chat completions as an SDK calls them: `_meta` rides in the usage chunk when that was asked for, else nowhere. */
export const openAiClientApi: ClientApi = {
  isCall: (path) => path === "/v1/chat/completions",
  read(target, json) {
    const body = readBody(json, chatPathBody)
    if (!body.ok) return body
    const { providerName, enable_web_search, max_web_search_calls, ...chat } = body.value
    const searches = enable_web_search === true ? (max_web_search_calls ?? usualSearches) : 0
    return ok({
      ...callOf(target, chat),
      ...(providerName === undefined ? {} : { providerName }),
      ...(searches > 0 ? { searchMost: searches } : {}),
    })
  },
  write: (call, decided) => ({ path: "/v1/chat/completions", body: writeBody(call, decided) }),
  place: placeOfChunk,
  closing: (kept, ending) => closingChunks(kept, ending, "in-usage"),
  failureBody: openAiFailureBody,
  streamOf: chunksOf,
  takesPlainText: true,
}

/** The same for the page, which reads `_meta` from a chunk of its own. */
export const pageClientApi: ClientApi = {
  ...openAiClientApi,
  closing: (kept, ending) => closingChunks(kept, ending, "own-chunk"),
}

/** Searches a call may make that does not say how many. */
const usualSearches = 1

/** A read body as the gateway's call. */
export function callOf(target: NativeCall["target"], body: ChatBody): NativeCall {
  const settings = settingsSentOn(body)
  const caps = [body.max_tokens, body.max_completion_tokens].filter((cap) => cap !== undefined)
  return {
    target,
    model: body.model,
    messages: messagesOf(body),
    counted: JSON.stringify(settings),
    ...(body.prediction === undefined ? {} : { predicted: JSON.stringify(body.prediction) }),
    ...(caps.length === 0 ? {} : { cap: Math.min(...caps) }),
    ...(body.max_completion_tokens === undefined ? {} : { asksCompletionCap: true }),
    stream: body.stream ?? false,
    asksUsage: body.stream_options?.include_usage ?? false,
    body: { ...settings, messages: body.messages.map(withoutSignatures) },
  }
}

/** The caller's own body, with the fields that are ours to decide. Usage is always asked for. */
export function writeBody(
  call: NativeCall,
  decided: Decided,
  capped: JsonObject = { ...capField(abilitiesDecided(decided), decided.cap) },
): JsonObject {
  const abilities = abilitiesDecided(decided)
  return {
    ...(decided.fits ? fitCompletion(call.body, abilities) : call.body),
    model: decided.model,
    stream: call.stream,
    ...askedOfStream(call, abilities),
    ...capped,
  }
}

/** The options that our gateway adds to a stream, where the model's server knows the field. */
export function askedOfStream({ stream }: NativeCall, abilities: ModelAbilities): JsonObject {
  return stream ? withoutRefused({ stream_options: { include_usage: true } }, abilities) : {}
}

function fitCompletion(body: JsonObject, abilities: ModelAbilities): JsonObject {
  const hasTools = objectsOf(body["tools"]).length > 0
  return fitBody({ ...body, ...effortForTools(abilities, hasTools) }, inChatCompletions(abilities, hasTools))
}

/** Fields that the gateway sets itself; the provider gets all others as they came. */
const decidedHere = new Set([
  "model",
  "messages",
  "stream",
  "stream_options",
  "max_tokens",
  "max_completion_tokens",
  "n",
])

function settingsSentOn(body: ChatBody): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !decidedHere.has(name)))
}

/** A call is signed for who made it; nobody else knows the field. */
function withoutSignatures(sent: ChatBody["messages"][number]): JsonObject {
  if (sent.role !== "assistant" || sent.tool_calls === undefined) return sent
  return { ...sent, tool_calls: sent.tool_calls.map(({ extra_content: _signature, ...call }) => call) }
}

/** The messages in the project's own shape, for counting. */
function messagesOf(body: ChatBody): ChatMessage[] {
  return body.messages.map((sent): ChatMessage => {
    const name = sent.name === undefined ? {} : { name: sent.name }
    if (sent.role === "tool") return { role: "tool", content: sent.content, tool_call_id: sent.tool_call_id }
    if (sent.role !== "assistant") return { role: sent.role, content: sent.content, ...name }
    const text =
      typeof sent.content === "string"
        ? sent.content
        : (sent.content ?? []).map((part) => ("text" in part ? part.text : part.refusal)).join("\n")
    const calls = sent.tool_calls?.map((call) => ({ id: call.id, ...call.function, ...signatureIn(call) }))
    const said = sent.refusal === undefined ? text : `${text}\n${sent.refusal}`
    return { role: "assistant", content: said, ...name, ...(calls ? { tool_calls: calls } : {}) }
  })
}

/**
 * A chunk of its own for the usage waits for the settle; one that also contains the finish reason belongs to the
 * answer.
 */
export function placeOfChunk(event: SseEvent, told: readonly ChatEvent[]): "pass" | "keep" | "end" {
  if (event.data === doneMarker) return "end"
  if (told.length === 0 || told.some(({ type }) => type !== "usage")) return "pass"
  const choices = objectOf(parseJson(event.data))?.["choices"]
  return !Array.isArray(choices) || choices.length === 0 ? "keep" : "pass"
}

/**
 * The usage chunk if it was asked for, our `_meta` in it or in a chunk of its own, a failure, `[DONE]`. The page reads
 * `_meta` wherever it stands; an SDK must not meet a chunk it does not know.
 */
export function closingChunks(
  kept: readonly SseEvent[],
  { first, asksUsage, cut, meta, failure }: StreamEnd,
  metaPlace: "in-usage" | "own-chunk",
): readonly WireFrame[] {
  const frames: WireFrame[] = []
  if (cut) frames.push(chunkAfter(first, { choices: [{ index: 0, delta: {}, finish_reason: "length" }] }))
  const counted = cut && chunkAfter(first, { choices: [], usage: encodeUsage(cut.usage) }).data
  const usage = asksUsage ? (counted ?? kept.at(-1)?.data) : undefined
  if (usage !== undefined) {
    frames.push({ data: metaPlace === "in-usage" && meta ? withField(usage, "_meta", meta) : usage })
  }
  if (meta && metaPlace === "own-chunk") frames.push(chunkAfter(first, { choices: [], _meta: meta }))
  if (failure) frames.push({ data: JSON.stringify(withFields(openAiFailureBody(failure), failure)) })
  return [...frames, { data: doneMarker }]
}

function chunkAfter(first: SseEvent | undefined, body: JsonObject): WireFrame {
  return { data: JSON.stringify({ ...headOf(first), ...body }) }
}

/** The fields that every chunk of a stream repeats. */
function headOf(first: SseEvent | undefined): JsonObject {
  const chunk = objectOf(parseJson(first?.data ?? ""))
  if (!chunk) return {}
  const { id, object, created, model } = chunk
  return { id, object, created, model }
}

/** `{error: {message, type, param, code}}`, by whose status and type OpenAI's SDKs raise their typed errors. */
export function openAiFailureBody({ status, message, code, param, providerWords }: SaidFailure): JsonObject {
  const words = providerWords === undefined ? {} : { provider_message: providerWords }
  return { error: { message, type: errorType(status), param: param ?? null, code, ...words } }
}

function errorType(status: number): string {
  if (status === 401) return "authentication_error"
  if (status === 402) return "insufficient_quota"
  if (status === 403) return "permission_error"
  if (status === 429) return "rate_limit_error"
  return status < 500 ? "invalid_request_error" : "server_error"
}
