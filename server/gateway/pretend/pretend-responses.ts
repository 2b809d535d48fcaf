import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { type JsonObject, objectOf, objectsOf, parseJson, textOf } from "#core/lib/fields.ts"
import { encodeUsage } from "#core/providers/openai/responses/client-api.ts"
import { eventsOfResponse } from "#core/providers/openai/responses/whole-as-stream.ts"
import { type OfferedTool, type PretendRequest, readSaid, type Said } from "./pretend-request.ts"

/** A call of OpenAI's responses as far as the pretend model listens to it; undefined when the body is none. */
export function parseResponsesRequest(body: string): (PretendRequest & { readonly searches: boolean }) | undefined {
  const json = objectOf(parseJson(body))
  const model = textOf(json?.["model"])
  if (!json || !model) return undefined
  const { input, instructions, tools, max_output_tokens: cap } = json
  const spoken = typeof input === "string" ? [readSaid({ role: "user", content: input })] : objectsOf(input).map(saidIn)
  if (spoken.length === 0) return undefined
  const asked = textOf(instructions)
  return {
    model,
    messages: asked === undefined ? spoken : [readSaid({ role: "system", content: asked }), ...spoken],
    tools: objectsOf(tools).flatMap(readTool),
    searches: objectsOf(tools).some((tool) => textOf(tool["type"])?.startsWith("web_search")),
    stream: json["stream"] === true,
    includeUsage: true,
    cap: typeof cap === "number" ? cap : undefined,
  }
}

function saidIn(item: JsonObject): Said {
  if (item["type"] === "function_call_output") return readSaid({ role: "tool", content: item["output"] })
  if (item["type"] === "function_call") return readSaid({ role: "assistant", content: "" })
  const parts = objectsOf(item["content"]).map((part) =>
    part["type"] === "input_image" ? { image_url: { url: part["image_url"] } } : part,
  )
  return readSaid({ role: item["role"], content: typeof item["content"] === "string" ? item["content"] : parts })
}

function readTool(tool: JsonObject): readonly OfferedTool[] {
  const name = tool["type"] === "function" ? textOf(tool["name"]) : undefined
  return name ? [{ name, parameters: objectOf(tool["parameters"]) ?? {} }] : []
}

export interface Head {
  readonly id: string
  readonly model: string
  /** Epoch seconds. */
  readonly created: number
}

/** Encodes the answer as one response. */
export function encodeResponse(
  { id, model, created }: Head,
  events: readonly ChatEvent[],
  searches: boolean,
): JsonObject {
  const textOfAll = (type: "text-delta" | "reasoning-delta") =>
    events.flatMap((event) => (event.type === type ? [event.text] : [])).join("")
  const text = textOfAll("text-delta")
  const reasoning = textOfAll("reasoning-delta")
  const annotations = events.flatMap((event) => (event.type === "citation" && searches ? [annotationOf(event)] : []))
  const calls = events.flatMap((event) => (event.type === "tool-call" ? [event.call] : []))
  const usage = events.find((event) => event.type === "usage")?.usage
  const cut = events.some((event) => event.type === "finish" && event.reason === "length")
  const message = { type: "output_text", text, annotations, logprobs: [] }
  const output: JsonObject[] = [
    ...events.flatMap((event) =>
      event.type === "web-search" && searches
        ? [
            {
              id: "ws_pretend",
              type: "web_search_call",
              status: "completed",
              action: { type: "search", query: event.search.query },
            },
          ]
        : [],
    ),
    ...(reasoning === ""
      ? []
      : [{ id: "rs_pretend", type: "reasoning", summary: [{ type: "summary_text", text: reasoning }] }]),
    ...(text === ""
      ? []
      : [{ id: "msg_pretend", type: "message", role: "assistant", status: "completed", content: [message] }]),
    ...calls.map((call) => ({
      id: `fc_${call.id}`,
      type: "function_call",
      status: "completed",
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
    })),
  ]
  return {
    id,
    object: "response",
    created_at: created,
    model,
    status: cut ? "incomplete" : "completed",
    error: null,
    incomplete_details: cut ? { reason: "max_output_tokens" } : null,
    instructions: null,
    metadata: {},
    output,
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: usage === undefined ? null : encodeUsage(usage),
  }
}

function annotationOf({ citation }: Extract<ChatEvent, { readonly type: "citation" }>): JsonObject {
  const { url, title, start = 0, end = 0 } = citation
  return { type: "url_citation", url, title: title ?? url, start_index: start, end_index: end }
}

/** The events of a response as lines of a stream; `isPiece`: one that a writer would wait before. */
export function responseFrames(
  response: JsonObject,
  cut: (text: string) => readonly string[],
): readonly { readonly text: string; readonly isPiece: boolean }[] {
  return eventsOfResponse(response, cut).map((event) => {
    const type = textOf(event["type"]) ?? ""
    return { text: `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`, isPiece: type.endsWith(".delta") }
  })
}
