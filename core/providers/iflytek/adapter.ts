import { viaOpenAi } from "../openai/via-openai.ts"
import { chunkOf, replyOf, troubleOf } from "./decode.ts"
import { encodeChat } from "./encode-request.ts"

/** iFlytek's Spark over HTTP. */
export const iflytekAdapter = viaOpenAi({
  provider: "Iflytek",
  encodeChat,
  own: { counted: false },
  chunk: chunkOf,
  // With the usage all has been said, though nobody says so.
  complete: ({ counted }) => counted,
  reply: replyOf,
  trouble: troubleOf,
})
