import type { ChatMessage, ChatRequest } from "../../gateway/chat-request.ts"
import { contentText } from "../../gateway/content.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { jsonShape, pairBearer } from "../http-shape.ts"
import { encodeBody, withOldRole } from "../openai/encode-request.ts"

/** Spark's chat: OpenAI's body, text only, its key and secret as one token. */
export function encodeChat(request: ChatRequest, credentials: Credentials): HttpShape {
  const { config } = request
  const abilities = abilitiesFor(request)
  const {
    stream_options: _,
    max_tokens: _cap,
    max_completion_tokens: _newer,
    tools,
    temperature,
    top_p,
    ...body
  } = encodeBody({ ...request, messages: alternating(request.messages.map(textOnly)) })
  const cap = config.max_tokens === undefined ? undefined : Math.min(config.max_tokens, abilities.outputMost)
  return jsonShape(
    "/v1/chat/completions",
    {
      ...body,
      ...(temperature !== undefined && { temperature: Math.min(Math.max(temperature, least), 2) }),
      ...(top_p !== undefined && { top_p: Math.min(Math.max(top_p, least), 1) }),
      ...(cap !== undefined && cap >= 1 && { max_tokens: cap }),
      // Without the switch a call comes as one object instead of a list.
      ...(tools && { tools, tool_calls_switch: true }),
    },
    config.stream,
    pairBearer(credentials),
  )
}

/** Zero is refused, for temperature and top_p. */
const least = 0.01

function textOnly(message: ChatMessage): ChatMessage {
  return { ...withOldRole(message), content: contentText(message.content) }
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
    const content = [contentText(last.content), contentText(message.content)].filter((text) => text !== "").join("\n\n")
    return [...before.slice(0, -1), { ...last, content }]
  }, [])
}
