import { objectOf } from "#core/lib/fields.ts"
import { encodeFailure, encodeReply, encodeStream, type Envelope } from "#core/providers/openai/encode-events.ts"
import type { Asked, FakeWire } from "./fake-wire.ts"

/** OpenAI's chat, which Azure, ByteDance and Moonshot speak as well; shared with the pretend model. */
export const openAiFake: FakeWire = {
  stream: (events, asked) => encodeStream(envelopeOf(asked), events).map((data) => ({ data })),
  reply: (events, asked) => encodeReply(envelopeOf(asked), events),
  failure: encodeFailure,
}

/** OpenAI's and Azure's pictures. */
export const imagesFake: FakeWire = {
  ...openAiFake,
  reply: (events) => ({
    created: 1_700_000_000,
    data: events.flatMap((event) =>
      event.type === "image" ? [{ b64_json: event.image.b64, url: event.image.url, revised_prompt: "Um gato." }] : [],
    ),
  }),
}

function envelopeOf({ model, json }: Asked): Envelope {
  const includeUsage = objectOf(json["stream_options"])?.["include_usage"] === true
  return { id: "chatcmpl-fake", model, created: 1_700_000_000, includeUsage }
}
