import type { ChatMessage, ChatRequest } from "../../gateway/chat-request.ts"
import { textOf } from "../../gateway/content.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { jsonShape, pairBearer } from "../http-shape.ts"
import { encodeBody, withOldRole } from "../openai/encode-request.ts"

/** Spark's chat: OpenAI's body, text only, its key and secret as one token. */
export function encodeChat(request: ChatRequest, credentials: Credentials): HttpShape {
  const { config } = request
  const {
    stream_options: _,
    max_completion_tokens: _newer,
    tools,
    ...body
  } = encodeBody({
    ...request,
    messages: alternating(request.messages.map(textOnly)),
  })
  const cap = config.max_tokens === undefined ? undefined : Math.min(config.max_tokens, mostTokens(config.model))
  return jsonShape(
    "/v1/chat/completions",
    {
      ...body,
      ...(config.temperature !== undefined && { temperature: Math.min(Math.max(config.temperature, least), 2) }),
      ...(config.top_p !== undefined && { top_p: Math.min(Math.max(config.top_p, least), 1) }),
      ...(cap !== undefined && cap >= 1 && { max_tokens: cap }),
      // Without the switch a call comes as one object instead of a list.
      ...(tools && takesTools(config.model) && { tools, tool_calls_switch: true }),
    },
    config.stream,
    pairBearer(credentials),
  )
}

/** Zero is refused, for temperature and top_p. */
const least = 0.01

/** Most output tokens a model takes as `max_tokens` (documentation). */
export function mostTokens(model: string): number {
  return ["lite", "pro-128k"].includes(model) ? 4_096 : 8_192
}

/** Only Max and Ultra call functions (documentation); others refuse to hear of them. */
function takesTools(model: string): boolean {
  return ["generalv3.5", "max-32k", "4.0Ultra"].includes(model)
}

function textOnly(message: ChatMessage): ChatMessage {
  return { ...withOldRole(message), content: textOf(message.content) }
}

/** A system message stands first and alone, all others follow as the user's; neighbours of one role are one message. */
function alternating(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.reduce<readonly ChatMessage[]>((before, given, index) => {
    const message: ChatMessage = given.role === "system" && index > 0 ? { ...given, role: "user" } : given
    const last = before.at(-1)
    const joins =
      last?.role === message.role &&
      (message.role === "user" || (message.role === "assistant" && !last.tool_calls && !message.tool_calls))
    if (!last || !joins) return [...before, message]
    const content = [textOf(last.content), textOf(message.content)].filter((text) => text !== "").join("\n\n")
    return [...before.slice(0, -1), { ...last, content }]
  }, [])
}
