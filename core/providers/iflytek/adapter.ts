import { translated } from "../openai/translated.ts"
import { chunkOf, replyOf, troubleOf } from "./decode.ts"
import { encodeChat } from "./encode-request.ts"

/** iFlytek's Spark over HTTP. */
export const iflytekAdapter = translated({
  provider: "Iflytek",
  encodeChat,
  own: { counted: false },
  chunk: chunkOf,
  // With the usage all has been said, though nobody says so.
  complete: ({ counted }) => counted,
  reply: replyOf,
  trouble: troubleOf,
})
