import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { StalenessChecks } from "./connection.ts"
import type { NewCall, FollowCall, GatewayCall, OpenAnswer } from "./gateway-call.ts"
import type { FromGatewayWorker, ToGatewayWorker } from "./gateway-worker.ts"
import { gatewayThread } from "./gateway-thread.ts"
import { neverReconnect, reconnectPolicy, type ReconnectPolicy } from "./reconnect-policy.ts"
import { createPipe, type Pipe } from "./pipe.ts"
import { onReturn } from "../browser/on-return.ts"

export type { NewCall, FollowCall, OpenAnswer }

/**
 * Asks a model. Reading a stream wakes its thread for every piece the network brings, hundreds of times a second; a
 * worker does that, and the page hears some fifteen times a second what has come. Without workers the page does it itself.
 *
 * `show` hears when the connection is lost, and when it is back; without it, a lost connection is the end.
 */
export function requestChat(call: NewCall, show?: (lost: boolean) => void): Promise<Result<OpenAnswer, Failure>> {
  return request(call, show === undefined ? neverReconnect : reconnectPolicy(show))
}

/** Follows a run from its first frame. The failure `runGone` says that there is none. */
export function followRun(call: FollowCall, show: (lost: boolean) => void): Promise<Result<OpenAnswer, Failure>> {
  return request(call, reconnectPolicy(show))
}

function request(call: GatewayCall, policy: ReconnectPolicy): Promise<Result<OpenAnswer, Failure>> {
  const thread = gatewayWorker()
  return thread === undefined ? callHere(call, policy) : callThrough(thread, call, policy)
}

/** The page itself loads the worker's code only where there are no workers. */
async function callHere(call: GatewayCall, policy: ReconnectPolicy): Promise<Result<OpenAnswer, Failure>> {
  const code = await import("./gateway-call.ts").catch(() => undefined)
  return code === undefined
    ? err({ kind: "network", unreached: true })
    : code.callGateway(call, { policy, stalenessChecks })
}

interface Caller {
  readonly opened: (result: Result<OpenAnswer, Failure>) => void
  readonly pipe: Pipe<readonly ChatEvent[]>
  readonly policy: ReconnectPolicy
}

const callers = new Map<number, Caller>()
const stalenessChecks: StalenessChecks = new Set()
let worker: Worker | undefined
let lastId = 0

function gatewayWorker(): Worker | undefined {
  const thread = gatewayThread()
  if (thread === worker) return worker
  worker = thread
  let hasSpoken = false
  thread?.addEventListener("message", ({ data }: MessageEvent<FromGatewayWorker>) => {
    hasSpoken = true
    hear(data)
  })
  thread?.addEventListener("error", () => {
    // Whoever waits sees a lost connection. One that never spoke could not be loaded: nothing was asked through it.
    worker = undefined
    const failure: Failure = hasSpoken ? { kind: "network" } : { kind: "network", unreached: true }
    for (const id of callers.keys()) hear({ type: "refused", id, failure })
  })
  return worker
}

onReturn((silentMs) => {
  for (const check of stalenessChecks) check(silentMs)
  if (worker !== undefined) say(worker, { type: "check-staleness", silentMs })
})

function say(thread: Worker, message: ToGatewayWorker): void {
  thread.postMessage(message)
}

function callThrough(
  thread: Worker,
  { signal, ...call }: GatewayCall,
  policy: ReconnectPolicy,
): Promise<Result<OpenAnswer, Failure>> {
  const id = (lastId += 1)
  return new Promise((opened) => {
    callers.set(id, { opened, pipe: createPipe(), policy })
    say(thread, { type: "call", id, call })
    if (signal.aborted) say(thread, { type: "abort", id })
    signal.addEventListener("abort", () => say(thread, { type: "abort", id }))
  })
}

function hear(message: FromGatewayWorker): void {
  const { id } = message
  const caller = callers.get(id)
  if (caller === undefined) return
  switch (message.type) {
    case "opened":
      return caller.opened(ok({ runId: message.runId, events: caller.pipe.items }))
    case "events":
      return caller.pipe.push(message.events)
    case "lost":
      return void caller.policy.shouldRetry(message.lost).then((isWorthIt) => {
        if (worker !== undefined) say(worker, { type: "retry", id, isWorthIt })
      })
    case "reconnected":
      return caller.policy.reconnected()
    case "received":
      return caller.policy.received()
    case "refused":
      caller.opened(err(message.failure))
      caller.pipe.push([{ type: "failure", failure: message.failure }])
      break
    case "over":
  }
  caller.pipe.end()
  callers.delete(id)
}
