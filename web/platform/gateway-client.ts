import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { Doubts } from "./connection.ts"
import type { ChatCall, FollowCall, GatewayCall, OpenAnswer } from "./gateway-call.ts"
import type { FromGatewayWorker, ToGatewayWorker } from "./gateway-worker.ts"
import workerUrl from "./gateway-worker.ts?worker&url"
import { noLine, onReturn, pageLine, type Line } from "./line.ts"
import { createPipe, type Pipe } from "./pipe.ts"
import { startWorker } from "./start-worker.ts"

export type { ChatCall, FollowCall, OpenAnswer }

/**
 * Asks a model. Reading a stream wakes its thread for every piece the network brings, hundreds of times a second; a
 * worker does that, and the page hears some fifteen times a second what has come. Without workers the page does it itself.
 *
 * `show` hears when the connection is lost, and when it is back; without it, a lost connection is the end.
 */
export function requestChat(call: ChatCall, show?: (lost: boolean) => void): Promise<Result<OpenAnswer, Failure>> {
  return request(call, show === undefined ? noLine : pageLine(show))
}

/** Follows a run from its first frame. An `http` failure of status 404 says that there is none. */
export function followRun(call: FollowCall, show: (lost: boolean) => void): Promise<Result<OpenAnswer, Failure>> {
  return request(call, pageLine(show))
}

/** Starts the worker before it is needed. */
export function prepareGateway(): void {
  gatewayWorker()
}

function request(call: GatewayCall, line: Line): Promise<Result<OpenAnswer, Failure>> {
  const thread = gatewayWorker()
  return thread === undefined ? callHere(call, line) : callThrough(thread, call, line)
}

/** What the worker is made of is fetched by the page only where there are no workers. */
async function callHere(call: GatewayCall, line: Line): Promise<Result<OpenAnswer, Failure>> {
  const code = await import("./gateway-call.ts").catch(() => undefined)
  return code === undefined ? err({ kind: "network", unreached: true }) : code.callGateway(call, { line, doubts })
}

interface Caller {
  readonly opened: (result: Result<OpenAnswer, Failure>) => void
  readonly pipe: Pipe<readonly ChatEvent[]>
  readonly line: Line
}

const callers = new Map<number, Caller>()
const doubts: Doubts = new Set()
let worker: Worker | undefined
let lastId = 0

function gatewayWorker(): Worker | undefined {
  if (worker !== undefined) return worker
  worker = startWorker(workerUrl, "gateway")
  worker?.addEventListener("message", ({ data }: MessageEvent<FromGatewayWorker>) => hear(data))
  worker?.addEventListener("error", () => {
    // It could not be loaded: whoever waits sees a lost connection, the next call starts anew.
    worker = undefined
    for (const id of callers.keys()) hear({ type: "refused", id, failure: { kind: "network" } })
  })
  return worker
}

onReturn((silentMs) => {
  for (const doubt of doubts) doubt(silentMs)
  if (worker !== undefined) say(worker, { type: "doubt", silentMs })
})

function say(thread: Worker, message: ToGatewayWorker): void {
  thread.postMessage(message)
}

function callThrough(
  thread: Worker,
  { signal, ...call }: GatewayCall,
  line: Line,
): Promise<Result<OpenAnswer, Failure>> {
  const id = (lastId += 1)
  return new Promise((opened) => {
    callers.set(id, { opened, pipe: createPipe(), line })
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
      return void caller.line.again(message.lost).then((isWorthIt) => {
        if (worker !== undefined) say(worker, { type: "again", id, isWorthIt })
      })
    case "back":
      return caller.line.back()
    case "heard":
      return caller.line.heard()
    case "refused":
      caller.opened(err(message.failure))
      caller.pipe.push([{ type: "failure", failure: message.failure }])
      break
    case "over":
  }
  caller.pipe.end()
  callers.delete(id)
}
