import { translated } from "../openai/translated.ts"
import type { Told } from "../sources.ts"
import { chunkOf, replyOf, troubleOf } from "./decode.ts"
import { encodeChat, lacks } from "./encode-request.ts"

/** Tencent's Hunyuan, by its own interface. */
export const tencentAdapter = translated<Told>({
  provider: "Tencent",
  encodeChat,
  lacks,
  uncapped: true,
  own: [],
  chunk: chunkOf,
  reply: replyOf,
  trouble: troubleOf,
})
