import { createParser } from "eventsource-parser"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Adapter, SseEvent } from "#core/providers/adapter.ts"

/** The largest single event of a stream, in characters: past it the stream is given up as broken. */
const eventCap = 24_000_000

/**
 * The answer in a reply with status 200, however it comes: a stream of events, a whole JSON reply, or plain text, which is
 * the whole answer. Every answer ends in exactly one `finish` or `failure`; `usage` and `balance` may come after it.
 */
export async function* readAnswer<State>(response: Response, adapter: Adapter<State>): AsyncGenerator<ChatEvent> {
  const type = response.headers.get("content-type")?.toLowerCase() ?? ""
  if (type.startsWith("text/event-stream") && response.body) return yield* readStream(response.body, adapter)
  const text = await response.text()
  if (type.startsWith("text/plain")) {
    yield { type: "text-delta", text }
    return yield text === ""
      ? { type: "failure", failure: { kind: "empty-answer" } }
      : { type: "finish", reason: "stop" }
  }
  const json = parseJson(text)
  if (json !== undefined) return yield* adapter.decodeReply(json)
  yield {
    type: "failure",
    failure: { kind: "not-json", status: response.status, contentType: type, head: text.slice(0, 200) },
  }
}

/** The events of a stream. A connection that breaks throws, after everything that had arrived was told. */
async function* readStream<State>(
  body: ReadableStream<Uint8Array>,
  adapter: Adapter<State>,
): AsyncGenerator<ChatEvent> {
  let state = adapter.start()
  let waiting: SseEvent[] = []
  const parser = createParser({ maxBufferSize: eventCap, onEvent: (event) => waiting.push(event) })
  const bytes = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      parser.feed(done ? bytes.decode() : bytes.decode(value, { stream: true }))
      const arrived = waiting
      waiting = []
      for (const event of arrived) {
        const [next, events] = adapter.decodeEvent(state, event)
        state = next
        yield* events
      }
      if (done) return yield* adapter.decodeEnd(state)
    }
  } finally {
    // Also when the reader of these events has had enough.
    reader.cancel().catch(() => {})
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
