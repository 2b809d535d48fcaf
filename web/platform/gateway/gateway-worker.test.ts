import { afterEach, expect, test, vi } from "vitest"
import type { FromGatewayWorker, ToGatewayWorker } from "./gateway-worker.ts"

vi.mock("./gateway-call.ts", () => ({ callGateway: () => Promise.reject(new Error("a bug of ours")) }))

afterEach(() => void vi.unstubAllGlobals())

test("a call that ends in a way nobody expected is answered all the same", async () => {
  const page = new EventTarget()
  const said = vi.fn<(message: FromGatewayWorker) => void>()
  const reported = vi.fn<(bug: unknown) => void>()
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("postMessage", said)
  vi.stubGlobal("console", { ...console, error: reported })
  await import("./gateway-worker.ts")
  const request = { messages: [], config: { model: "gpt-5", providerName: "OpenAI", stream: true } }
  const data: ToGatewayWorker = { type: "call", id: 7, call: { request, headers: {} } }
  page.dispatchEvent(new MessageEvent("message", { data }))
  await vi.waitFor(() => expect(said).toHaveBeenCalledWith({ type: "refused", id: 7, failure: { kind: "network" } }))
  expect(reported).toHaveBeenCalledOnce()
})
