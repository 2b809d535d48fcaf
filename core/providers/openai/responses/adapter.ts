import type { Adapter } from "../../adapter.ts"
import { decodeFailure } from "../decode-failure.ts"
import { decodeEnd, decodeEvent, decodeReply } from "./decode-event.ts"
import { encodeChat, unsupportedOption } from "./encode-request.ts"
import { type ResponseStream, startStream, unfinished } from "./state.ts"

/** OpenAI's responses: chat with tools of OpenAI's own, the web search among them. */
export const responsesAdapter: Adapter<ResponseStream> = {
  provider: "OpenAI",
  encodeChat,
  unsupportedOption,
  start: startStream,
  decodeEvent,
  decodeEnd,
  unfinished,
  decodeReply,
  decodeFailure,
}
