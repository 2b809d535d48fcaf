import type { AnswerOptions, ChatMessage, ChatRequest, ToolDefinition } from "../../gateway/chat-request.ts"
import { contentText } from "../../gateway/content.ts"
import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { fitAnswerOptions, firstUnsupported } from "../answer-options.ts"
import { jsonShape, pairBearer } from "../http-shape.ts"
import { objectOf } from "../../lib/fields.ts"
import { writtenArguments } from "../openai/encode-request.ts"
import { withoutRefused } from "../refused-fields.ts"
import { evenedOut, type WireTurn } from "./turns.ts"

/** Wenxin's chat. The access token is not known here: our gateway fetches it and puts it into the address. */
export function encodeChat(request: ChatRequest, credentials: Credentials): HttpShape {
  const { model, stream } = request.config
  return jsonShape(chatPath(model), encodeBody(request), stream, pairBearer(credentials))
}

/** The last part of the path is the model; some models have another name there. */
export function chatPath(model: string): string {
  const endpoint = Object.hasOwn(endpoints, model) ? endpoints[model] : encodeURIComponent(model)
  return `/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/${endpoint}`
}

/** The model behind an endpoint's name: one of those that are called otherwise, else the endpoint's own. */
export function modelOfEndpoint(endpoint: string): string {
  return Object.keys(endpoints).find((model) => endpoints[model] === endpoint) ?? endpoint
}

const endpoints: Readonly<Record<string, string>> = {
  "ernie-4.0-8k": "completions_pro",
  "ernie-4.0-8k-preview-0518": "completions_adv_pro",
  "ernie-3.5-8k": "completions",
  "ernie-speed-8k": "ernie_speed",
}

interface WireBody {
  readonly messages: readonly WireTurn[]
  readonly stream: boolean
  readonly temperature?: number
  readonly top_p?: number
  readonly max_output_tokens?: number
  readonly stop?: readonly string[]
  readonly response_format?: "json_object"
  readonly tool_choice?: { readonly type: "function"; readonly function: { readonly name: string } }
  readonly functions?: readonly {
    readonly name: string
    readonly description: string
    readonly parameters: Readonly<Record<string, unknown>>
  }[]
}

/** There are no presence and frequency penalties, and no images. */
export function encodeBody(request: ChatRequest): WireBody {
  const abilities = abilitiesFor(request)
  const { messages, tools = [] } = request
  const config = fitSettings(request.config, abilities)
  const asked = fitAnswerOptions(request.asked ?? {}, abilities)
  const { temperature, top_p, max_tokens: cap } = config
  const body: WireBody = {
    messages: evenedOut(turnsOf(messages)),
    stream: config.stream,
    ...(temperature !== undefined && { temperature: Math.min(Math.max(temperature, leastTemperature), 1) }),
    ...(top_p !== undefined && { top_p }),
    ...(cap !== undefined && cap >= 1 && { max_output_tokens: cappedTokens(cap, abilities) }),
    ...(tools.length > 0 && abilities.tools !== "never" && { functions: tools.map(functionOf) }),
    ...(asked.stop && { stop: asked.stop }),
    ...(asked.response_format?.type === "json_object" && { response_format: "json_object" }),
    ...(typeof asked.tool_choice === "object" && {
      tool_choice: { type: "function", function: { name: asked.tool_choice.name } },
    }),
  }
  return withoutRefused(body, abilities)
}

/** Neither seeds nor weights; JSON without a schema; a function may be named, but not left to choose among. */
export function unsupportedOption(options: AnswerOptions): string | undefined {
  if (options.response_format?.type === "json_schema") return "response_format"
  if (options.tool_choice === "required") return "tool_choice"
  return firstUnsupported(options, ["stop", "response_format", "tool_choice"])
}

/** Zero is refused. */
const leastTemperature = 0.01

/** `max_output_tokens` goes from 2 to what the model can write, 2 048 for most (documentation of the 8k models). */
export function cappedTokens(cap: number, { outputMost }: Pick<ModelAbilities, "outputMost">): number {
  return Math.min(Math.max(cap, 2), outputMost)
}

function turnsOf(messages: readonly ChatMessage[]): readonly WireTurn[] {
  const names = new Map(
    messages.flatMap(({ tool_calls = [] }) => tool_calls.map((call) => [call.id, call.name] as const)),
  )
  return messages.map((message) => turnOf(message, names))
}

function turnOf(message: ChatMessage, names: ReadonlyMap<string, string>): WireTurn {
  const content = contentText(message.content)
  switch (message.role) {
    case "system":
    case "developer":
    case "user":
      return { role: "user", content }
    case "assistant": {
      const call = message.tool_calls?.[0]
      return {
        role: "assistant",
        content,
        ...(call && { function_call: { name: call.name, arguments: writtenArguments(call) } }),
      }
    }
    case "tool":
      return { role: "function", name: message.name ?? names.get(message.tool_call_id ?? "") ?? "", content }
  }
}

function functionOf(tool: ToolDefinition): NonNullable<WireBody["functions"]>[number] {
  return {
    name: tool.name,
    description: tool.description ?? "",
    parameters: objectOf(tool.parameters) ?? { type: "object", properties: {} },
  }
}
