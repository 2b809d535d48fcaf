import type { ChatEvent } from "../gateway/chat-event.ts"
import { noUsage } from "../gateway/usage.ts"
import { objectOf } from "./json.ts"
import { openAiAdapter } from "./openai/adapter.ts"
import { failureIn } from "./openai/decode-failure.ts"
import { extraEvents } from "./openai/decode-parts.ts"
import { decodeGenerated, decodeGenerateFailure } from "./stability/decode-reply.ts"

/** Pictures in replies, counted: where the price is by the piece, `output` is pieces. */
function told(pictures: readonly ChatEvent[]): readonly ChatEvent[] {
  if (pictures.length === 0) return [{ type: "failure", failure: { kind: "empty-answer" } }]
  const usage = { ...noUsage, output: pictures.length }
  return [...pictures, { type: "usage", usage }, { type: "finish", reason: "stop" }]
}

/** The images API of OpenAI and Azure. */
export const imagesAdapter = {
  ...openAiAdapter,
  decodeReply(json: unknown): readonly ChatEvent[] {
    const reply = objectOf(json) ?? {}
    const failure = failureIn(reply)
    if (failure) return [{ type: "failure", failure }]
    return told(extraEvents(reply).filter(({ type }) => type === "image"))
  },
}

/** Stability's. A picture the provider blurred is none, and is not charged. */
export const stabilityAdapter = {
  ...openAiAdapter,
  provider: "Stability",
  decodeReply(json: unknown): readonly ChatEvent[] {
    const picture = decodeGenerated(json)
    if (!picture.ok) return [{ type: "failure", failure: picture.error }]
    return told([{ type: "image", image: { b64: picture.value.b64 } }])
  },
  decodeFailure: decodeGenerateFailure,
}
