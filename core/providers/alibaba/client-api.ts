import { type ChatMessage, reasoningEfforts } from "../../gateway/chat-request.ts"
import { inputTokens, totalTokens, type Usage } from "../../gateway/usage.ts"
import { err, ok } from "../../lib/result.ts"
import { abilitiesDecided, type ClientApi, type SaidFailure, withFields } from "../client-api.ts"
import { closingEvents } from "../stream-end.ts"
import {
  capTokens,
  either,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  type Read,
  readBody,
  text,
} from "../call-body.ts"
import { type JsonObject, objectOf, objectsOf, parseJson, textOf } from "../../lib/fields.ts"
import { functionTool, imageUrl, toolCall } from "../openai/call-fields.ts"
import { fitBody } from "../openai/fit-body.ts"
import { chatPath, paths, streamHeaders, topP } from "./encode-request.ts"

const part = either(object({ text: text() }, "refuse"), object({ image: imageUrl }, "refuse"))
const message = object(
  {
    role: oneOf("system", "user", "assistant", "tool"),
    content: optional(either(text(), list(part))),
    name: optional(text({ most: 256 })),
    tool_calls: optional(list(toolCall, { most: 128 })),
    tool_call_id: optional(text({ most: 256 })),
  },
  "drop",
)
type Message = Read<typeof message>

const parameters = object(
  {
    result_format: optional(oneOf("message", "text")),
    incremental_output: optional(flag),
    temperature: optional(number(0, 2)),
    top_p: optional(number(0, 1)),
    top_k: optional(integer(0, 1000)),
    repetition_penalty: optional(number(0, 10)),
    presence_penalty: optional(number(-2, 2)),
    max_tokens: optional(capTokens),
    seed: optional(integer()),
    stop: optional(either(text(), list(text(), { most: 16 }))),
    tools: optional(list(functionTool, { most: 128 })),
    tool_choice: optional(
      either(
        oneOf("none", "auto"),
        object({ type: oneOf("function"), function: object({ name: text() }, "drop") }, "drop"),
      ),
    ),
    parallel_tool_calls: optional(flag),
    enable_search: optional(flag),
    search_options: optional(
      object(
        {
          enable_source: optional(flag),
          enable_citation: optional(flag),
          citation_format: optional(text({ most: 64 })),
          forced_search: optional(flag),
        },
        "refuse",
      ),
    ),
    enable_thinking: optional(flag),
    thinking_budget: optional(integer(0, 2 ** 31 - 1)),
    reasoning_effort: optional(oneOf(...reasoningEfforts)),
    response_format: optional(object({ type: oneOf("text", "json_object") }, "refuse")),
    vl_high_resolution_images: optional(oneOf(false)),
    n: optional(oneOf(1)),
  },
  "refuse",
)

const chatBody = object(
  {
    model: text({ least: 1, most: 128 }),
    input: object({ messages: optional(list(message, { least: 1 })), prompt: optional(text({ least: 1 })) }, "refuse"),
    parameters: optional(parameters),
  },
  "refuse",
)

/** DashScope's chat as its clients call it; a stream is asked for by a header. A search counts as one call. */
export const alibabaClientApi: ClientApi = {
  isCall: (path) => path === paths.text || path === paths.multimodal,
  read(target, json) {
    const read = readBody(json, chatBody)
    if (!read.ok) return read
    const { model, input } = read.value
    const { max_tokens: cap, enable_search: searches = false, ...settings } = read.value.parameters ?? {}
    const messages =
      input.messages ?? (input.prompt === undefined ? [] : [{ role: "user" as const, content: input.prompt }])
    if (messages.length === 0) {
      return err({ kind: "invalid-request", message: "input.messages: is missing", param: "input.messages" })
    }
    return ok({
      target,
      model,
      messages: messages.map(spokenOf),
      counted: JSON.stringify(settings),
      ...(cap === undefined ? {} : { cap }),
      stream: asksStream(target.headers),
      asksUsage: true,
      ...(searches ? { searchMost: 1 } : {}),
      body: { input: { messages }, parameters: settings },
    })
  },
  write({ body, stream }, decided) {
    const { model, cap, searchMost, fits = false } = decided
    const given = objectOf(body["parameters"]) ?? {}
    const settings = fits ? fitBody(given, abilitiesDecided(decided)) : given
    const nucleus = settings["top_p"]
    return {
      path: chatPath(model),
      headers: streamHeaders(stream),
      body: {
        model,
        input: body["input"],
        parameters: {
          ...settings,
          ...(typeof nucleus === "number" && { top_p: topP(nucleus) }),
          max_tokens: cap,
          enable_search: (searchMost ?? 0) > 0,
        },
      },
    }
  },
  place: ({ data }) => (finished(objectOf(parseJson(data))) ? "keep" : "pass"),
  closing: (kept, ending) =>
    closingEvents(kept, ending, {
      event: "result",
      echo: (last) => echo(last, objectOf(parseJson(ending.first?.data ?? ""))),
      cutting: (last, usage) => cutting(last, objectOf(parseJson(ending.first?.data ?? "")), usage),
      failing: (said) => ({ event: "error", data: JSON.stringify(withFields(failureBody(said), said)) }),
    }),
  failureBody,
}

function asksStream(headers: Readonly<Record<string, string>> = {}): boolean {
  return headers["x-dashscope-sse"] === "enable" || (headers["accept"] ?? "").includes("text/event-stream")
}

function spokenOf(sent: Message): ChatMessage {
  const { role, content = "", tool_calls: calls, tool_call_id: id } = sent
  return {
    role,
    content:
      typeof content === "string"
        ? content
        : content.map((item) =>
            "text" in item ? { type: "text", text: item.text } : { type: "image_url", image_url: { url: item.image } },
          ),
    ...(calls && { tool_calls: calls.map(({ id: callId, function: made }) => ({ id: callId, ...made })) }),
    ...(id !== undefined && { tool_call_id: id }),
  }
}

function finished(event: JsonObject | undefined): boolean {
  return finishOf(event) !== undefined
}

function finishOf(event: JsonObject | undefined): string | undefined {
  const output = objectOf(event?.["output"])
  const reason = textOf(objectsOf(output?.["choices"])[0]?.["finish_reason"]) ?? textOf(output?.["finish_reason"])
  return reason === "null" ? undefined : reason
}

/**
 * The last event once more. Where each event repeats the whole text it does so too, else its text is empty: a client that
 * takes the last text for the answer, and one that adds the texts up, both keep what they have.
 */
function echo(last: JsonObject | undefined, first: JsonObject | undefined): JsonObject {
  const text = contentOf(last)
  const beginning = contentOf(first)
  const repeats =
    typeof text === "string" && typeof beginning === "string" && beginning !== "" && text.startsWith(beginning)
  if (last && repeats) return last
  const output = objectOf(last?.["output"])
  const reason = finishOf(last) ?? "stop"
  const silent =
    output && "text" in output
      ? { ...output, text: "" }
      : { choices: [{ index: 0, message: { role: "assistant", content: "" }, finish_reason: reason }] }
  return { ...last, output: silent }
}

function cutting(last: JsonObject | undefined, first: JsonObject | undefined, usage: Usage): JsonObject {
  const ended = echo(last, first)
  const output = objectOf(ended["output"]) ?? {}
  const choices = objectsOf(output["choices"]).map((choice) => ({ ...choice, finish_reason: "length" }))
  return {
    ...ended,
    output: choices.length > 0 ? { ...output, choices } : { ...output, finish_reason: "length" },
    usage: { input_tokens: inputTokens(usage), output_tokens: usage.output, total_tokens: totalTokens(usage) },
  }
}

function contentOf(event: JsonObject | undefined): unknown {
  const output = objectOf(event?.["output"])
  return objectOf(objectsOf(output?.["choices"])[0]?.["message"])?.["content"] ?? output?.["text"]
}

function failureBody({ message, code }: SaidFailure): JsonObject {
  return { code, message, request_id: "" }
}
