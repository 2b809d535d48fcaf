import type { EventSourceMessage } from "eventsource-parser"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import { encodeStream } from "#core/providers/openai/encode-events.ts"
import { doneMarker } from "#core/providers/sse.ts"
import type { Timers } from "../timers.ts"
import type { Meter } from "./meter.ts"
import { keyRefused, refusesKey } from "./provider-failure.ts"
import type { Run } from "./run.ts"
import { readText, sseEvents } from "./sse-events.ts"
import type { UpstreamReply } from "./upstream.ts"

/** A whole reply larger than this is none of a chat, in bytes; and an error page needs no more than this to be understood. */
const longestReply = 32 * 1024 * 1024
const longestFailure = 64 * 1024
/** Events in a row that say nothing. Some send one for each hidden token; who sends more has lost its way. */
const mostSilentEvents = 100_000
/** How long to wait, after the provider said it was done, for what some say afterwards (usage), in ms. */
const afterwordMs = 250

/** The parts of an answer that are passed on only after the money is settled. */
export interface Withheld {
  /** The provider's last chunk, with usage and no text; the JSON as it came. */
  usageChunk?: string | undefined
  /** `id`, `object`, `created` and `model` of the stream, for chunks of our own. */
  head?: Record<string, unknown> | undefined
}

/**
 * Passes a provider's stream on, event by event and untouched, and meters it on the side. What ends the stream (the
 * usage chunk, `[DONE]`, an error event) is withheld: the ending is told after the settle.
 */
export async function relayStream<State>(
  timers: Timers,
  reply: UpstreamReply,
  adapter: Adapter<State>,
  run: Run,
  meter: Meter,
  withheld: Withheld,
  onFirst: () => void,
): Promise<void> {
  let state = adapter.start()
  let done = false
  let silent = 0

  function take(batch: readonly EventSourceMessage[]): void {
    const payloads: string[] = []
    for (const event of batch) {
      if (event.data === "") {
        heard(false)
        continue
      }
      const [next, events] = adapter.decodeEvent(state, event)
      // What says nothing is looked at: half of an event, where the stream broke off, would break its reader's parser, too.
      const readable = events.length > 0 || next !== state || parseJson(event.data) !== undefined
      state = next
      meter.events(events)
      heard(events.length > 0)
      if (event.data === doneMarker) done = true
      else if (isUsageChunk(events, event.data)) withheld.usageChunk = event.data
      else if (readable && !done && !events.some((e) => e.type === "failure")) payloads.push(event.data)
    }
    withheld.head ??= headOf(payloads[0])
    if (payloads.length === 0) return
    onFirst()
    run.append(run.encode(payloads))
  }

  function heard(something: boolean): void {
    silent = something ? 0 : silent + 1
    if (silent > mostSilentEvents) throw Object.assign(new Error("only silence"), { code: "ERR_EVENT_TOO_LONG" })
  }

  const batches = sseEvents(reply.body)
  try {
    for (
      let next = await batches.next();
      next.done !== true;
      next = done ? await afterword(batches, timers) : await batches.next()
    ) {
      take(next.value)
      if (meter.failure() !== undefined) break
    }
  } finally {
    meter.unfinished(adapter.unfinished(state))
    // Leaving early closes the provider's connection; having read to the end returns it to the pool.
    void batches.return(undefined).catch(() => {})
  }
  if (!done) meter.events(adapter.decodeEnd(state))
}

async function afterword(batches: AsyncGenerator<readonly EventSourceMessage[]>, timers: Timers) {
  let cancel = () => {}
  const over = new Promise<{ readonly done: true; readonly value: undefined }>((resolve) => {
    cancel = timers.after(afterwordMs, () => resolve({ done: true, value: undefined }))
  })
  return Promise.race([batches.next(), over]).finally(cancel)
}

/** A chunk of its own for the usage record. One that tells the finish reason as well is the answer's. */
function isUsageChunk(events: readonly ChatEvent[], data: string): boolean {
  if (events.length === 0 || events.some((event) => event.type !== "usage")) return false
  const chunk = parseJson(data)
  const choices = typeof chunk === "object" && chunk !== null && "choices" in chunk ? chunk.choices : []
  return !Array.isArray(choices) || choices.length === 0
}

function headOf(payload: string | undefined): Record<string, unknown> | undefined {
  if (payload === undefined) return undefined
  try {
    const { id, object, created, model } = JSON.parse(payload) as Record<string, unknown>
    return { id, object, created, model }
  } catch {
    return undefined
  }
}

/** A whole reply where a stream was asked for: its reader gets it as a stream of the few frames it makes. */
export async function relayWhole(
  reply: UpstreamReply,
  adapter: Adapter<unknown>,
  run: Run,
  meter: Meter,
  withheld: Withheld,
): Promise<void> {
  const json = parseJson((await readReply(reply, adapter, meter)) ?? "")
  if (typeof json !== "object" || json === null || meter.failure() !== undefined) return
  const { id, model, created } = json as Record<string, unknown>
  const envelope = {
    id: typeof id === "string" ? id : run.facts.id,
    model: typeof model === "string" ? model : run.facts.model,
    created: typeof created === "number" ? created : 0,
    includeUsage: true,
  }
  const payloads = encodeStream(envelope, adapter.decodeReply(json)).filter((payload) => payload !== doneMarker)
  withheld.usageChunk = payloads.find((payload) =>
    isUsageChunk(adapter.decodeEvent(adapter.start(), { data: payload })[1], payload),
  )
  withheld.head = headOf(payloads[0])
  run.append(run.encode(payloads.filter((payload) => payload !== withheld.usageChunk)))
}

/** Reads a provider's whole reply and meters it; the JSON text as it came, or undefined when it was none. */
export async function readReply(
  reply: UpstreamReply,
  adapter: Adapter<unknown>,
  meter: Meter,
): Promise<string | undefined> {
  const text = await readText(reply.body, longestReply)
  const json = parseJson(text)
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    const contentType = String(reply.headers["content-type"] ?? "")
    meter.fail({ kind: "not-json", status: reply.status, contentType, head: text.slice(0, 200) })
    return undefined
  }
  meter.events(adapter.decodeReply(json))
  return text
}

/** Reads a refusal of the provider. */
export async function readFailure(
  reply: UpstreamReply,
  adapter: Adapter<unknown>,
  meter: Meter,
  ownKey: boolean,
): Promise<void> {
  const { status } = reply
  const failure = adapter.decodeFailure(status, await readText(reply.body, longestFailure))
  meter.fail(refusesKey(status) ? keyRefused(status, failure, ownKey) : failure)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
