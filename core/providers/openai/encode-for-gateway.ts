import type { ChatRequest } from "../../gateway/chat-request.ts"
import type { HttpShape } from "../adapter.ts"
import { jsonShape } from "../http-shape.ts"
import { encodeBody } from "./encode-request.ts"

/**
 * A chat as our own gateway takes it, whoever's model answers: OpenAI's shape, with the fields that are for the gateway
 * alone (whose model it is, how often it may search the web).
 */
export function encodeForGateway(request: ChatRequest): HttpShape {
  const { providerName, stream, enable_web_search: searches, max_web_search_calls: most } = request.config
  const body = {
    ...encodeBody(request),
    ...(providerName !== "" && providerName !== "OpenAI" && { providerName }),
    ...(searches === true && { enable_web_search: true, ...(most !== undefined && { max_web_search_calls: most }) }),
  }
  return jsonShape("/v1/chat/completions", body, stream, {})
}
