import type { EventSourceMessage } from "eventsource-parser"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { cutWords } from "#core/gateway/provider-words.ts"
import type { Adapter, SseEvent } from "#core/providers/adapter.ts"
import type { WireFrame } from "#core/providers/chat-wire.ts"
import { objectOf } from "#core/providers/json.ts"
import { doneMarker } from "#core/providers/sse.ts"
import type { Timers } from "../../timers.ts"
import type { CapGuard } from "../billing/cap-guard.ts"
import type { Meter } from "../billing/meter.ts"
import type { Run } from "../runs/run.ts"
import type { CallApi } from "./call-api.ts"
import { type Pace, workOf } from "./pace.ts"
import { readPicture } from "./picture.ts"
import { keyRefused, keyStatusOf, refusesKey, withoutBill } from "./provider-failure.ts"
import { othersTurn } from "../../http/turns.ts"
import { readText, sseEvents } from "./sse-events.ts"
import { tellInChat } from "./tell-in-chat.ts"
import type { UpstreamReply } from "./upstream.ts"

/** A whole reply larger than this is none of a chat, in bytes; and an error page needs no more than this to be understood. */
const longestReply = 32 * 1024 * 1024
const longestFailure = 64 * 1024
/** Events in a row that say nothing. Some send one for each hidden token; who sends more has lost its way. */
const mostSilentEvents = 100_000
/** What is withheld until the end (usage, the end itself) is no longer than this, in UTF-16 units. */
const longestEnd = 8 * 1024 * 1024
/** Of a stream that nobody pays us for, so many events are taken in one go. */
const eventsInATurn = 128
/** One that is quicker than any model writes, so much work and read by nobody is ended (`workOf`). */
const longestFlood = 2 * 1024 * 1024
/** How long to wait, after the provider said it was done, for what some say afterwards (usage), in ms. */
const afterwordMs = 250

/** The parts of an answer that are passed on only after the money is settled. */
export interface Withheld {
  /** The frames that tell an end or the usage, in their order. */
  kept?: readonly SseEvent[]
  /** The first frame that was passed on, for APIs whose frames repeat a head. */
  first?: SseEvent | undefined
  /** The last one, where the gateway ended the answer at its cap: the end is then its own to tell. */
  cutAfter?: SseEvent | undefined
}

/** An answer on its way: what the provider speaks, how it is told, who listens. */
export interface Relayed {
  readonly api: CallApi
  readonly run: Run
  /** The name the answer is told under, where it is told in other words than its provider's. */
  readonly model: string
  readonly meter: Meter
  readonly withheld: Withheld
  readonly guard: CapGuard
  /** How fast it is read; absent: as fast as it comes. */
  readonly pace?: Pace | undefined
}

/**
 * Passes a provider's stream on, event by event and untouched, and meters it on the side. What ends the stream (the
 * usage, the end marker, an error event) is withheld: the ending is told after the settle. Where the client speaks
 * another API than the provider, the events are told in the client's words.
 */
export async function relayStream(
  timers: Timers,
  reply: UpstreamReply,
  { api, run, model, meter, withheld, guard, pace }: Relayed,
  onFirst: () => void,
): Promise<void> {
  const { adapter, wire } = api
  const telling = api.translated ? tellInChat(run.facts, model) : undefined
  const kept: SseEvent[] = []
  withheld.kept = kept
  let state = adapter.start()
  let last: SseEvent | undefined
  let done = false
  let silent = 0
  let unnamed = 0
  let keptUnits = 0
  let work = 0

  function take(batch: readonly EventSourceMessage[]): void {
    const frames: WireFrame[] = []
    for (const event of batch) {
      if (event.data === "") {
        heard(false)
        continue
      }
      if (meter.model() === undefined && unnamed++ < mostUnnamed) meter.answeredBy(modelIn(parseJson(event.data)))
      const [next, events] = adapter.decodeEvent(state, event)
      // What says nothing is looked at: half of an event, where the stream broke off, or a bare `null` would break its reader, too.
      const readable = events.length > 0 || next !== state || objectOf(parseJson(event.data)) !== undefined
      if (events.length === 0 && next !== state) guard.silent(event.data.length, () => adapter.unfinished(next))
      state = next
      meter.events(events)
      heard(events.length > 0)
      const failed = events.some(({ type }) => type === "failure")
      if (telling) {
        // The marker itself may bring what was waited for: the finish, and the usage that came before it.
        if (!done) for (const frame of telling.tell(events)) frames.push(frame)
        done ||= event.data === doneMarker
        if (guard.passed()) meter.cut()
        if (meter.wasCut()) break
        continue
      }
      if (kept.length > 0 && wire.again?.(event) === true)
        for (const again of kept.splice(0)) frames.push(asFrame(again))
      const place = wire.place(event, events)
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
  async function takeInTurns(batch: readonly EventSourceMessage[]): Promise<void> {
    for (let at = 0; at < batch.length; at += eventsInATurn) {
      if (at > 0) await othersTurn()
      if (run.signal.aborted || meter.failure() !== undefined || meter.wasCut()) return
      take(batch.slice(at, at + eventsInATurn))
    }
  }

  function keep(event: EventSourceMessage): void {
    keptUnits += event.data.length
    if (keptUnits > longestEnd) throw Object.assign(new Error("an end without end"), { code: "ERR_EVENT_TOO_LONG" })
    run.hold(event.data.length)
    kept.push(event)
  }

  function pass(frames: readonly WireFrame[]): void {
    withheld.first ??= frames[0]
    if (frames.length === 0) return
    last = frames.at(-1)
    onFirst()
    run.append(run.encode(frames))
  }

  function heard(something: boolean): void {
    silent = something ? 0 : silent + 1
    if (silent > mostSilentEvents) throw Object.assign(new Error("only silence"), { code: "ERR_EVENT_TOO_LONG" })
  }

  const paced = pace?.begin(run.signal)
  const batches = sseEvents(reply.body, (units) => run.hold(units))
  try {
    for (
      let next = await batches.next();
      next.done !== true;
      next = done ? await afterword(batches, timers) : await batches.next()
    ) {
      const size = next.value.reduce((units, { data }) => units + data.length, 0)
      const counting = guard.ready(size)
      if (counting) await counting
      if (paced === undefined || next.value.length <= eventsInATurn) take(next.value)
      else await takeInTurns(next.value)
      if (meter.failure() !== undefined || meter.wasCut()) break
      work += workOf(size, next.value.length)
      const turn = paced?.(size, next.value.length)
      if (turn === undefined) continue
      if (run.isAlone && work > longestFlood) run.stop("abandoned")
      await turn
    }
  } finally {
    meter.unfinished(adapter.unfinished(state))
    // Leaving early closes the provider's connection; having read to the end returns it to the pool.
    void batches.return(undefined).catch(() => {})
  }
  if (meter.wasCut()) {
    withheld.cutAfter = last
    return
  }
  if (!done) {
    const end = adapter.decodeEnd(state)
    meter.events(end)
    if (telling) pass(telling.tell(end))
  }
  if (telling) kept.push(...telling.usageFrames())
}

function asFrame({ event, data }: SseEvent): WireFrame {
  return event === undefined ? { data } : { event, data }
}

async function afterword(batches: AsyncGenerator<readonly EventSourceMessage[]>, timers: Timers) {
  let cancel = () => {}
  const over = new Promise<{ readonly done: true; readonly value: undefined }>((resolve) => {
    cancel = timers.after(afterwordMs, () => resolve({ done: true, value: undefined }))
  })
  return Promise.race([batches.next(), over]).finally(cancel)
}

/** A whole reply where a stream was asked for: its reader gets it as a stream of the few frames it makes. */
export async function relayWhole(
  reply: UpstreamReply,
  { api, run, model, meter, withheld }: Omit<Relayed, "guard" | "pace">,
): Promise<void> {
  const whole = await readReply(reply, api, meter, (bytes) => run.hold(bytes))
  if (!whole || meter.failure() !== undefined) return
  const { text, events } = whole
  const { passed, kept } = text === undefined ? toldWhole(run, model, events) : placedWhole(api, text, events)
  withheld.kept = kept
  withheld.first = passed[0]
  run.append(run.encode(passed))
}

interface WholeFrames {
  readonly passed: readonly WireFrame[]
  readonly kept: readonly WireFrame[]
}

function toldWhole(run: Run, model: string, events: readonly ChatEvent[]): WholeFrames {
  const telling = tellInChat(run.facts, model)
  return { passed: telling.tell(events), kept: telling.usageFrames() }
}

function placedWhole({ adapter, wire }: CallApi, text: string, events: readonly ChatEvent[]): WholeFrames {
  const json = parseJson(text)
  const frames =
    wire.streamOf?.(objectOf(json) ?? {}, events) ??
    (Array.isArray(json) ? json : [json]).map((event) => ({ data: JSON.stringify(event) }))
  const placeOf = (frame: WireFrame) => wire.place(frame, adapter.decodeEvent(adapter.start(), frame)[1])
  const places = new Map(frames.map((frame) => [frame, placeOf(frame)] as const))
  return {
    passed: frames.filter((frame) => places.get(frame) === "pass"),
    kept: frames.filter((frame) => places.get(frame) === "keep"),
  }
}

/** What a whole reply says, and its JSON where that is the client's own, too. */
interface Said {
  readonly text?: string
  readonly events: readonly ChatEvent[]
}

/** Reads a provider's whole reply and meters it; undefined when it was none. `onBytes` hears of each piece. */
export async function readReply(
  reply: UpstreamReply,
  { adapter, wire, translated }: CallApi,
  meter: Meter,
  onBytes: (bytes: number) => void,
): Promise<Said | undefined> {
  const contentType = cutWords(String(reply.headers["content-type"] ?? "")).toLowerCase()
  const isPicture = contentType.startsWith("image/") || contentType.startsWith("application/octet-stream")
  const said = isPicture ? await readPicture(reply, onBytes) : await readText(reply.body, longestReply, onBytes)
  const json = replyIn(parseJson(said))
  const isPlain = wire.takesPlainText === true && contentType.startsWith("text/plain") && said.trim() !== ""
  if (json === undefined && !isPlain) {
    meter.fail({ kind: "not-json", status: reply.status, contentType, head: said.slice(0, 200) })
    return undefined
  }
  meter.answeredBy(modelIn(json))
  const events = json === undefined ? plainEvents(said) : adapter.decodeReply(json)
  meter.events(events)
  return { events, ...(json === undefined || translated ? {} : { text: said }) }
}

/** A reply is an object; Google's stream, where nobody asked for it as events, is a list of them. */
function replyIn(json: unknown): object | undefined {
  return objectOf(json) ?? (Array.isArray(json) && json.some(objectOf) ? json : undefined)
}

/** The specification's plain text: it is the whole answer. */
function plainEvents(text: string): readonly ChatEvent[] {
  return [
    { type: "text-delta", text },
    { type: "finish", reason: "stop" },
  ]
}

/** Reads a refusal of the provider; gives the status it comes to. */
export async function readFailure(
  reply: UpstreamReply,
  adapter: Adapter<unknown>,
  meter: Meter,
  ownKey: boolean,
): Promise<number> {
  const failure = adapter.decodeFailure(reply.status, await readText(reply.body, longestFailure))
  const status = keyStatusOf(failure) ?? (failure.kind === "upstream" ? failure.status : reply.status)
  meter.fail(refusesKey(status) ? keyRefused(status, failure, ownKey) : ownKey ? failure : withoutBill(failure))
  return status
}

/** The model that a reply or an event says it is of: OpenAI and its kind, Google, the responses API, Anthropic. */
function modelIn(json: unknown): string | undefined {
  const said = objectOf(Array.isArray(json) ? json[0] : json)
  const inside = objectOf(said?.["response"]) ?? objectOf(said?.["message"])
  const name = said?.["model"] ?? said?.["modelVersion"] ?? inside?.["model"]
  return typeof name === "string" && name !== "" && name.length <= 128 ? name.replace(/^models\//, "") : undefined
}

/** A stream that has not named its model in so many events does not name it. */
const mostUnnamed = 3

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
