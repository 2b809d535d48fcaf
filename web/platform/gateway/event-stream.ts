import { createParser } from "eventsource-parser"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { parseJson } from "#core/lib/fields.ts"
import type { Adapter, SseEvent } from "#core/providers/adapter.ts"
import { apart } from "#core/providers/sse.ts"

/** The largest single event of a stream, in characters: past it the stream is given up as broken. */
const eventCap = 24_000_000

/**
 * For how long what arrives is gathered, in milliseconds, before it is handed on: a model sends hundreds of pieces a
 * second, and every bunch has a slow page work for some milliseconds. The first piece is not held back.
 */
const gatherMs = 60

/** How far an answer has been read. It outlives connections: a second one goes on where the first was cut. */
export interface Reading<State> {
  state: State
  /** The id of the last frame that was read; frames up to it that come again are passed over. */
  frame: number
  /** Whether the one `finish` or `failure` event has come. */
  ended: boolean
  /** Epoch milliseconds when bytes last came. */
  heardAt: number
}

export function beginReading<State>(adapter: Adapter<State>): Reading<State> {
  return { state: adapter.start(), frame: 0, ended: false, heardAt: Date.now() }
}

/** `resumable`: the end of a connection is not the end of the answer. */
export interface ReadOptions<State> {
  readonly reading?: Reading<State>
  readonly resumable?: boolean
}

/**
 * The answer in a reply with status 200, however it comes: a stream of events, a whole JSON reply, or plain text, which is
 * the whole answer. Events come in the bunches they arrived in. Every answer ends in exactly one `finish` or `failure`,
 * unless it can be resumed; `usage` and `balance` may come after it.
 */
export async function* readAnswer<State>(
  response: Response,
  adapter: Adapter<State>,
  options: ReadOptions<State> = {},
): AsyncGenerator<readonly ChatEvent[]> {
  const { reading = beginReading(adapter) } = options
  const type = response.headers.get("content-type")?.toLowerCase() ?? ""
  if (type.startsWith("text/event-stream") && response.body) {
    return yield* readStream(response.body, adapter, { reading, resumable: options.resumable ?? false })
  }
  const text = await response.text()
  reading.ended = true
  if (type.startsWith("text/plain")) return yield plainAnswer(text)
  const json = parseJson(text)
  if (json !== undefined) return yield adapter.decodeReply(json)
  const head = text.slice(0, 200)
  yield [{ type: "failure", failure: { kind: "not-json", status: response.status, contentType: type, head } }]
}

/** The events of a stream. A broken connection throws, after all arrived events. */
async function* readStream<State>(
  body: ReadableStream<Uint8Array>,
  adapter: Adapter<State>,
  options: Required<ReadOptions<State>>,
): AsyncGenerator<readonly ChatEvent[]> {
  const decode = decoderOf(adapter, options)
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

/** Turns the pieces of one connection into events, wherever they were cut. An event that was cut off is not told. */
function decoderOf<State>(
  adapter: Adapter<State>,
  { reading, resumable }: Required<ReadOptions<State>>,
): (piece: Piece) => readonly ChatEvent[] {
  let waiting: SseEvent[] = []
  const parser = createParser({ maxBufferSize: eventCap, onEvent: (event) => waiting.push(event) })
  const bytes = new TextDecoder()
  let isLetGo = false

  const decodeFrame = (event: SseEvent): readonly ChatEvent[] => {
    const id = Number(event.id ?? Number.NaN)
    if (id <= reading.frame) return []
    if (Number.isSafeInteger(id)) reading.frame = id
    return apart(event).flatMap((one) => {
      const [next, decoded] = adapter.decodeEvent(reading.state, one)
      isLetGo ||= resumable && decoded.some(tellsToComeBack)
      if (isLetGo) return []
      reading.state = next
      return decoded
    })
  }

  return ({ done, value }) => {
    reading.heardAt = Date.now()
    parser.feed(done ? bytes.decode() : bytes.decode(value, { stream: true }))
    const events = waiting.flatMap(decodeFrame)
    waiting = []
    if (isLetGo && done) throw new Error("this connection was let go, the answer goes on in another")
    reading.ended ||= events.some(isEnding)
    if (!done || (resumable && !reading.ended)) return events
    reading.ended = true
    return [...events, ...adapter.decodeEnd(reading.state)]
  }
}

/** The same events with text that follows text in one piece: what is handed from thread to thread costs by the piece. */
export function joinDeltas(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const joined: ChatEvent[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if ((event.type === "text-delta" || event.type === "reasoning-delta") && last?.type === event.type) {
      joined[joined.length - 1] = { type: event.type, text: last.text + event.text }
    } else joined.push(event)
  }
  return joined
}

/** Whether an event is the one every answer ends in. */
export function isEnding({ type }: ChatEvent): boolean {
  return type === "finish" || type === "failure"
}

/** This reader was too slow for one connection: the answer goes on in the next one. */
function tellsToComeBack(event: ChatEvent): boolean {
  return event.type === "failure" && event.failure.kind === "refused" && event.failure.reason === "reader-too-slow"
}

function plainAnswer(text: string): readonly ChatEvent[] {
  if (text === "") return [{ type: "failure", failure: { kind: "empty-answer" } }]
  return [
    { type: "text-delta", text },
    { type: "finish", reason: "stop" },
  ]
}
