import type { AnswerOptions, ChatMessage, ChatRequest, ReasoningEffort } from "../../gateway/chat-request.ts"
import { type Content, contentText } from "../../gateway/content.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { fitAnswerOptions, firstUnsupported } from "../answer-options.ts"
import { bearer, jsonShape } from "../http-shape.ts"
import { encodeAnswerOptions } from "../openai/encode-answer-options.ts"
import { encodeTools, encodeToolCalls } from "../openai/encode-request.ts"
import type { WireChoice, WireTool, WireToolCall } from "../openai/wire.ts"
import { withoutRefused } from "../refused-fields.ts"

/** DashScope's own chat: the messages under `input`, everything else under `parameters`. */
export function encodeChat(request: ChatRequest, { apiKey }: Credentials): HttpShape {
  const { model, stream } = request.config
  return jsonShape(chatPath(model), encodeBody(request), stream, { ...streamHeaders(stream), ...bearer(apiKey) })
}

/** Models with images or sound have a service of their own. */
export function chatPath(model: string): string {
  return isMultimodal(model) ? paths.multimodal : paths.text
}

export const paths = {
  text: "/v1/services/aigc/text-generation/generation",
  multimodal: "/v1/services/aigc/multimodal-generation/generation",
}

/** The headers that request a stream. */
export function streamHeaders(stream: boolean): Readonly<Record<string, string>> {
  return { "x-dashscope-sse": stream ? "enable" : "disable" }
}

/** A `top_p` of 1 is refused there, and so is one of 0 (Alibaba's documentation). */
export function topP(asked: number): number {
  return asked >= 1 ? largestTopP : Math.max(asked, smallestTopP)
}

const smallestTopP = 0.01
const largestTopP = 0.99

export interface WireBody {
  readonly model: string
  readonly input: { readonly messages: readonly WireMessage[] }
  readonly parameters: {
    readonly result_format: "message"
    readonly incremental_output: boolean
    readonly temperature?: number
    readonly top_p?: number
    readonly presence_penalty?: number
    readonly max_tokens?: number
    readonly reasoning_effort?: ReasoningEffort
    readonly tools?: readonly WireTool[]
    readonly enable_search?: boolean
    readonly stop?: readonly string[]
    readonly seed?: number
    readonly response_format?: { readonly type: string }
    readonly tool_choice?: WireChoice
    readonly parallel_tool_calls?: boolean
    readonly search_options?: { readonly enable_source: boolean }
  }
}

interface WireMessage {
  readonly role: "system" | "user" | "assistant" | "tool"
  readonly content: string | readonly WirePart[]
  readonly tool_calls?: readonly WireToolCall[]
  readonly tool_call_id?: string
  readonly name?: string
}

type WirePart = { readonly text: string } | { readonly image: string }

export function encodeBody(request: ChatRequest): WireBody {
  const { messages, tools = [], asked = {} } = request
  const abilities = abilitiesFor(request)
  const config = fitSettings(request.config, abilities)
  const { model, stream, temperature, top_p, presence_penalty, max_tokens: cap, reasoning_effort } = config
  const content = isMultimodal(model) ? partsOf : contentText
  const names = new Map(
    messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => [call.id, call.name] as const)),
  )
  const parameters: WireBody["parameters"] = {
    result_format: "message",
    incremental_output: stream,
    ...(temperature !== undefined && { temperature: Math.min(temperature, largestTemperature) }),
    ...(top_p !== undefined && { top_p: topP(top_p) }),
    ...(presence_penalty !== undefined && { presence_penalty }),
    ...(cap !== undefined && cap >= 1 && { max_tokens: cap }),
    ...(reasoning_effort !== undefined && { reasoning_effort }),
    ...(tools.length > 0 && abilities.tools !== "never" && { tools: encodeTools(tools) }),
    ...encodeAnswerOptions(fitAnswerOptions(asked, abilities)),
    ...(config.enable_web_search === true && { enable_search: true, search_options: { enable_source: true } }),
  }
  return {
    model,
    input: { messages: messages.map((message) => encodeMessage(message, content(message.content), names)) },
    parameters: withoutRefused(parameters, abilities),
  }
}

/** DashScope has no `logit_bias`, no JSON schema, and no way to demand some tool without naming which. */
export function unsupportedOption(options: AnswerOptions): string | undefined {
  if (options.response_format?.type === "json_schema") return "response_format"
  if (options.tool_choice === "required") return "tool_choice"
  return firstUnsupported(options, ["stop", "seed", "response_format", "tool_choice", "parallel_tool_calls"])
}

/** The temperature must be below 2. */
const largestTemperature = 1.99

function isMultimodal(model: string): boolean {
  return /vl|omni/.test(model)
}

function encodeMessage(
  message: ChatMessage,
  content: WireMessage["content"],
  names: ReadonlyMap<string, string>,
): WireMessage {
  switch (message.role) {
    case "system":
    case "developer":
      return { role: "system", content }
    case "user":
      return { role: "user", content }
    case "assistant":
      return { role: "assistant", content, ...encodeToolCalls(message) }
    case "tool": {
      const id = message.tool_call_id ?? ""
      return { role: "tool", content, tool_call_id: id, name: message.name ?? names.get(id) ?? "" }
    }
  }
}

/** The parts of a multimodal message: told apart by their field, without a `type`. */
function partsOf(content: Content | null): readonly WirePart[] {
  if (content === null || typeof content === "string") return [{ text: content ?? "" }]
  return content.map((part) => (part.type === "text" ? { text: part.text } : { image: part.image_url.url }))
}
