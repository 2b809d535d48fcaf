import type { ChatMessage } from "../../../gateway/chat-request.ts"
import type { ContentPart } from "../../../gateway/content.ts"
import { inputTokens, totalTokens, type Usage } from "../../../gateway/usage.ts"
import { ok } from "../../../lib/result.ts"
import type { SseEvent } from "../../adapter.ts"
import {
  abilitiesDecided,
  type ClientApi,
  type Decided,
  type StreamEnd,
  type FramePlace,
  type NativeCall,
  type NativeRequest,
  type SaidFailure,
  type WireFrame,
  withField,
  withFields,
} from "../../client-api.ts"
import { readBody } from "../../call-body.ts"
import { type JsonObject, jsonOf, objectsOf, parseJson, objectOf, textOf } from "../../../lib/fields.ts"
import { withoutRefused } from "../../refused-fields.ts"
import { doneMarker } from "../../sse.ts"
import { openAiFailureBody } from "../client-api.ts"
import { cacheDetails } from "../encode-events.ts"
import { type Item, type Part, responsesBody } from "./call-fields.ts"
import { fitBody } from "./fit-body.ts"
import { eventsOfResponse } from "./whole-as-stream.ts"

/** OpenAI's responses as its SDK calls them. `_meta` rides in `response.completed`, beside a failure in the error event. */
export const responsesClientApi: ClientApi = {
  isCall: (path) => path === "/v1/responses",
  read(target, json) {
    const read = readBody(json, responsesBody)
    if (!read.ok) return read
    const { model, input, stream = false, max_output_tokens: cap, max_tool_calls: most, ...settings } = read.value
    const items = typeof input === "string" ? [] : input.filter(isSentOn)
    const searches = (settings.tools ?? []).some(isSearch)
    return ok({
      target,
      model,
      messages: typeof input === "string" ? [{ role: "user", content: input }] : items.map(spokenOf),
      counted: jsonOf(settings),
      ...(cap !== undefined && { cap }),
      stream,
      asksUsage: true,
      ...(searches && { searchMost: most ?? usualSearches }),
      body: { ...settings, input: typeof input === "string" ? input : items },
    })
  },
  write: writeCall,
  place: placeOf,
  again: ({ event, data }) => typeOf(event, data) === "response.created",
  closing: closingFrames,
  failureBody: openAiFailureBody,
  streamOf: (reply) =>
    eventsOfResponse(reply).map((event) => ({ event: textOf(event["type"]) ?? "", data: JSON.stringify(event) })),
}

/** Searches a call may make that does not say how many. */
const usualSearches = 1

/** Since nothing is kept, only what is encrypted says anything of earlier thoughts; of searches nothing does. */
function isSentOn(item: Item): boolean {
  if (!("type" in item)) return true
  return item.type !== "web_search_call" && (item.type !== "reasoning" || item.encrypted_content !== undefined)
}

function isSearch({ type }: { readonly type: string }): boolean {
  return type === "web_search" || type === "web_search_preview"
}

/** An item as a message to measure: what a tool gave that holds pictures is the rest of it, and its pictures. */
function spokenOf(item: Item): ChatMessage {
  if ("role" in item) {
    const { role, content } = item
    return { role, content: typeof content === "string" ? content : content.map(partOf) }
  }
  if (item.type !== "function_call_output" || typeof item.output === "string")
    return { role: "assistant", content: jsonOf(item) }
  const rest = { ...item, output: item.output.filter(({ type }) => type !== "input_image") }
  const pictures = item.output.filter(({ type }) => type === "input_image")
  return { role: "assistant", content: [{ type: "text", text: jsonOf(rest) }, ...pictures.map(partOf)] }
}

function partOf(part: Part): ContentPart {
  if (part.type === "input_image")
    return { type: "image_url", image_url: { url: part.image_url, ...(part.detail && { detail: part.detail }) } }
  return { type: "text", text: part.type === "refusal" ? part.refusal : part.text }
}

function writeCall({ body, stream }: NativeCall, decided: Decided): NativeRequest {
  const { model, cap, searchMost = 0, fits = false } = decided
  const abilities = abilitiesDecided(decided)
  const { tools, ...rest } = fits ? fitBody(body, abilities) : body
  const ours = { store: false, ...(searchMost > 0 && { max_tool_calls: searchMost }) }
  const offered = objectsOf(tools).filter((tool) => searchMost > 0 || !isSearch({ type: textOf(tool["type"]) ?? "" }))
  return {
    path: "/v1/responses",
    body: {
      ...rest,
      model,
      stream,
      ...withoutRefused(ours, abilities),
      max_output_tokens: cap,
      ...(offered.length > 0 && { tools: offered }),
    },
  }
}

const lastWords = new Set(["response.completed", "response.incomplete", "response.failed"])

/** The last word holds the whole response and waits for the settle. */
function placeOf({ event, data }: SseEvent): FramePlace {
  if (data.trim() === doneMarker) return "end"
  return lastWords.has(typeOf(event, data)) ? "keep" : "pass"
}

function typeOf(event: string | undefined, data: string): string {
  return event ?? textOf(objectOf(parseJson(data))?.["type"]) ?? ""
}

function closingFrames(kept: readonly SseEvent[], { first, cut, meta, failure }: StreamEnd): readonly WireFrame[] {
  const withMeta = (data: string) => (meta ? withField(data, "_meta", meta) : data)
  if (failure) return [{ event: "error", data: withMeta(JSON.stringify(withFields(errorEvent(failure), failure))) }]
  if (cut) return [{ event: "response.incomplete", data: withMeta(JSON.stringify(cutting(first, cut))) }]
  const last = kept.at(-1)
  return last ? [{ ...(last.event !== undefined && { event: last.event }), data: withMeta(last.data) }] : []
}

/** The response as it was opened. Its text stands in the pieces that were passed on. */
function cutting(first: SseEvent | undefined, { after, usage }: NonNullable<StreamEnd["cut"]>): JsonObject {
  const said = (frame: SseEvent | undefined) => objectOf(parseJson(frame?.data ?? ""))
  const number = said(after)?.["sequence_number"]
  return {
    type: "response.incomplete",
    sequence_number: typeof number === "number" ? number + 1 : 0,
    response: {
      ...objectOf(said(first)?.["response"]),
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      usage: encodeUsage(usage),
    },
  }
}

export function encodeUsage(usage: Usage): JsonObject {
  return {
    input_tokens: inputTokens(usage),
    input_tokens_details: cacheDetails(usage),
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: totalTokens(usage),
  }
}

function errorEvent(failure: SaidFailure): JsonObject {
  return { type: "error", sequence_number: 0, ...openAiFailureBody(failure) }
}
