import { viaOpenAi } from "../openai/via-openai.ts"
import type { Told } from "../new-citations.ts"
import { chunkOf, replyOf, troubleOf } from "./decode.ts"
import { encodeChat, unsupportedOption } from "./encode-request.ts"

/** Baidu's Wenxin (ERNIE). */
export const baiduAdapter = viaOpenAi<Told>({
  provider: "Baidu",
  encodeChat,
  unsupportedOption,
  own: [],
  chunk: chunkOf,
  reply: replyOf,
  trouble: troubleOf,
})
