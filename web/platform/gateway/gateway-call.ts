import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { type Failure, runGone } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { OwnCall } from "#core/access/own-access.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import { encodeForGateway } from "#core/providers/openai/encode-for-gateway.ts"
import { loadAdapter } from "#core/providers/load-adapter.ts"
import { homeProvider, prefixOf, type ProviderId } from "#core/providers/registry.ts"
import { connect, watchSilence, type Connection, type StalenessChecks } from "./connection.ts"
import { beginReading, isEnding, readAnswer, type Reading } from "./event-stream.ts"
import type { ReconnectPolicy } from "./reconnect-policy.ts"
import { endingOf, fetchRun, type RunStatus } from "./run-client.ts"

/** The server begins to tell a run within 8 s; a connection that brings nothing for longer, in ms, may be one that died. */
const longestBeginningMs = 20_000

/** What a character of a question takes on a slow line, in ms. */
const slowLineMs = 1

/** A question that was pending for less, in ms, when its connection broke, may never have been heard. */
const unheardMs = 1_000

/** A question to a model, or a run to be followed from its first frame. */
export type GatewayCall = NewCall | FollowCall

interface AnyCall {
  /** The credential headers (`authHeaders`). */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export interface NewCall extends AnyCall {
  readonly request: ChatRequest
  /** One per user message, the same for each of its retries: it is charged once. With it, a lost connection is found again. */
  readonly idempotencyKey?: string
  /** The user's own key pays, at its provider's prefix and in its provider's words. */
  readonly own?: OwnCall
}

export interface FollowCall extends AnyCall {
  /** The run's id, or the key its question was asked under. */
  readonly run: string
  /** In whose words it is told; absent: ours. */
  readonly provider?: ProviderId
}

export interface OpenAnswer {
  /** The server's name for the run behind this answer; absent when the server has none. */
  readonly runId: string | undefined
  /** Bunches of events; they end in exactly one `finish` or `failure`. A connection lost for good is a failure of kind `network`. */
  readonly events: AsyncIterable<readonly ChatEvent[]>
}

export interface Surroundings {
  readonly policy: ReconnectPolicy
  readonly stalenessChecks: StalenessChecks
}

/**
 * Asks a model, in the thread it is called in. The error is what the server answered instead; an abort is a `finish`, not
 * an error. Frames carry ids, so an answer whose connection is lost goes on exactly where it was cut.
 */
export async function callGateway(call: GatewayCall, around: Surroundings): Promise<Result<OpenAnswer, Failure>> {
  const adapter = await adapterFor(call).catch(() => undefined)
  // Where the code that speaks a provider's words cannot be fetched, nothing was asked.
  if (adapter === undefined) return err(unreached)
  const lacking = "run" in call || call.own === undefined ? undefined : adapter.incomplete?.(call.own.credentials)
  if (lacking) return err(lacking)
  const reading = beginReading(adapter)
  const opened = await open({ ...call, adapter }, 0, around)
  if (opened === "aborted") return ok({ runId: undefined, events: once([aborted]) })
  if (opened === "lost") return err(unreached)
  if ("refused" in opened) return err(opened.refused)
  if ("run" in opened) return ok({ runId: opened.run.id, events: once(endingOf([], opened.run)) })
  const runId = opened.response.headers.get("X-Run-Id") ?? undefined
  return ok({ runId, events: follow({ ...call, adapter }, { opened, runId, reading }, around) })
}

async function adapterFor(call: GatewayCall): Promise<Adapter<unknown>> {
  if ("run" in call) return loadAdapter(call.provider)
  if (call.request.picture === undefined) return loadAdapter(call.own?.provider)
  return (await import("#core/providers/openai/images.ts")).pictureAnswerAdapter as Adapter<unknown>
}

/** The question may wait for a connection: it is asked again under the same key. */
const unreached: Failure = { kind: "network", unreached: true }
const aborted: ChatEvent = { type: "finish", reason: "aborted" }
const lostForGood: ChatEvent = { type: "failure", failure: { kind: "network" } }

async function* once(events: readonly ChatEvent[]): AsyncGenerator<readonly ChatEvent[]> {
  yield events
}

type Opened =
  | Connection
  /** The run has ended and has no more to say than this. */
  | { readonly run: RunStatus }
  | { readonly refused: Failure }
  | "lost"
  | "aborted"

interface Following {
  readonly opened: Connection
  readonly runId: string | undefined
  readonly reading: Reading<unknown>
}

/** With what speaks the provider's words. */
type Spoken<Call> = Call & { readonly adapter: Adapter<unknown> }

/** Reads to the end of the answer, over as many connections as it takes. */
async function* follow(
  call: Spoken<GatewayCall>,
  { opened, runId, reading }: Following,
  around: Surroundings,
): AsyncGenerator<readonly ChatEvent[]> {
  const isKept = "run" in call || call.idempotencyKey !== undefined
  const resumable = isKept && runId !== undefined
  const { adapter, headers, signal } = call
  const provider = "run" in call ? call.provider : call.own?.provider
  const again: Spoken<FollowCall> = { run: runId ?? "", headers, signal, adapter, ...(provider && { provider }) }
  // A stream that is read for the first time without interruption needs no check of its ending.
  let doubtful = "run" in call
  let isCounted = isForeign(call)
  const ending: ChatEvent[] = []
  for (let connection: Opened = opened; ;) {
    if (typeof connection === "string") return yield [connection === "aborted" ? aborted : lostForGood]
    if ("refused" in connection) return yield [{ type: "failure", failure: connection.refused }]
    if ("run" in connection) return yield endingOf(ending, connection.run)
    const stopWatching = resumable ? watchSilence(connection, reading, around.stalenessChecks) : () => {}
    let isClosedWell = false
    try {
      for await (const events of readAnswer(connection.response, adapter, { reading, resumable })) {
        around.policy.received()
        isCounted ||= events.some(({ type }) => type === "usage")
        const split = doubtful ? events.findIndex(isEnding) : -1
        const now = split < 0 ? events : events.slice(0, split)
        if (split >= 0) ending.push(...events.slice(split))
        if (now.length > 0) yield now
      }
      isClosedWell = true
    } catch {
      if (!resumable && !reading.ended) return yield [call.signal.aborted ? aborted : lostForGood]
    } finally {
      stopWatching()
      connection.hangUp()
    }
    if (call.signal.aborted && !reading.ended) return yield [aborted]
    if (reading.ended) break
    if (isClosedWell && isForeign(call)) {
      const run = await fetchRun(runId ?? "", headers)
      const said = [...ending, ...adapter.decodeEnd(reading.state)]
      if (typeof run === "object" && run.state !== "running") return yield endingOf(said, run)
    }
    doubtful = true
    const isWorthIt = await around.policy.shouldRetry({ wasReceived: true })
    connection = isWorthIt ? await open(again, reading.frame, around) : call.signal.aborted ? "aborted" : "lost"
  }
  if (!doubtful && isCounted) return
  const run = await fetchRun(runId ?? "", call.headers)
  // No provider reports the usage of an answer that was stopped or broke off: the server's own count was charged.
  if (!doubtful) return yield typeof run === "object" ? run.events.filter(({ type }) => type === "usage") : []
  yield typeof run === "object" && run.state !== "running" ? endingOf(ending, run) : ending
}

/** Ours always says when it is done; some providers only close, and then the server is asked whether that was all. */
function isForeign(call: GatewayCall): boolean {
  return "run" in call ? call.provider !== undefined : call.own !== undefined
}

/** Opens a connection, however often it takes. */
async function open(
  call: Spoken<GatewayCall>,
  after: number,
  { policy, stalenessChecks }: Surroundings,
): Promise<Opened> {
  for (;;) {
    const startedAt = Date.now()
    const opened = await ("run" in call ? openRun(call, after, stalenessChecks) : ask(call, stalenessChecks))
    if (call.signal.aborted) return "aborted"
    if (opened !== "lost") {
      policy.reconnected()
      return opened
    }
    if (!("run" in call) && call.idempotencyKey === undefined) return "lost"
    const wasReceived = "run" in call || Date.now() - startedAt >= unheardMs
    const isWorthIt = await policy.shouldRetry({ wasReceived })
    if (call.signal.aborted) return "aborted"
    if (!isWorthIt) return "lost"
  }
}

async function ask(call: Spoken<NewCall>, stalenessChecks: StalenessChecks): Promise<Opened> {
  const { adapter, own } = call
  const shape =
    own && call.request.picture === undefined
      ? adapter.encodeChat(call.request, own.credentials)
      : encodeForGateway(call.request)
  const { meta } = call.request
  const headers = {
    ...shape.headers,
    ...(own === undefined ? call.headers : besideOwnKey(call.headers, own)),
    ...(call.idempotencyKey === undefined ? {} : { "Idempotency-Key": call.idempotencyKey }),
    ...(meta === undefined ? {} : { "X-Request-Meta": JSON.stringify(meta) }),
  }
  const init = { method: shape.method, headers, body: shape.body ?? null }
  // A call that cannot be asked twice is not cut because its connection has been silent.
  const checks = call.idempotencyKey === undefined ? undefined : stalenessChecks
  const address = prefixOf(own?.provider ?? homeProvider) + shape.path
  const connection = await connect(address, init, call.signal, checks, patienceWith(call, shape.body))
  if (connection === "lost" || connection.response.ok) return connection
  const body = await connection.response.text().catch(() => "")
  const refused = adapter.decodeFailure(connection.response.status, body)
  return { refused: own === undefined ? saidAtTheDoor(refused) : refused }
}

/**
 * How long a question may bring nothing, in ms: until its body is through a slow line, and the server has begun to answer.
 * One that cannot be asked twice, and one that is answered in one piece when the answer is complete, is waited for.
 */
function patienceWith({ idempotencyKey, request }: NewCall, body = ""): number | undefined {
  const isToldEarly = idempotencyKey !== undefined && request.config.stream && request.picture === undefined
  return isToldEarly ? longestBeginningMs + body.length * slowLineMs : undefined
}

/** Our server never answers with a provider's 401 or 403: one without a word of ours was said of us, by what stands before it. */
function saidAtTheDoor(failure: Failure): Failure {
  if (failure.kind !== "upstream") return failure
  const { status, message } = failure
  if (status === 401) return message === "" ? { kind: "unauthorized" } : { kind: "unauthorized", message }
  return status === 403 ? { kind: "http", status, message: message || "Forbidden" } : failure
}

/** An own key stands where its provider wants it, so it is not named a second time; where it goes, if that is elsewhere, is. */
function besideOwnKey(
  { Authorization: _key, "X-Access-Code": code, ...headers }: AnyCall["headers"],
  { credentials: { baseUrl } }: OwnCall,
): AnyCall["headers"] {
  if (baseUrl === undefined) return headers
  return { ...headers, "X-Base-URL": baseUrl, ...(code === undefined ? {} : { "X-Access-Code": code }) }
}

/** A run's frames after one; where there is no stream of them, what has become of it. */
async function openRun(
  { run, headers, signal }: FollowCall,
  after: number,
  stalenessChecks: StalenessChecks,
): Promise<Opened> {
  const address = `/api/runs/${encodeURIComponent(run)}/events?after=${after}`
  const connection = await connect(address, { headers }, signal, stalenessChecks, longestBeginningMs)
  if (connection === "lost" || connection.response.ok) return connection
  connection.hangUp()
  const status = await fetchRun(run, headers)
  if (status === "gone") return { refused: runGone }
  // It may have ended since its frames were refused, by a server that did not make it, or had no room: then they are there now.
  const isMoreThere = status !== undefined && status.frames > after
  return status === undefined || status.state === "running" || isMoreThere ? "lost" : { run: status }
}
