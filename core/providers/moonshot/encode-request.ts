import type { ChatConfig, ChatMessage, ChatRequest } from "../../gateway/chat-request.ts"
import { textOf } from "../../gateway/content.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { bearer, jsonShape } from "../http-shape.ts"
import { encodeBody, withOldRole } from "../openai/encode-request.ts"

/** Kimi's chat: OpenAI's body, text only. */
export function encodeChat(request: ChatRequest, { apiKey }: Credentials): HttpShape {
  const body = encodeBody({ ...request, config: within(request.config), messages: request.messages.map(textOnly) })
  return jsonShape("/v1/chat/completions", body, request.config.stream, bearer(apiKey))
}

/** Temperature goes to 1; the models since kimi-k2.5 take no sampling settings but their own (documentation). */
function within(config: ChatConfig): ChatConfig {
  const { temperature, top_p: _, presence_penalty: _presence, frequency_penalty: _frequency, ...rest } = config
  if (/^kimi-(k2\.\d|k[3-9]|latest-thinking)/.test(config.model)) return rest
  return temperature === undefined ? config : { ...config, temperature: Math.min(Math.max(temperature, 0), 1) }
}

function textOnly(message: ChatMessage): ChatMessage {
  return { ...withOldRole(message), content: textOf(message.content) }
}
