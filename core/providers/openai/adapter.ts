import type { Adapter } from "../adapter.ts"
import { type ChatStream, decodeEnd, decodeEvent, startStream, unfinished } from "./decode-event.ts"
import { decodeFailure } from "./decode-failure.ts"
import { decodeReply } from "./decode-reply.ts"
import { encodeChat } from "./encode-request.ts"

/** OpenAI's chat completions, and the many servers that speak like it. */
export const openAiAdapter: Adapter<ChatStream> = {
  provider: "OpenAI",
  encodeChat,
  start: startStream,
  decodeEvent,
  decodeEnd,
  unfinished,
  decodeReply,
  decodeFailure,
}
