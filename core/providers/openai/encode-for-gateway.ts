import type { ChatRequest } from "../../gateway/chat-request.ts"
import type { HttpShape } from "../adapter.ts"
import { contentText } from "../../gateway/content.ts"
import { jsonShape } from "../http-shape.ts"
import { encodeBody } from "./encode-request.ts"

/**
 * A chat as our own gateway takes it, whoever's model answers: OpenAI's shape, with the fields that are for the gateway
 * alone (whose model it is, how often it may search the web).
 */
export function encodeForGateway(request: ChatRequest): HttpShape {
  if (request.picture !== undefined) return pictureShape(request, request.picture)
  const { providerName, stream, enable_web_search: searches, max_web_search_calls: most } = request.config
  const body = {
    ...encodeBody(request),
    ...(providerName !== "" && providerName !== "OpenAI" && { providerName }),
    ...(searches === true && { enable_web_search: true, ...(most !== undefined && { max_web_search_calls: most }) }),
  }
  return jsonShape("/v1/chat/completions", body, stream, {})
}

/** The seven fields of a picture, as the images API takes them. */
function pictureShape(
  { messages, config: { model } }: ChatRequest,
  { size, quality, style }: NonNullable<ChatRequest["picture"]>,
): HttpShape {
  const prompt = contentText(messages.at(-1)?.content ?? "")
  const body = { model, prompt, response_format: "b64_json", n: 1, size, quality, style }
  return jsonShape("/v1/images/generations", body, false, {})
}
