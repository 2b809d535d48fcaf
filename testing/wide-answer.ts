import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { noUsage } from "#core/gateway/usage.ts"
import type { RecordedRequest } from "./fake-provider/fake-provider.ts"
import { answerReply } from "./fake-provider/replies.ts"
import type { FakeReply } from "./fake-provider/reply.ts"
import { seeded, type Timing } from "./fake-provider/timing.ts"

const random = seeded(7)
const words = Array.from({ length: 1_200 }, () => random().toString(36).slice(2, 6))
const padding = Array.from({ length: 1_250 }, () => random().toString(36).slice(2, 10)).join("")

/** The text of a wide answer. */
export const wideText = words.join("")
/** In so many pieces. */
export const widePieces = words.length

/**
 * An answer of far more than the buffers of a connection take, in the words of the provider that was asked: each of its 1 200
 * frames says one short word in ten thousand bytes.
 */
export function wideAnswer(timing: Timing): (request: RecordedRequest) => FakeReply {
  const said = words.map((word): ChatEvent => ({ type: "text-delta", text: word }))
  const usage: ChatEvent = { type: "usage", usage: { ...noUsage, inputUncached: 10, output: 1_200 } }
  const reply = answerReply([...said, usage, { type: "finish", reason: "stop" }], { timing })
  const wide = (send: Uint8Array) =>
    Buffer.from(Buffer.from(send).toString().replace("data: {", `data: {"wide":"${padding}",`))
  return (request) => {
    const whole = reply(request)
    return { ...whole, pieces: whole.pieces.map((piece) => ("send" in piece ? { send: wide(piece.send) } : piece)) }
  }
}

/** As fast as it is taken, with a pause now and then. */
export const wideAtOnce: Timing = function* () {
  for (let at = 0; ; at++) yield at % 40 === 0 ? 5 : 0
}

/** The first pieces come at once, then one every 40 ms. */
export function wideThenSlow(atOnce: number): Timing {
  return function* () {
    for (let at = 0; ; at++) yield at < atOnce ? 0 : 40
  }
}
