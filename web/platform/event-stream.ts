import { createParser } from "eventsource-parser"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Adapter, SseEvent } from "#core/providers/adapter.ts"

/** The largest single event of a stream, in characters: past it the stream is given up as broken. */
const eventCap = 24_000_000

/**
 * For how long what arrives is gathered, in milliseconds, before it is handed on: a model sends hundreds of pieces a
 * second, and a page cannot show more than some thirty changes. The first piece is not held back.
 */
const gatherMs = 30

/**
 * The answer in a reply with status 200, however it comes: a stream of events, a whole JSON reply, or plain text, which is
 * the whole answer. Events come in the bunches they arrived in. Every answer ends in exactly one `finish` or `failure`;
 * `usage` and `balance` may come after it.
 */
export async function* readAnswer<State>(
  response: Response,
  adapter: Adapter<State>,
): AsyncGenerator<readonly ChatEvent[]> {
  const type = response.headers.get("content-type")?.toLowerCase() ?? ""
  if (type.startsWith("text/event-stream") && response.body) return yield* readStream(response.body, adapter)
  const text = await response.text()
  if (type.startsWith("text/plain")) return yield plainAnswer(text)
  const json = parseJson(text)
  if (json !== undefined) return yield adapter.decodeReply(json)
  const head = text.slice(0, 200)
  yield [{ type: "failure", failure: { kind: "not-json", status: response.status, contentType: type, head } }]
}

/** The events of a stream. A connection that breaks throws, after everything that had arrived was told. */
async function* readStream<State>(
  body: ReadableStream<Uint8Array>,
  adapter: Adapter<State>,
): AsyncGenerator<readonly ChatEvent[]> {
  const decode = decoderOf(adapter)
  const reader = body.getReader()
  const arrived: ChatEvent[] = []
  const takeArrived = () => arrived.splice(0)
  let enough: Promise<undefined> = Promise.resolve(undefined)
  try {
    for (let reading = reader.read(); ;) {
      let piece: Piece | undefined = await reading
      for (; piece !== undefined; piece = await Promise.race([reading, enough])) {
        arrived.push(...decode(piece))
        if (piece.done) return arrived.length > 0 ? yield takeArrived() : undefined
        reading = reader.read()
      }
      if (arrived.length > 0) yield takeArrived()
      enough = new Promise((tell) => setTimeout(tell, gatherMs))
    }
  } catch (broken) {
    if (arrived.length > 0) yield takeArrived()
    throw broken
  } finally {
    // Also when the reader of these events has had enough.
    reader.cancel().catch(() => {})
  }
}

type Piece = ReadableStreamReadResult<Uint8Array>

/** Turns the pieces of a stream into events, wherever the pieces were cut. */
function decoderOf<State>(adapter: Adapter<State>): (piece: Piece) => readonly ChatEvent[] {
  let state = adapter.start()
  let waiting: SseEvent[] = []
  const parser = createParser({ maxBufferSize: eventCap, onEvent: (event) => waiting.push(event) })
  const bytes = new TextDecoder()
  return ({ done, value }) => {
    parser.feed(done ? bytes.decode() : bytes.decode(value, { stream: true }))
    const events = waiting.flatMap((event) => {
      const [next, decoded] = adapter.decodeEvent(state, event)
      state = next
      return decoded
    })
    waiting = []
    return done ? [...events, ...adapter.decodeEnd(state)] : events
  }
}

function plainAnswer(text: string): readonly ChatEvent[] {
  if (text === "") return [{ type: "failure", failure: { kind: "empty-answer" } }]
  return [
    { type: "text-delta", text },
    { type: "finish", reason: "stop" },
  ]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
