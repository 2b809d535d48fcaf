import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { WireFrame } from "#core/providers/client-api.ts"
import { encodeEvent, encodeReply, type Envelope, startEncoding } from "#core/providers/openai/encode-events.ts"
import { doneMarker } from "#core/providers/sse.ts"
import type { RunFacts } from "../runs/run-facts.ts"

/** Any provider's answer as a stream of OpenAI's chat chunks. */
export interface OpenAiTranslator {
  /** The frames for these events; usage and ends come later. */
  tell(events: readonly ChatEvent[]): readonly WireFrame[]
  /** The chunks that tell the usage, for when the money is settled. */
  usageFrames(): readonly WireFrame[]
}

export function translateToOpenAi(facts: RunFacts, model: string): OpenAiTranslator {
  const envelope = envelopeOf(facts, model)
  let encoding = startEncoding
  let finish: readonly string[] = []
  return {
    tell(events) {
      const frames: WireFrame[] = []
      for (const event of events) {
        // An answer that only searched or thought ends as one that said nothing: its readers wait for a reason.
        const isEmpty = event.type === "failure" && event.failure.kind === "empty-answer" && encoding.started
        if (event.type === "failure" && !isEmpty) continue
        const [next, payloads] = encodeEvent(envelope, encoding, event)
        encoding = next
        if (event.type !== "finish" && !isEmpty) for (const data of payloads) frames.push({ data })
        else {
          // The first says why it ended; what follows is bookkeeping.
          const reason = payloads.findIndex((payload) => payload.includes('"finish_reason":"'))
          for (const data of payloads.slice(0, reason + 1)) frames.push({ data })
          finish = payloads.slice(reason + 1).filter((payload) => payload !== doneMarker)
        }
      }
      return frames
    },
    usageFrames: () => finish.map((data) => ({ data })),
  }
}

/** A whole reply of any provider as OpenAI's. */
export function replyToOpenAi(facts: RunFacts, model: string, events: readonly ChatEvent[]): string {
  return JSON.stringify(encodeReply(envelopeOf(facts, model), events))
}

/** `model`: the one that answers, which need not be the one that was asked for. */
function envelopeOf({ id, startedAt }: RunFacts, model: string): Envelope {
  return { id: `chatcmpl-${id}`, model, created: Math.floor(startedAt / 1000), includeUsage: true }
}
