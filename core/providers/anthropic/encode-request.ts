import type { AnswerOptions, ChatConfig, ChatRequest, ToolDefinition } from "../../gateway/chat-request.ts"
import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { answerSchema, fitAnswerOptions, firstUnsupported } from "../answer-options.ts"
import { jsonShape } from "../http-shape.ts"
import { objectOf } from "../../lib/fields.ts"
import { withoutRefused } from "../refused-fields.ts"
import { encodeSampling, topK } from "./sampling.ts"
import { encodeTurns } from "./turns.ts"
import { type WireBody, type WireChoice, wireEfforts, type WireSearchTool, type WireTool } from "./wire.ts"

/** The version of the API that the encoder is written for. */
export const defaultVersion = "2023-06-01"

/** The chat call as Anthropic takes it. */
export function encodeChat(request: ChatRequest, { apiKey, apiVersion }: Credentials): HttpShape {
  return jsonShape("/v1/messages", encodeBody(request), request.config.stream, {
    "anthropic-version": apiVersion || defaultVersion,
    ...(apiKey && { "x-api-key": apiKey }),
  })
}

/** The body alone. Without an output cap Anthropic answers 400, so there is always one. */
export function encodeBody(request: ChatRequest): WireBody {
  const { messages, tools = [] } = request
  const abilities = abilitiesFor(request)
  const asked = fitAnswerOptions(request.asked ?? {}, abilities)
  const config = fitSettings({ top_k: topK, ...request.config }, abilities)
  const offered = [...(abilities.tools === "never" ? [] : tools.map(encodeTool)), ...searchTool(config)]
  const most = abilities.outputMost
  const body: WireBody = {
    model: config.model,
    max_tokens: config.max_tokens && config.max_tokens >= 1 ? Math.min(Math.floor(config.max_tokens), most) : most,
    messages: encodeTurns(messages),
    stream: config.stream,
    ...encodeSampling(config),
    ...outputOf(config, asked),
    ...(offered.length > 0 && { tools: offered }),
    ...encodeAnswerOptions(asked),
  }
  return withoutRefused(body, abilities)
}

/**
 * How much it may think, and the schema of what it says. The effort alone: it counts for answers without thoughts, too,
 * and thinking stays as the model has it where nobody asked for it.
 */
function outputOf({ reasoning_effort }: ChatConfig, asked: AnswerOptions): Pick<WireBody, "output_config"> {
  const effort = wireEfforts.find((known) => known === reasoning_effort)
  const schema = answerSchema(asked)
  if (effort === undefined && schema === undefined) return {}
  const format = schema && ({ type: "json_schema", schema } as const)
  return { output_config: { ...(effort && { effort }), ...(format && { format }) } }
}

/** There are no seeds, no weights of tokens; JSON is by a schema, and of models that are known to keep one. */
export function unsupportedOption(options: AnswerOptions, abilities?: ModelAbilities): string | undefined {
  const keepsSchema = abilities?.structured === true && answerSchema(options) !== undefined
  const format = keepsSchema ? (["response_format"] as const) : []
  return firstUnsupported(options, ["stop", "tool_choice", "parallel_tool_calls", ...format])
}

function encodeAnswerOptions({ stop, tool_choice, parallel_tool_calls }: AnswerOptions): Partial<WireBody> {
  const alone = parallel_tool_calls === false ? { disable_parallel_tool_use: true } : {}
  const chosen: WireChoice =
    tool_choice === undefined
      ? { type: "auto" }
      : tool_choice === "required"
        ? { type: "any" }
        : { type: "tool", name: tool_choice.name }
  return {
    ...(stop && { stop_sequences: stop }),
    ...((tool_choice !== undefined || parallel_tool_calls === false) && { tool_choice: { ...chosen, ...alone } }),
  }
}

function searchTool({ enable_web_search, max_web_search_calls = 1 }: ChatConfig): readonly WireSearchTool[] {
  if (enable_web_search !== true || max_web_search_calls < 1) return []
  return [{ type: "web_search_20250305", name: "web_search", max_uses: max_web_search_calls }]
}

function encodeTool({ name, description, parameters }: ToolDefinition): WireTool {
  return {
    name,
    ...(description !== undefined && { description }),
    input_schema: { ...objectOf(parameters), type: "object" },
  }
}
