import { translated } from "../openai/translated.ts"
import { chunkOf, type DashScopeStream, lastChunk, newStream, replyOf, troubleOf } from "./decode.ts"
import { encodeChat, lacks } from "./encode-request.ts"

/** Alibaba's DashScope, by its own interface; its OpenAI-like one is read too. */
export const alibabaAdapter = translated<DashScopeStream>({
  provider: "Alibaba",
  encodeChat,
  lacks,
  own: newStream,
  chunk: chunkOf,
  last: lastChunk,
  reply: replyOf,
  trouble: troubleOf,
})
