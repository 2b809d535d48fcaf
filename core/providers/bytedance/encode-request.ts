import type { ChatMessage, ChatRequest } from "../../gateway/chat-request.ts"
import { contentText } from "../../gateway/content.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { bearer, jsonShape } from "../http-shape.ts"
import { encodeBody, withOldRole } from "../openai/encode-request.ts"

/** Ark's chat: OpenAI's body; the model is a model's name or an endpoint's (`ep-…`). */
export function encodeChat(request: ChatRequest, { apiKey }: Credentials): HttpShape {
  const body = encodeBody({ ...request, messages: request.messages.map(withoutThinking) })
  return jsonShape("/api/v3/chat/completions", body, request.config.stream, bearer(apiKey))
}

/** The model's thinking is not sent back to it. Some models write it into the beginning of the text. */
function withoutThinking(message: ChatMessage): ChatMessage {
  if (message.role !== "assistant") return withOldRole(message)
  const text = contentText(message.content)
  return text.trimStart().startsWith("<think>")
    ? { ...message, content: text.replace(/^\s*<think>[^]*?(?:<\/think>\s*|$)/, "") }
    : message
}
