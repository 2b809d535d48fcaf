import type { ChatConfig, ChatMessage, ChatRequest } from "../../gateway/chat-request.ts"
import { contentText } from "../../gateway/content.ts"
import { abilitiesFor } from "../../models/abilities.ts"
import type { Credentials, HttpShape } from "../adapter.ts"
import { bearer, jsonShape } from "../http-shape.ts"
import { encodeBody, withOldRole } from "../openai/encode-request.ts"

/** Kimi's chat: OpenAI's body; pictures only to models that see. */
export function encodeChat(request: ChatRequest, { apiKey }: Credentials): HttpShape {
  const { seesImages } = abilitiesFor(request)
  const messages = request.messages.map(seesImages ? withOldRole : textOnly)
  const body = encodeBody({ ...request, config: within(request.config), messages })
  return jsonShape("/v1/chat/completions", body, request.config.stream, bearer(apiKey))
}

/** Temperature goes to 1. */
function within(config: ChatConfig): ChatConfig {
  const { temperature } = config
  return temperature === undefined ? config : { ...config, temperature: Math.min(Math.max(temperature, 0), 1) }
}

function textOnly(message: ChatMessage): ChatMessage {
  return { ...withOldRole(message), content: contentText(message.content) }
}
