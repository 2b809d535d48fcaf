import type { ChatEvent } from "../../gateway/chat-event.ts"
import { openAiAdapter } from "../openai/adapter.ts"
import { pictureEvents } from "../pieces.ts"
import { decodeGenerated, decodeGenerateFailure } from "./decode-reply.ts"

/** Stability's adapter. A picture that the provider blurred counts as a failure and is not charged. */
export const stabilityAdapter = {
  ...openAiAdapter,
  provider: "Stability",
  decodeReply(json: unknown): readonly ChatEvent[] {
    const picture = decodeGenerated(json)
    if (!picture.ok) return [{ type: "failure", failure: picture.error }]
    return pictureEvents([{ type: "image", image: { b64: picture.value.b64 } }])
  },
  decodeFailure: decodeGenerateFailure,
}
