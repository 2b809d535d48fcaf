/** Speaks with the gateway away from the page's thread. */
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { callGateway, type ChatCall } from "./gateway-call.ts"

export type ToGatewayWorker =
  | { readonly type: "ask"; readonly id: number; readonly call: Omit<ChatCall, "signal"> }
  | { readonly type: "abort"; readonly id: number }

export type FromGatewayWorker = { readonly id: number } & (
  | { readonly type: "opened"; readonly runId: string | undefined }
  | { readonly type: "refused"; readonly failure: Failure }
  | { readonly type: "events"; readonly events: readonly ChatEvent[] }
  | { readonly type: "over" }
)

const running = new Map<number, AbortController>()

function say(message: FromGatewayWorker): void {
  postMessage(message)
}

async function answer(id: number, call: Omit<ChatCall, "signal">): Promise<void> {
  const abort = new AbortController()
  running.set(id, abort)
  const reply = await callGateway({ ...call, signal: abort.signal })
  if (reply.ok) {
    say({ type: "opened", id, runId: reply.value.runId })
    for await (const events of reply.value.events) say({ type: "events", id, events })
    say({ type: "over", id })
  } else {
    say({ type: "refused", id, failure: reply.error })
  }
  running.delete(id)
}

addEventListener("message", ({ data }: MessageEvent<ToGatewayWorker>) => {
  if (data.type === "ask") void answer(data.id, data.call)
  else running.get(data.id)?.abort()
})
