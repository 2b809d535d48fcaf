import type { AnswerOptions, ChatConfig, ChatRequest, ToolDefinition } from "../../gateway/chat-request.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { answerSchema, fitAnswerOptions, firstUnsupported } from "../answer-options.ts"
import { jsonShape } from "../http-shape.ts"
import { objectOf } from "../../lib/fields.ts"
import { withoutRefused } from "../refused-fields.ts"
import { encodeSchema } from "./schema.ts"
import { encodeTurns } from "./turns.ts"
import { type WireBody, wireHarms, wireLevels, type WireTools } from "./wire.ts"

/** The chat call as Gemini takes it. The key goes into a header: an address ends up in logs. */
export function encodeChat(request: ChatRequest, { apiKey, apiVersion }: Credentials): HttpShape {
  const { model, stream } = request.config
  const body = encodeBody(request)
  const path = pathOf(model, stream, versionFor(request, body, apiVersion))
  return jsonShape(path, body, stream, apiKey ? { "x-goog-api-key": apiKey } : {})
}

/** `v1`, where it was chosen and has words for what is asked: it knows no tools, no schemas, no levels of thinking, no models on trial. Else `v1beta`. */
function versionFor({ config, asked = {} }: ChatRequest, body: WireBody, chosen?: string): string {
  const { contents, tools, generationConfig } = body
  const isPlain =
    tools === undefined &&
    generationConfig.thinkingConfig === undefined &&
    Object.values(asked).every((value) => value === undefined) &&
    contents.every(({ parts }) => parts.every((part) => "text" in part || "inline_data" in part)) &&
    !/preview|exp|latest/.test(config.model)
  return chosen === "v1" && isPlain ? "v1" : "v1beta"
}

/** Without `alt=sse` a stream would be one long JSON list. */
export function pathOf(model: string, stream: boolean, version = "v1beta"): string {
  const method = stream ? "streamGenerateContent?alt=sse" : "generateContent"
  return `/${version}/models/${encodeURIComponent(model)}:${method}`
}

export function encodeBody(request: ChatRequest): WireBody {
  const { messages, tools = [] } = request
  const abilities = abilitiesFor(request)
  const asked = fitAnswerOptions(request.asked ?? {}, abilities)
  const config = fitSettings(request.config, abilities)
  const { temperature, top_p, max_tokens, safety = "BLOCK_ONLY_HIGH" } = config
  const offered = toolsOf(config, abilities.tools === "never" ? [] : tools)
  const thinkingLevel = wireLevels.find((level) => level === config.reasoning_effort)
  const body: WireBody = {
    contents: encodeTurns(messages),
    generationConfig: {
      ...(temperature !== undefined && { temperature }),
      ...(max_tokens !== undefined &&
        max_tokens >= 1 && { maxOutputTokens: Math.min(max_tokens, abilities.outputMost) }),
      ...(top_p !== undefined && { topP: top_p }),
      ...(thinkingLevel && { thinkingConfig: { thinkingLevel } }),
      ...encodeAnswerOptions(asked),
    },
    safetySettings: wireHarms.map((category) => ({ category, threshold: safety })),
    ...(offered.length > 0 && { tools: offered }),
    ...toolConfigOf(asked),
  }
  return withoutRefused(body, abilities)
}

/** There are no weights of tokens, and calls come as many as the model likes. */
export function unsupportedOption(options: AnswerOptions): string | undefined {
  return firstUnsupported(options, ["stop", "seed", "response_format", "tool_choice"])
}

function encodeAnswerOptions(asked: AnswerOptions): Partial<WireBody["generationConfig"]> {
  const { stop, seed, response_format } = asked
  const schema = answerSchema(asked)
  return {
    ...(stop && { stopSequences: stop }),
    ...(seed !== undefined && { seed }),
    ...(response_format && { responseMimeType: "application/json" }),
    ...(schema && { responseSchema: encodeSchema(schema) }),
  }
}

function toolConfigOf({ tool_choice }: AnswerOptions): Pick<WireBody, "toolConfig"> {
  if (tool_choice === undefined) return {}
  const names = tool_choice === "required" ? {} : { allowedFunctionNames: [tool_choice.name] }
  return { toolConfig: { functionCallingConfig: { mode: "ANY", ...names } } }
}

/** Gemini takes its search or our functions in one call, not both: a search that was asked for goes first. */
function toolsOf(
  { enable_web_search, max_web_search_calls = 1 }: ChatConfig,
  tools: readonly ToolDefinition[],
): readonly WireTools[] {
  if (enable_web_search === true && max_web_search_calls >= 1) return [{ google_search: {} }]
  if (tools.length === 0) return []
  return [{ functionDeclarations: tools.map(encodeTool) }]
}

/** A function without parameters has none: an object schema without properties is refused. */
function encodeTool({ name, description, parameters }: ToolDefinition) {
  const schema = encodeSchema(objectOf(parameters) ?? {})
  const empty = Object.keys(objectOf(schema["properties"]) ?? {}).length === 0
  return {
    name,
    ...(description !== undefined && { description }),
    ...(!empty && { parameters: { ...schema, type: "object" } }),
  }
}
