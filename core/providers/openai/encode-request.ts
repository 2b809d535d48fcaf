import type { ChatMessage, ChatRequest, ToolCall, ToolDefinition } from "../../gateway/chat-request.ts"
import { contentText } from "../../gateway/content.ts"
import type { ModelAbilities } from "../../gateway/model-abilities.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import { fitSettings } from "../../models/fit-settings.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { fitAnswerOptions } from "../answer-options.ts"
import { objectOf } from "../../lib/fields.ts"
import { withoutRefused } from "../refused-fields.ts"
import { signatureField } from "./call-signature.ts"
import { capField } from "./cap-field.ts"
import { effortForTools, inChatCompletions } from "./chat-abilities.ts"
import { encodeAnswerOptions } from "./encode-answer-options.ts"
import { foldInstructions } from "./fold-instructions.ts"
import type { WireBody, WireMessage, WireTool } from "./wire.ts"

/** The chat call as OpenAI takes it. A field without a value is absent from the body, never null or undefined. */
export function encodeChat(request: ChatRequest, credentials: Credentials): HttpShape {
  return {
    method: "POST",
    path: "/v1/chat/completions",
    headers: {
      "content-type": "application/json",
      accept: request.config.stream ? "text/event-stream" : "application/json",
      ...(credentials.apiKey && { authorization: `Bearer ${credentials.apiKey}` }),
      ...(credentials.organization && { "openai-organization": credentials.organization }),
    },
    body: JSON.stringify(encodeCompletion(request)),
  }
}

/** The body as OpenAI's own chat completions take it, and Microsoft's. */
export function encodeCompletion(request: ChatRequest): WireBody {
  const abilities = abilitiesFor(request)
  const hasTools = (request.tools ?? []).length > 0
  const config = { ...request.config, ...effortForTools(abilities, hasTools) }
  return encodeBody({ ...request, config, abilities: inChatCompletions(abilities, hasTools) })
}

/** The body alone, for whoever speaks like OpenAI, and for callers that go on with it as an object. */
export function encodeBody(request: ChatRequest): WireBody {
  const { messages, tools = [], asked = {} } = request
  const abilities = abilitiesFor(request)
  const config = fitSettings({ ...(abilities.verbosity && unlessAsked), ...request.config }, abilities)
  const { model, stream, temperature, top_p, presence_penalty, frequency_penalty } = config
  const { reasoning_effort, verbosity } = config
  const spoken = abilities.foldsInstructions ? foldInstructions(messages) : messages
  const body: WireBody = {
    model,
    messages: spoken.map(encodeMessage),
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    ...(temperature !== undefined && { temperature }),
    ...(presence_penalty !== undefined && { presence_penalty }),
    ...(frequency_penalty !== undefined && { frequency_penalty }),
    ...(top_p !== undefined && { top_p }),
    ...capField(abilities, cappedFor(abilities, config.max_tokens)),
    ...(reasoning_effort !== undefined && { reasoning_effort }),
    ...(verbosity !== undefined && { verbosity }),
    ...(tools.length > 0 && abilities.tools !== "never" && { tools: encodeTools(tools) }),
    ...encodeAnswerOptions(fitAnswerOptions(asked, abilities)),
  }
  return withoutRefused(body, abilities)
}

/** The defaults for gpt-5 and its successors where the user chose none. */
export const unlessAsked = { reasoning_effort: "medium", verbosity: "medium" } as const

/** The user's setting (100 000 by default) within what the model can write; models with `max_tokens` have their own rule. */
function cappedFor({ capField: field, outputMost }: ModelAbilities, cap: number | undefined): number | undefined {
  return cap !== undefined && field === "max_completion_tokens" ? Math.min(cap, outputMost) : cap
}

/** A message for those who speak like OpenAI and do not know its newer word for the system. */
export function withOldRole(message: ChatMessage): ChatMessage {
  return message.role === "developer" ? { ...message, role: "system" } : message
}

function encodeMessage(message: ChatMessage): WireMessage {
  const name = message.name === undefined ? {} : { name: message.name }
  switch (message.role) {
    case "system":
    case "developer":
      return { role: message.role, content: contentText(message.content), ...name }
    case "user":
      return { role: "user", content: message.content ?? "", ...name }
    case "tool":
      return { role: "tool", content: contentText(message.content), tool_call_id: message.tool_call_id ?? "" }
    case "assistant":
      return { role: "assistant", content: assistantText(message), ...name, ...encodeToolCalls(message) }
  }
}

/** Null only where the provider allows it: beside tool calls. */
function assistantText(message: ChatMessage): string | null {
  const text = contentText(message.content)
  return text === "" && message.tool_calls?.length ? null : text
}

/** The calls of an assistant's message; nothing where it made none. */
export function encodeToolCalls({
  tool_calls = [],
}: ChatMessage): Pick<WireMessage & { role: "assistant" }, "tool_calls"> {
  if (tool_calls.length === 0) return {}
  return {
    tool_calls: tool_calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: writtenArguments(call) },
      ...signatureField(call),
    })),
  }
}

/** A call without arguments may come with none written; sent back so, some refuse it as no JSON. */
export function writtenArguments({ arguments: json }: Pick<ToolCall, "arguments">): string {
  return json.trim() === "" ? "{}" : json
}

export function encodeTools(tools: readonly ToolDefinition[]): readonly WireTool[] {
  return tools.map(encodeTool)
}

function encodeTool(tool: ToolDefinition): WireTool {
  const parameters = objectOf(tool.parameters)
  return {
    type: "function",
    function: {
      name: tool.name,
      ...(tool.description !== undefined && { description: tool.description }),
      ...(parameters && { parameters }),
    },
  }
}
