import type { Adapter } from "../adapter.ts"
import { type ContentStream, decodeEnd, decodeEvent, decodeReply, startStream, unfinished } from "./decode-event.ts"
import { decodeFailure } from "./decode-failure.ts"
import { encodeChat, unsupportedOption } from "./encode-request.ts"

/** Gemini, by Google's generative language API. */
export const googleAdapter: Adapter<ContentStream> = {
  provider: "Google",
  encodeChat,
  unsupportedOption,
  start: startStream,
  decodeEvent,
  decodeEnd,
  unfinished,
  decodeReply,
  decodeFailure,
}
