import type { ChatEvent, FinishReason } from "../../gateway/chat-event.ts"
import type { SseEvent } from "../adapter.ts"
import { mostCalls, mostKept } from "../answer-limits.ts"
import { indexOf, type JsonObject, objectOf, objectsOf, parseJson, textOf } from "../../lib/fields.ts"
import { doneMarker } from "../sse.ts"
import { signatureIn } from "./call-signature.ts"
import { decodeErrorEvent, failureIn } from "./decode-failure.ts"
import {
  argumentsOf,
  callsIn,
  contentEvents,
  ending,
  extraEvents,
  finishReason,
  reasonWith,
  searchCallIds,
  usageEvents,
} from "./decode-parts.ts"

/** The parts of a stream so far that later events need. Every step makes a new value; most steps need none. */
export interface ChatStream {
  /** Tool calls that were not told yet. */
  readonly calls: readonly PartialCall[]
  /** Whether there was any call: an answer with calls waits for their results, also where the provider says "stop". */
  readonly called: boolean
  /** Ids of the completed web searches: the same call is announced more than once. */
  readonly searches: readonly string[]
  readonly reason: FinishReason | undefined
  /** Whether anything of an answer has come: text, thinking, a call, an image. */
  readonly answered: boolean
  /** Whether the one `finish` or `failure` has been told. */
  readonly ended: boolean
}

/** A tool call while its pieces arrive. */
interface PartialCall {
  /** Its place among the calls. */
  readonly index: number
  /** The index its pieces name; some servers give all calls the same one. */
  readonly named: number
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly signature?: string
}

export function startStream(): ChatStream {
  return { calls: [], called: false, searches: [], reason: undefined, answered: false, ended: false }
}

/**
 * The next event of an OpenAI-shaped chat stream. Text comes out as it comes in; tool calls come out whole, before the
 * usage; the ending comes out at `[DONE]`, because usage and balance follow the finish reason on the wire.
 */
export function decodeEvent(state: ChatStream, event: SseEvent): readonly [ChatStream, readonly ChatEvent[]] {
  if (event.data.trim() === doneMarker) return end(state, "stop")
  if (event.event === "error" && !state.ended) {
    return [{ ...state, ended: true }, [{ type: "failure", failure: decodeErrorEvent(event.data) }]]
  }
  const chunk = objectOf(parseJson(event.data))
  // Data that is no JSON object is a keep-alive or the incomplete last event of a cut stream, which the missing ending
  // reveals.
  if (!chunk) return [state, []]
  return decodeChunk(state, chunk)
}

/** The stream closed. After a finish reason that is a good end; before one, the answer was cut. */
export function decodeEnd(state: ChatStream): readonly ChatEvent[] {
  return end(state, undefined)[1]
}

export function unfinished(state: ChatStream): string {
  return state.calls.map((call) => call.name + call.arguments).join("")
}

/** Decodes one parsed chunk; for providers whose events are mapped to these chunks. */
export function decodeChunk(state: ChatStream, chunk: JsonObject): readonly [ChatStream, readonly ChatEvent[]] {
  const searches = addSearches(state.searches, chunk)
  const usage = usageEvents(chunk, searches.length)
  if (state.ended) return [state, usage]

  const failure = failureIn(chunk)
  if (failure) return [{ ...state, ended: true }, [...usage, { type: "failure", failure }]]

  // Azure's first chunk and the usage chunk have no choice; other choices than the first are never asked for.
  const choice = objectsOf(chunk["choices"])[0]
  const delta = objectOf(choice?.["delta"]) ?? objectOf(choice?.["message"])
  const content = delta ? contentEvents(delta) : []
  const extras = extraEvents(chunk)
  const calls = addPieces(state.calls, delta ? callsIn(delta) : [])
  const reason = finishReason(choice?.["finish_reason"])
  const answered =
    state.answered || content.length > 0 || calls.length > 0 || extras.some((extra) => extra.type === "image")

  const callsComplete = reason !== undefined && state.reason === undefined
  const beside = (callsComplete && calls.length > 0) || extras.length > 0 || usage.length > 0
  const events = beside ? [...content, ...(callsComplete ? callEvents(calls) : []), ...extras, ...usage] : content
  const changed =
    calls !== state.calls ||
    searches !== state.searches ||
    answered !== state.answered ||
    (reason !== undefined && reason !== state.reason)
  return [
    changed
      ? {
          ...state,
          calls: callsComplete ? [] : calls,
          called: state.called || (callsComplete && calls.length > 0),
          searches,
          answered,
          reason: reason ?? state.reason,
        }
      : state,
    events,
  ]
}

/** `silentReason`: what to believe when the stream ends well without having named a reason. */
function end(state: ChatStream, silentReason: FinishReason | undefined): readonly [ChatStream, readonly ChatEvent[]] {
  if (state.ended) return [state, []]
  const lateCalls = state.reason === undefined && silentReason !== undefined ? callEvents(state.calls) : []
  const called = state.called || lateCalls.length > 0
  const reason = reasonWith(called, state.reason ?? silentReason)
  const calls = lateCalls.length > 0 ? [] : state.calls
  return [{ ...state, calls, ended: true }, [...lateCalls, ending(reason, state.answered)]]
}

/** Adds pieces of tool calls, each to the call it belongs to. */
function addPieces(calls: readonly PartialCall[], pieces: readonly JsonObject[]): readonly PartialCall[] {
  if (pieces.length === 0) return calls
  return pieces.reduce<readonly PartialCall[]>((known, piece, at) => {
    const fn = objectOf(piece["function"])
    const id = textOf(piece["id"]) ?? ""
    const name = textOf(fn?.["name"]) ?? ""
    const named = indexOf(piece["index"])
    const same = sameCall(known, { id, named, at: pieces.length > 1 ? at : known.length - 1 })
    // A name under another id is a call of its own, whatever index it is given.
    const opens = same !== undefined && name !== "" && id !== "" && same.id !== "" && same.id !== id
    const before = opens ? undefined : same
    if (before === undefined && known.length >= mostCalls) return known
    const index = before?.index ?? freePlace(known, named)
    const call = {
      index,
      named: named ?? before?.named ?? index,
      id: before?.id || id,
      name: before?.name || name,
      arguments: (before?.arguments ?? "") + argumentsOf(fn),
      ...(before?.signature === undefined ? signatureIn(piece) : { signature: before.signature }),
    }
    return before ? known.map((other) => (other === before ? call : other)) : [...known, call]
  }, calls)
}

/**
 * The call a piece goes on with: by its index; where servers leave that out, by its id, which opens a call when it is new;
 * without either the one at the same place. Some repeat the id as "".
 */
function sameCall(
  known: readonly PartialCall[],
  piece: { readonly id: string; readonly named: number | undefined; readonly at: number },
): PartialCall | undefined {
  if (piece.named !== undefined) return known.findLast((call) => call.named === piece.named)
  return piece.id === "" ? known[piece.at] : known.find((call) => call.id === piece.id)
}

function freePlace(known: readonly PartialCall[], named: number | undefined): number {
  if (named !== undefined && known.every(({ index }) => index !== named)) return named
  return Math.max(-1, ...known.map(({ index }) => index)) + 1
}

function callEvents(calls: readonly PartialCall[]): readonly ChatEvent[] {
  return calls
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, named: _named, ...call }) => ({ type: "tool-call", index, call }) as const)
}

function addSearches(known: readonly string[], chunk: JsonObject): readonly string[] {
  const completed = searchCallIds(chunk)
  if (completed.length === 0) return known
  const all = new Set(known)
  for (const id of completed) if (all.size < mostKept) all.add(id)
  return all.size === known.length ? known : [...all]
}
