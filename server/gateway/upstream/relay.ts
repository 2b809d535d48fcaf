import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { SseEvent } from "#core/providers/adapter.ts"
import type { WireFrame } from "#core/providers/client-api.ts"
import { objectOf, parseJson } from "#core/lib/fields.ts"
import { doneMarker } from "#core/providers/sse.ts"
import type { Timers } from "../../time/timers.ts"
import type { CapGuard } from "../billing/cap-guard.ts"
import type { Meter } from "../billing/meter.ts"
import type { Run } from "../runs/run.ts"
import type { Withheld } from "../runs/withheld.ts"
import type { CallApi } from "../apis/call-api.ts"
import { type PacedStream, workOf } from "../providers/pace.ts"
import { othersTurn } from "../../http/turns.ts"
import { sseEvents, type SseBatch } from "./sse-events.ts"
import { failureIn, modelIn, readReply } from "./read-reply.ts"
import { translateToOpenAi } from "./translate-to-openai.ts"
import { failureOfUpstream, type UpstreamReply } from "../../outbound/upstream.ts"

/** Events in a row that say nothing. Some send one for each hidden token; who sends more has lost its way. */
const mostSilentEvents = 100_000
/** The longest part of a stream that is withheld until the end (the usage, the end itself), in UTF-16 units. */
const longestEnd = 8 * 1024 * 1024
/** The most events that are read in one go from a stream that is not paid for. */
const eventsInATurn = 128
/** One that is quicker than any model writes, so much work and read by nobody is ended (`workOf`). */
const longestFlood = 2 * 1024 * 1024
/** A stream that has not named its model in so many events does not name it. */
const mostUnnamed = 3
/** How long to wait, after the provider said it was done, for what some say afterwards (usage), in ms. */
const afterwordMs = 250

/** An answer on its way: what the provider speaks, how it is told, who listens. */
export interface Relayed {
  readonly api: CallApi
  readonly run: Run
  /** The name the answer is told under, where it is told in other words than its provider's. */
  readonly model: string
  readonly meter: Meter
  readonly guard: CapGuard
  /** How fast it is read; absent: as fast as it comes. */
  readonly paced?: PacedStream | undefined
}

/** The withheld frames of an answer, and the failure that ended it, in the provider's own words. */
export interface Remainder {
  readonly withheld: Withheld
  readonly failure?: Failure | undefined
}

/**
 * Passes a provider's stream on, event by event and untouched, and meters it on the side. What ends the stream (the
 * usage, the end marker, an error event) is withheld: the ending is told after the settle. Where the client speaks
 * another API than the provider, the events are told in the client's words. A stream that breaks off is a failure, unless we
 * have left it; bugs of ours are thrown.
 */
export async function relayStream(
  timers: Timers,
  reply: UpstreamReply,
  { api, run, model, meter, guard, paced }: Relayed,
  onFirst: () => void,
): Promise<Remainder> {
  const { adapter, clientApi } = api
  const translator = api.translated ? translateToOpenAi(run.facts, model) : undefined
  const kept: SseEvent[] = []
  let first: SseEvent | undefined
  let failure: Failure | undefined
  let state = adapter.start()
  let last: SseEvent | undefined
  let done = false
  let silent = 0
  let unnamed = 0
  let keptUnits = 0
  let work = 0

  function take(batch: readonly SseEvent[]): void {
    const frames: WireFrame[] = []
    for (const event of batch) {
      if (event.data === "") {
        heard(false)
        continue
      }
      if (meter.model() === undefined && unnamed++ < mostUnnamed) meter.answeredBy(modelIn(parseJson(event.data)))
      const [next, events] = adapter.decodeEvent(state, event)
      // Drops frames that decode to nothing: half an event, where the stream broke off, or a bare `null` crashes SDKs.
      const readable = events.length > 0 || next !== state || objectOf(parseJson(event.data)) !== undefined
      if (events.length === 0 && next !== state) guard.silent(event.data.length, () => adapter.unfinished(next))
      state = next
      meter.events(events)
      heard(events.length > 0)
      const failed = events.some(({ type }) => type === "failure")
      if (failed) failure ??= failureIn(events).failure
      if (translator) {
        // The marker itself may bring what was waited for: the finish, and the usage that came before it.
        if (!done) for (const frame of translator.tell(events)) frames.push(frame)
        done ||= event.data === doneMarker
        if (guard.passed()) meter.cut()
        if (meter.wasCut()) break
        continue
      }
      if (kept.length > 0 && clientApi.again?.(event) === true)
        for (const again of kept.splice(0)) frames.push(asFrame(again))
      const place = clientApi.place(event, events)
      if (place === "end") done = true
      else if (done || failed || !readable) continue
      else if (place === "keep") keep(event)
      else frames.push(asFrame(event))
      if (guard.passed()) meter.cut()
      if (meter.wasCut()) break
    }
    pass(frames)
  }

  /** Whoever floods us with crumbs does not keep everybody else waiting. */
  async function takeInTurns(batch: readonly SseEvent[]): Promise<void> {
    for (let at = 0; at < batch.length; at += eventsInATurn) {
      if (at > 0) await othersTurn()
      if (run.signal.aborted || failure !== undefined || meter.wasCut()) return
      take(batch.slice(at, at + eventsInATurn))
    }
  }

  function keep(event: SseEvent): void {
    keptUnits += event.data.length
    if (keptUnits > longestEnd) throw Object.assign(new Error("an end without end"), { code: "ERR_EVENT_TOO_LONG" })
    run.hold(event.data.length)
    kept.push(event)
  }

  function pass(frames: readonly WireFrame[]): void {
    first ??= frames[0]
    if (frames.length === 0) return
    last = frames.at(-1)
    onFirst()
    run.append(run.encode(frames))
  }

  function heard(something: boolean): void {
    silent = something ? 0 : silent + 1
    if (silent > mostSilentEvents) throw Object.assign(new Error("only silence"), { code: "ERR_EVENT_TOO_LONG" })
  }

  const batches = sseEvents(reply.body, (units) => run.hold(units))
  try {
    for (
      let next = await batches.next();
      next.done !== true;
      next = done ? await afterword(batches, timers) : await batches.next()
    ) {
      const { events, silent: idle, units } = next.value
      const counting = guard.ready(events.reduce((size, { data }) => size + data.length, 0))
      if (counting) await counting
      if (paced === undefined || events.length <= eventsInATurn) take(events)
      else await takeInTurns(events)
      if (failure !== undefined || meter.wasCut()) break
      const lines = events.length + idle
      work += workOf(units, lines)
      const turn = paced?.(units, lines)
      if (turn === undefined) continue
      if (run.isAlone && work > longestFlood) run.stop("abandoned")
      await turn
    }
  } catch (error) {
    if (!run.callSignal.aborted) failure ??= failureOfUpstream(error)
    return { withheld: { kept, first }, failure }
  } finally {
    meter.unfinished(adapter.unfinished(state), translator === undefined)
    // Leaving early closes the provider's connection; having read to the end returns it to the pool.
    void batches.return(undefined).catch(() => {})
  }
  if (meter.wasCut()) return { withheld: { kept, first, cutAfter: last }, failure }
  if (!done) {
    const end = adapter.decodeEnd(state)
    meter.events(end)
    failure ??= failureIn(end).failure
    if (translator) pass(translator.tell(end))
  }
  if (translator) kept.push(...translator.usageFrames())
  return { withheld: { kept, first }, failure }
}

function asFrame({ event, data }: SseEvent): WireFrame {
  return event === undefined ? { data } : { event, data }
}

async function afterword(batches: AsyncGenerator<SseBatch>, timers: Timers) {
  let cancel = () => {}
  const over = new Promise<{ readonly done: true; readonly value: undefined }>((resolve) => {
    cancel = timers.after(afterwordMs, () => resolve({ done: true, value: undefined }))
  })
  return Promise.race([batches.next(), over]).finally(cancel)
}

/** A whole reply where a stream was asked for: its reader gets it as a stream of the few frames it makes. */
export async function relayWhole(
  reply: UpstreamReply,
  { api, run, model, meter }: Omit<Relayed, "guard" | "paced">,
): Promise<Remainder> {
  const { said, failure } = await readReply(reply, api, meter, (bytes) => run.hold(bytes))
  if (said === undefined || failure !== undefined) return { withheld: {}, failure }
  const { text, events } = said
  const { passed, kept } = text === undefined ? toldWhole(run, model, events) : placedWhole(api, text, events)
  run.append(run.encode(passed))
  return { withheld: { kept, first: passed[0] } }
}

interface WholeFrames {
  readonly passed: readonly WireFrame[]
  readonly kept: readonly WireFrame[]
}

function toldWhole(run: Run, model: string, events: readonly ChatEvent[]): WholeFrames {
  const translator = translateToOpenAi(run.facts, model)
  return { passed: translator.tell(events), kept: translator.usageFrames() }
}

function placedWhole({ adapter, clientApi }: CallApi, text: string, events: readonly ChatEvent[]): WholeFrames {
  const json = parseJson(text)
  const frames =
    clientApi.streamOf?.(objectOf(json) ?? {}, events) ??
    (Array.isArray(json) ? json : [json]).map((event) => ({ data: JSON.stringify(event) }))
  const placeOf = (frame: WireFrame) => clientApi.place(frame, adapter.decodeEvent(adapter.start(), frame)[1])
  const places = new Map(frames.map((frame) => [frame, placeOf(frame)] as const))
  return {
    passed: frames.filter((frame) => places.get(frame) === "pass"),
    kept: frames.filter((frame) => places.get(frame) === "keep"),
  }
}
