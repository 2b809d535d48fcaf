import { translated } from "../openai/translated.ts"
import type { Told } from "../sources.ts"
import { chunkOf, replyOf, troubleOf } from "./decode.ts"
import { encodeChat } from "./encode-request.ts"

/** Tencent's Hunyuan, by its own interface. */
export const tencentAdapter = translated<Told>({
  provider: "Tencent",
  encodeChat,
  own: [],
  chunk: chunkOf,
  reply: replyOf,
  trouble: troubleOf,
})
