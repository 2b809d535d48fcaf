import type { Adapter } from "../adapter.ts"
import { openAiAdapter } from "../openai/adapter.ts"
import type { ChatStream } from "../openai/decode-event.ts"
import { decodeFailure } from "./decode-failure.ts"
import { encodeChat } from "./encode-request.ts"

/** ByteDance's Ark (Doubao), which answers as OpenAI does, its thinking in `reasoning_content`. */
export const byteDanceAdapter: Adapter<ChatStream> = {
  ...openAiAdapter,
  provider: "ByteDance",
  encodeChat,
  decodeFailure,
}
