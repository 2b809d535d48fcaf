import type {
  AnswerOptions,
  ChatConfig,
  ChatMessage,
  ChatRequest,
  ReasoningEffort,
  ToolDefinition,
} from "../../../gateway/chat-request.ts"
import { type Content, contentText } from "../../../gateway/content.ts"
import type { ModelAbilities } from "../../../gateway/model-abilities.ts"
import { abilitiesFor, nearestEffort } from "../../../models/abilities.ts"
import { fitSettings } from "../../../models/fit-settings.ts"
import type { Credentials, HttpShape } from "../../adapter.ts"
import { bearer, jsonShape } from "../../http-shape.ts"
import { fitAnswerOptions, firstUnsupported } from "../../answer-options.ts"
import { objectOf } from "../../../lib/fields.ts"
import { withoutRefused } from "../../refused-fields.ts"
import { unlessAsked, writtenArguments } from "../encode-request.ts"
import { foldInstructions } from "../fold-instructions.ts"
import type { WireBody, WireInput, WireItem, WireTool } from "./wire.ts"

/** The chat call as the responses API takes it: the one by which OpenAI's models search the web. */
export function encodeChat(request: ChatRequest, { apiKey, organization }: Credentials): HttpShape {
  return jsonShape("/v1/responses", encodeBody(request), request.config.stream, {
    ...bearer(apiKey),
    ...(organization && { "openai-organization": organization }),
  })
}

export function encodeBody(request: ChatRequest): WireBody {
  const { messages, tools = [] } = request
  const abilities = abilitiesFor(request)
  const asked = fitAnswerOptions(request.asked ?? {}, abilities)
  const config = fitSettings({ ...(abilities.verbosity && unlessAsked), ...request.config }, abilities)
  const { model, stream, temperature, top_p } = config
  const effort = effortOf(config, abilities)
  // The o-series gets its instructions in the first user message.
  const spoken = abilities.foldsInstructions ? foldInstructions(messages) : messages
  const instructions = spoken
    .filter(isInstruction)
    .map(({ content }) => contentText(content))
    .filter((text) => text !== "")
  const own = abilities.tools === "never" ? [] : tools.map(encodeTool)
  const offered = [...own, ...(searches(config) > 0 ? [{ type: "web_search" } as const] : [])]
  const body: WireBody = {
    model,
    input: spoken.filter((message) => !isInstruction(message)).flatMap(encodeMessage),
    ...(instructions.length > 0 && { instructions: instructions.join("\n\n") }),
    stream,
    // OpenAI keeps answers for 30 days unless told not to.
    store: false,
    ...cap(config, abilities),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(effort !== undefined && { reasoning: { effort } }),
    ...textOfAnswer(config, asked),
    ...choiceOf(asked),
    ...(offered.length > 0 && { tools: offered }),
    ...notesOf(request),
    ...(searches(config) > 0 && { max_tool_calls: searches(config) }),
  }
  return withoutRefused(body, abilities)
}

function notesOf({ notes: { metadata, user } = {} }: ChatRequest): Pick<WireBody, "metadata" | "user"> {
  return { ...(metadata && { metadata: { ...metadata } }), ...(user !== undefined && { user }) }
}

/** This API has neither stops and seeds nor weights of tokens. */
export function unsupportedOption(options: AnswerOptions): string | undefined {
  return firstUnsupported(options, ["response_format", "tool_choice", "parallel_tool_calls"])
}

function textOfAnswer({ verbosity }: ChatConfig, asked: AnswerOptions): Pick<WireBody, "text"> {
  const { response_format: format } = asked
  const text = {
    ...(verbosity !== undefined && { verbosity }),
    ...(format?.type === "json_object" && { format }),
    ...(format?.type === "json_schema" && {
      format: { type: "json_schema" as const, ...format.json_schema, schema: format.json_schema.schema ?? {} },
    }),
  }
  return Object.keys(text).length === 0 ? {} : { text }
}

function choiceOf({ tool_choice, parallel_tool_calls }: AnswerOptions): Partial<WireBody> {
  return {
    ...(tool_choice === "required" && { tool_choice }),
    ...(typeof tool_choice === "object" && { tool_choice: { type: "function", name: tool_choice.name } }),
    ...(parallel_tool_calls === false && { parallel_tool_calls }),
  }
}

function isInstruction({ role }: ChatMessage): boolean {
  return role === "system" || role === "developer"
}

function searches({ enable_web_search, max_web_search_calls = 1 }: ChatConfig): number {
  return enable_web_search === true ? Math.max(0, max_web_search_calls) : 0
}

function cap({ max_tokens }: ChatConfig, { outputMost }: ModelAbilities): Pick<WireBody, "max_output_tokens"> {
  if (max_tokens === undefined || !Number.isSafeInteger(max_tokens) || max_tokens < 1) return {}
  return { max_output_tokens: Math.min(max_tokens, outputMost) }
}

/** A model that thinks as little as possible does not search: OpenAI refuses web_search with "minimal". */
function effortOf(config: ChatConfig, { efforts }: ModelAbilities): ReasoningEffort | undefined {
  if (config.reasoning_effort !== "minimal" || searches(config) === 0) return config.reasoning_effort
  return nearestEffort("low", { efforts: efforts.filter((effort) => effort !== "minimal") })
}

function encodeMessage({ role, content, tool_calls = [], tool_call_id = "" }: ChatMessage): readonly WireItem[] {
  if (role === "tool") return [{ type: "function_call_output", call_id: tool_call_id, output: contentText(content) }]
  if (role === "assistant") {
    const text = contentText(content)
    return [
      ...(text === "" ? [] : [{ role: "assistant", content: text } as const]),
      ...tool_calls.map(
        (call) =>
          ({
            type: "function_call",
            call_id: call.id,
            name: call.name,
            arguments: writtenArguments(call),
          }) as const,
      ),
    ]
  }
  return [{ role: "user", content: inputOf(content) }]
}

function inputOf(content: Content | null): string | readonly WireInput[] {
  if (content === null || typeof content === "string") return content ?? ""
  return content.map((part) =>
    part.type === "text"
      ? { type: "input_text", text: part.text }
      : { type: "input_image", image_url: part.image_url.url, detail: part.image_url.detail ?? "auto" },
  )
}

/** Flat, unlike chat. This API is strict where nothing is said, and schemas of plugins are not written to its rules. */
function encodeTool({ name, description, parameters, strict = false }: ToolDefinition): WireTool {
  return {
    type: "function",
    name,
    ...(description !== undefined && { description }),
    parameters: objectOf(parameters) ?? null,
    strict,
  }
}
