import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { callGateway, type ChatCall, type OpenAnswer } from "./gateway-call.ts"
import type { FromGatewayWorker, ToGatewayWorker } from "./gateway-worker.ts"
import workerUrl from "./gateway-worker.ts?worker&url"
import { createPipe, type Pipe } from "./pipe.ts"
import { startWorker } from "./start-worker.ts"

export type { ChatCall, OpenAnswer }

/**
 * Asks a model. Reading a stream wakes its thread for every piece the network brings, hundreds of times a second; a
 * worker does that, and the page hears some thirty times a second what has come. Without workers the page does it itself.
 */
export function requestChat(call: ChatCall): Promise<Result<OpenAnswer, Failure>> {
  const thread = gatewayWorker()
  return thread === undefined ? callGateway(call) : callThrough(thread, call)
}

/** Starts the worker before it is needed. */
export function prepareGateway(): void {
  gatewayWorker()
}

/** Asks the server to stop a run; the stream then brings its ending frames. False when the server could not be asked. */
export async function stopRun(runId: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const reply = await fetch(`/api/runs/${encodeURIComponent(runId)}/stop`, { method: "POST", headers })
    return reply.ok
  } catch {
    return false
  }
}

interface Caller {
  readonly opened: (result: Result<OpenAnswer, Failure>) => void
  readonly pipe: Pipe<readonly ChatEvent[]>
}

const callers = new Map<number, Caller>()
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

function callThrough(thread: Worker, { signal, ...call }: ChatCall): Promise<Result<OpenAnswer, Failure>> {
  const id = (lastId += 1)
  const say = (message: ToGatewayWorker) => thread.postMessage(message)
  return new Promise((opened) => {
    callers.set(id, { opened, pipe: createPipe() })
    say({ type: "ask", id, call })
    if (signal.aborted) say({ type: "abort", id })
    signal.addEventListener("abort", () => say({ type: "abort", id }))
  })
}

function hear(message: FromGatewayWorker): void {
  const caller = callers.get(message.id)
  if (caller === undefined) return
  switch (message.type) {
    case "opened":
      return caller.opened(ok({ runId: message.runId, events: caller.pipe.items }))
    case "events":
      return caller.pipe.push(message.events)
    case "refused":
      caller.opened(err(message.failure))
      caller.pipe.push([{ type: "failure", failure: message.failure }])
      break
    case "over":
  }
  caller.pipe.end()
  callers.delete(message.id)
}
