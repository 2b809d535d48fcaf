/** Speaks with the gateway away from the page's thread. */
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { StalenessChecks } from "./connection.ts"
import { callGateway, type NewCall, type FollowCall } from "./gateway-call.ts"
import { joinDeltas } from "./event-stream.ts"
import type { Lost, ReconnectPolicy } from "./reconnect-policy.ts"

/** A call as it is handed over: its end and the handling of a lost connection are messages. */
export type HandedCall = Omit<NewCall, "signal"> | Omit<FollowCall, "signal">

export type ToGatewayWorker =
  | { readonly type: "call"; readonly id: number; readonly call: HandedCall }
  | { readonly type: "abort"; readonly id: number }
  /** The answer to `lost`. */
  | { readonly type: "retry"; readonly id: number; readonly isWorthIt: boolean }
  | { readonly type: "check-staleness"; readonly silentMs: number }

export type FromGatewayWorker = { readonly id: number } & (
  | { readonly type: "opened"; readonly runId: string | undefined }
  | { readonly type: "refused"; readonly failure: Failure }
  | { readonly type: "events"; readonly events: readonly ChatEvent[] }
  | { readonly type: "lost"; readonly lost: Lost }
  | { readonly type: "reconnected" }
  | { readonly type: "received" }
  | { readonly type: "over" }
)

interface Running {
  readonly abort: AbortController
  decide: (isWorthIt: boolean) => void
}

const running = new Map<number, Running>()
const stalenessChecks: StalenessChecks = new Set()

function say(message: FromGatewayWorker): void {
  postMessage(message)
}

async function answer(id: number, call: HandedCall): Promise<void> {
  const mine: Running = { abort: new AbortController(), decide: () => {} }
  running.set(id, mine)
  const { signal } = mine.abort
  let isReconnected = false
  const policy: ReconnectPolicy = {
    shouldRetry: (lost) => {
      say({ type: "lost", id, lost })
      return new Promise((decide) => {
        mine.decide = decide
        if (signal.aborted) decide(false)
        signal.addEventListener("abort", () => decide(false), { once: true })
      })
    },
    reconnected: () => {
      isReconnected = true
      say({ type: "reconnected", id })
    },
    received: () => {
      if (isReconnected) say({ type: "received", id })
      isReconnected = false
    },
  }
  try {
    const reply = await callGateway({ ...call, signal }, { policy, stalenessChecks })
    if (!reply.ok) return say({ type: "refused", id, failure: reply.error })
    say({ type: "opened", id, runId: reply.value.runId })
    for await (const events of reply.value.events) say({ type: "events", id, events: joinDeltas(events) })
    say({ type: "over", id })
  } catch (bug) {
    // Whoever waits is told in any case. `reportError` would end the thread for all other calls.
    say({ type: "refused", id, failure: { kind: "network" } })
    console.error(bug)
  } finally {
    running.delete(id)
  }
}

addEventListener("message", ({ data }: MessageEvent<ToGatewayWorker>) => {
  switch (data.type) {
    case "call":
      return void answer(data.id, data.call)
    case "abort":
      return running.get(data.id)?.abort.abort()
    case "retry":
      return running.get(data.id)?.decide(data.isWorthIt)
    case "check-staleness":
      for (const check of stalenessChecks) check(data.silentMs)
  }
})
