import type { ChatConfig, ChatMessage, ChatRequest, ToolCall, ToolDefinition } from "../../gateway/chat-request.ts"
import { textOf } from "../../gateway/content.ts"
import { isGpt5, isReasoningModel } from "../../models/capabilities.ts"
import { outputCap } from "../../models/output-cap.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { objectOf } from "../json.ts"
import { signatureField } from "./call-signature.ts"
import { capField, takesCompletionCap } from "./cap-field.ts"
import { encodeAsked } from "./encode-asked.ts"
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
    body: JSON.stringify(encodeBody(request)),
  }
}

/** The body alone, for callers that go on with it as an object. */
export function encodeBody({ config, messages, tools = [], asked = {} }: ChatRequest): WireBody {
  const { model, stream } = config
  const spoken = isReasoningModel(model) ? foldInstructions(messages) : messages
  return {
    model,
    messages: spoken.map(encodeMessage),
    stream,
    ...(stream && { stream_options: { include_usage: true } }),
    ...sampling(config),
    ...capField(model, cappedFor(model, config.max_tokens)),
    ...(isGpt5(model) && {
      reasoning_effort: config.reasoning_effort ?? "medium",
      verbosity: config.verbosity ?? "medium",
    }),
    ...(tools.length > 0 && !refusesTools(model) && { tools: encodeTools(tools) }),
    ...encodeAsked(asked),
  }
}

/** Reasoning models and gpt-5 answer anything but their defaults with 400, so they get none. */
function sampling(config: ChatConfig): Partial<WireBody> {
  if (isReasoningModel(config.model) || isGpt5(config.model)) return {}
  const { temperature, top_p, presence_penalty, frequency_penalty } = config
  return {
    ...(temperature !== undefined && { temperature }),
    ...(presence_penalty !== undefined && { presence_penalty }),
    ...(frequency_penalty !== undefined && { frequency_penalty }),
    ...(top_p !== undefined && { top_p }),
  }
}

/** The user's setting (100 000 by default) within what the model can write; models with `max_tokens` have their own rule. */
function cappedFor(model: string, cap: number | undefined): number | undefined {
  return cap !== undefined && takesCompletionCap(model) ? Math.min(cap, outputCap(model)) : cap
}

function refusesTools(model: string): boolean {
  return model.startsWith("o1-mini")
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
      return { role: message.role, content: textOf(message.content), ...name }
    case "user":
      return { role: "user", content: message.content ?? "", ...name }
    case "tool":
      return { role: "tool", content: textOf(message.content), tool_call_id: message.tool_call_id ?? "" }
    case "assistant":
      return { role: "assistant", content: assistantText(message), ...name, ...encodeToolCalls(message) }
  }
}

/** Null only where the provider allows it: beside tool calls. */
function assistantText(message: ChatMessage): string | null {
  const text = textOf(message.content)
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
