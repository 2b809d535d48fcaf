import { viaOpenAi } from "../openai/via-openai.ts"
import type { Told } from "../new-citations.ts"
import { chunkOf, replyOf, troubleOf } from "./decode.ts"
import { encodeChat, unsupportedOption } from "./encode-request.ts"

/** Tencent's Hunyuan, by its own interface. */
export const tencentAdapter = viaOpenAi<Told>({
  provider: "Tencent",
  encodeChat,
  unsupportedOption,
  uncapped: true,
  own: [],
  chunk: chunkOf,
  reply: replyOf,
  trouble: troubleOf,
})
