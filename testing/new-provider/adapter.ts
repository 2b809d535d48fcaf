import type { Adapter } from "#core/providers/adapter.ts"
import { jsonShape } from "#core/providers/http-shape.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import type { ChatStream } from "#core/providers/openai/decode-event.ts"
import { encodeBody, withOldRole } from "#core/providers/openai/encode-request.ts"

/** Aurora answers as OpenAI does, at a path and with a header of its own. */
export const auroraAdapter: Adapter<ChatStream> = {
  ...openAiAdapter,
  provider: "Aurora",
  encodeChat(request, { apiKey }) {
    const body = encodeBody({ ...request, messages: request.messages.map(withOldRole) })
    return jsonShape("/v2/talk", body, request.config.stream, apiKey ? { "x-aurora-token": apiKey } : {})
  },
}
