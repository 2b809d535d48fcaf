import type { ChatEvent } from "../../gateway/chat-event.ts"
import type { ChatMessage } from "../../gateway/chat-request.ts"
import type { ContentPart } from "../../gateway/content.ts"
import type { Usage } from "../../gateway/usage.ts"
import { ok } from "../../lib/result.ts"
import type { SseEvent } from "../adapter.ts"
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
} from "../client-api.ts"
import { readBody } from "../call-body.ts"
import { type JsonObject, jsonOf, objectOf, objectsOf, parseJson, textOf } from "../../lib/fields.ts"
import { type Block, messagesBody } from "./call-fields.ts"
import { eventsOf } from "./decode-event.ts"
import { defaultVersion } from "./encode-request.ts"
import { fitBody } from "./fit-body.ts"

/** Anthropic's messages as its SDK calls them. `_meta` rides in `message_stop`, beside a failure in the error event. */
export const anthropicClientApi: ClientApi = {
  isCall: (path) => path === "/v1/messages",
  // Text completions were for models that are gone.
  instead: (path) => (path === "/v1/complete" ? "/v1/messages" : undefined),
  read(target, json) {
    const read = readBody(json, messagesBody)
    if (!read.ok) return read
    const { model, messages, max_tokens: cap, stream = false, ...settings } = read.value
    const searches = (settings.tools ?? []).flatMap((tool) =>
      searchesIn(tool) ? [tool.max_uses ?? usualSearches] : [],
    )
    return ok({
      target,
      model,
      messages: messages.map(({ role, content }): ChatMessage => ({
        role,
        content: typeof content === "string" ? content : content.flatMap(partsOf),
      })),
      counted: jsonOf(settings),
      cap,
      stream,
      asksUsage: true,
      ...(searches.length > 0 && { searchMost: searches.reduce((most, count) => Math.max(most, count)) }),
      body: { ...settings, messages },
    })
  },
  write: writeCall,
  place: placeOf,
  closing: closingFrames,
  failureBody,
  streamOf: (reply) => eventsOf(reply).map(frameOf),
}

/** Searches a call may make that does not say how many. */
const usualSearches = 1
/** The least budget thinking can have, in tokens. */
const leastThinking = 1024

function searchesIn(tool: object): tool is { readonly max_uses?: number } {
  return "type" in tool && tool.type === "web_search_20250305"
}

/** A block as parts to measure: a tool's result that holds pictures is the rest of it, and its pictures. */
function partsOf(block: Block): readonly ContentPart[] {
  if (block["type"] === "text") return [{ type: "text", text: String(block["text"]) }]
  if (block["type"] === "image") return [pictureOf(block)]
  const inside = block["type"] === "tool_result" ? objectsOf(block["content"]) : []
  const pictures = inside.filter(isPicture)
  if (pictures.length === 0) return [{ type: "text", text: jsonOf(block) }]
  const rest = { ...block, content: inside.filter((one) => !isPicture(one)) }
  return [{ type: "text", text: jsonOf(rest) }, ...pictures.map(pictureOf)]
}

function isPicture({ type }: JsonObject): boolean {
  return type === "image"
}

function pictureOf(block: JsonObject): ContentPart {
  const source = objectOf(block["source"]) ?? {}
  const url = textOf(source["url"]) ?? `data:${String(source["media_type"])};base64,${String(source["data"])}`
  return { type: "image_url", image_url: { url } }
}

function writeCall({ target, body, stream }: NativeCall, decided: Decided): NativeRequest {
  const { model, cap, searchMost = 0, version, fits = false } = decided
  const { tools, thinking, ...rest } = fits ? fitBody(body, abilitiesDecided(decided)) : body
  const offered = objectsOf(tools).flatMap((tool) => {
    if (!searchesIn(tool)) return [tool]
    return searchMost > 0 ? [{ ...tool, max_uses: searchMost }] : []
  })
  return {
    path: "/v1/messages",
    headers: { "anthropic-version": target.headers?.["anthropic-version"] ?? version ?? defaultVersion },
    body: {
      ...rest,
      model,
      max_tokens: cap,
      stream,
      ...(offered.length > 0 && { tools: offered }),
      ...(thinking !== undefined && { thinking: thinkingWithin(cap, objectOf(thinking) ?? {}) }),
    },
  }
}

/** The budget for thinking must be below the cap, which may have been lowered: too low, and nothing is thought. */
function thinkingWithin(cap: number, thinking: JsonObject): JsonObject {
  const budget = thinking["budget_tokens"]
  if (typeof budget !== "number" || budget < cap) return thinking
  return cap > leastThinking ? { ...thinking, budget_tokens: cap - 1 } : { type: "disabled" }
}

/** Frames that report the end wait for the settle; the end marker is written anew. */
function placeOf({ event, data }: SseEvent, _told: readonly ChatEvent[]): FramePlace {
  const type = event ?? textOf(objectOf(parseJson(data))?.["type"])
  if (type === "message_stop") return "end"
  return type === "message_delta" ? "keep" : "pass"
}

function closingFrames(kept: readonly SseEvent[], { cut, meta, failure }: StreamEnd): readonly WireFrame[] {
  const withMeta = (data: string) => (meta ? withField(data, "_meta", meta) : data)
  if (failure) return [{ event: "error", data: withMeta(JSON.stringify(withFields(failureBody(failure), failure))) }]
  const said: WireFrame[] = kept.map(({ event, data }) => (event === undefined ? { data } : { event, data }))
  if (cut) said.push(...cutting(cut.after, cut.usage).map(frameOf))
  return [...said, { event: "message_stop", data: withMeta('{"type":"message_stop"}') }]
}

/** The block that is open is closed first. */
function cutting(after: SseEvent | undefined, { output }: Usage): readonly JsonObject[] {
  const last = objectOf(parseJson(after?.data ?? ""))
  const open = last?.["type"] === "content_block_start" || last?.["type"] === "content_block_delta"
  return [
    ...(open ? [{ type: "content_block_stop", index: last["index"] }] : []),
    {
      type: "message_delta",
      delta: { stop_reason: "max_tokens", stop_sequence: null },
      usage: { output_tokens: output },
    },
  ]
}

function frameOf(event: JsonObject): WireFrame {
  return { event: String(event["type"]), data: JSON.stringify(event) }
}

/** `{type: "error", error: {type, message}}`; `code` is our stable name, beside Anthropic's own type. */
function failureBody({ status, message, code }: SaidFailure): JsonObject {
  return { type: "error", error: { type: errorType(status), message, code } }
}

function errorType(status: number): string {
  return types[status] ?? (status < 500 ? "invalid_request_error" : "api_error")
}

const types: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
  504: "timeout_error",
  529: "overloaded_error",
}
