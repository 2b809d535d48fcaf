import type { Adapter } from "../adapter.ts"
import { decodeEnd, decodeEvent, decodeReply, type MessageStream, startStream, unfinished } from "./decode-event.ts"
import { decodeFailure } from "./decode-failure.ts"
import { encodeChat, unsupportedOption } from "./encode-request.ts"

/** Claude, by Anthropic's messages. */
export const anthropicAdapter: Adapter<MessageStream> = {
  provider: "Anthropic",
  encodeChat,
  unsupportedOption,
  start: startStream,
  decodeEvent,
  decodeEnd,
  unfinished,
  decodeReply,
  decodeFailure,
}
