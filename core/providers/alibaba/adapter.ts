import { viaOpenAi } from "../openai/via-openai.ts"
import { chunkOf, type DashScopeStream, lastChunk, newStream, replyOf, troubleOf } from "./decode.ts"
import { encodeChat, unsupportedOption } from "./encode-request.ts"

/** Alibaba's DashScope, by its own interface; its OpenAI-like one is read too. */
export const alibabaAdapter = viaOpenAi<DashScopeStream>({
  provider: "Alibaba",
  encodeChat,
  unsupportedOption,
  own: newStream,
  chunk: chunkOf,
  last: lastChunk,
  reply: replyOf,
  trouble: troubleOf,
})
