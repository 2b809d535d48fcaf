import type { AskedOfAnswer, ChatConfig, ChatRequest, ToolDefinition } from "../../gateway/chat-request.ts"
import { outputCap } from "../../models/output-cap.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { lacking } from "../asked.ts"
import { jsonShape } from "../http-shape.ts"
import { objectOf } from "../json.ts"
import { sampling } from "./sampling.ts"
import { encodeTurns } from "./turns.ts"
import type { WireBody, WireChoice, WireSearchTool, WireTool } from "./wire.ts"

/** Specification §7. */
export const defaultVersion = "2023-06-01"

/** The chat call as Anthropic takes it. */
export function encodeChat(request: ChatRequest, { apiKey, apiVersion }: Credentials): HttpShape {
  return jsonShape("/v1/messages", encodeBody(request), request.config.stream, {
    "anthropic-version": apiVersion || defaultVersion,
    ...(apiKey && { "x-api-key": apiKey }),
  })
}

/** The body alone. Without an output cap Anthropic answers 400, so there is always one. */
export function encodeBody({ config, messages, tools = [], asked = {} }: ChatRequest): WireBody {
  const offered = [...tools.map(encodeTool), ...searchTool(config)]
  const most = outputCap(config.model)
  return {
    model: config.model,
    max_tokens: config.max_tokens && config.max_tokens >= 1 ? Math.min(Math.floor(config.max_tokens), most) : most,
    messages: encodeTurns(messages),
    stream: config.stream,
    ...sampling(config),
    ...(offered.length > 0 && { tools: offered }),
    ...encodeAsked(asked),
  }
}

/** There are no seeds, no weights of tokens, no forced JSON. */
export function lacks(asked: AskedOfAnswer): string | undefined {
  return lacking(asked, ["stop", "tool_choice", "parallel_tool_calls"])
}

function encodeAsked({ stop, tool_choice, parallel_tool_calls }: AskedOfAnswer): Partial<WireBody> {
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
