import { beforeEach, expect, test, vi } from "vitest"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { err } from "#core/lib/result.ts"
import type { FromGatewayWorker } from "./gateway-worker.ts"
import { requestChat } from "./gateway-client.ts"

const threads = vi.hoisted(() => ({ current: undefined as EventTarget | undefined }))
vi.mock("./gateway-thread.ts", () => ({ gatewayThread: () => threads.current }))
vi.mock("../browser/on-return.ts", () => ({ onReturn: () => () => {} }))

/** A worker by what the page hears of it. */
class Thread extends EventTarget {
  postMessage(): void {}
  says(data: FromGatewayWorker): void {
    this.dispatchEvent(new MessageEvent("message", { data }))
  }
  ends(): void {
    this.dispatchEvent(new Event("error"))
  }
}

let thread: Thread
beforeEach(() => {
  thread = new Thread()
  threads.current = thread
})

const request: ChatRequest = { messages: [], config: { model: "gpt-5", providerName: "OpenAI", stream: true } }
const ask = () => requestChat({ request, headers: {}, signal: new AbortController().signal })

test("a question whose thread cannot be loaded was heard by nobody", async () => {
  const answer = ask()
  thread.ends()
  expect(await answer).toEqual(err({ kind: "network", unreached: true }))
})

test("a question whose thread ends after it has spoken may have been heard", async () => {
  const answer = ask()
  thread.says({ id: 0, type: "reconnected" })
  thread.ends()
  expect(await answer).toEqual(err({ kind: "network" }))
})
