import { translated } from "../openai/translated.ts"
import type { Told } from "../sources.ts"
import { chunkOf, replyOf, troubleOf } from "./decode.ts"
import { encodeChat, lacks } from "./encode-request.ts"

/** Baidu's Wenxin (ERNIE). */
export const baiduAdapter = translated<Told>({
  provider: "Baidu",
  encodeChat,
  lacks,
  own: [],
  chunk: chunkOf,
  reply: replyOf,
  trouble: troubleOf,
})
