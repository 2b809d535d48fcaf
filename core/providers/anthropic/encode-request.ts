import type { ChatConfig, ChatRequest, ToolDefinition } from "../../gateway/chat-request.ts"
import { outputCap } from "../../models/output-cap.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { jsonShape } from "../http-shape.ts"
import { objectOf } from "../json.ts"
import { sampling } from "./sampling.ts"
import { encodeTurns } from "./turns.ts"
import type { WireBody, WireSearchTool, WireTool } from "./wire.ts"

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
export function encodeBody({ config, messages, tools = [] }: ChatRequest): WireBody {
  const offered = [...tools.map(encodeTool), ...searchTool(config)]
  const most = outputCap(config.model)
  return {
    model: config.model,
    max_tokens: config.max_tokens && config.max_tokens >= 1 ? Math.min(Math.floor(config.max_tokens), most) : most,
    messages: encodeTurns(messages),
    stream: config.stream,
    ...sampling(config),
    ...(offered.length > 0 && { tools: offered }),
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
