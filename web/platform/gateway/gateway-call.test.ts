import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { err } from "#core/lib/result.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { callGateway, type NewCall } from "./gateway-call.ts"
import { neverReconnect } from "./reconnect-policy.ts"

const adapters = vi.hoisted(() => ({ load: async (): Promise<unknown> => undefined }))
vi.mock("#core/providers/load-adapter.ts", () => ({ loadAdapter: () => adapters.load() }))

const unreached = err({ kind: "network", unreached: true })
const request: ChatRequest = {
  messages: [{ role: "user", content: "Oi" }],
  config: { model: "gpt-5", providerName: "OpenAI", stream: true },
}
const around = { policy: neverReconnect, stalenessChecks: new Set<(silentMs: number) => void>() }

function call(more: Partial<NewCall> = {}): NewCall {
  return { request, headers: {}, signal: new AbortController().signal, idempotencyKey: "key-1", ...more }
}

/** A line on which nothing ever comes back: only the page itself can end a request. */
const deadLine = (_address: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("hung up", "AbortError")))
  })

describe("a provider whose words cannot be fetched", () => {
  test("is asked nothing: its question was not heard, and waits for a connection", async () => {
    const fetched = vi.spyOn(globalThis, "fetch")
    adapters.load = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))
    const own = { provider: "anthropic", credentials: { apiKey: "k" } } as const
    expect(await callGateway(call({ own }), around)).toEqual(unreached)
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe("a question on a line where nothing comes back", () => {
  const fetched = vi.fn<typeof deadLine>(deadLine)
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal("fetch", fetched.mockClear())
    adapters.load = async () => openAiAdapter
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  /** What has come of a call after a time: undefined while it is still waited for. */
  async function after(durationMs: number, asked: NewCall) {
    let answer: unknown
    void callGateway(asked, around).then((came) => (answer = came))
    await vi.advanceTimersByTimeAsync(durationMs)
    return answer
  }

  test("is given up after the time in which the server begins to answer", async () => {
    expect(await after(22_000, call())).toEqual(unreached)
    expect(fetched).toHaveBeenCalledOnce()
  })

  test("has more time the more there is to send", async () => {
    const long = { ...request, messages: [{ role: "user" as const, content: "a".repeat(30_000) }] }
    expect(await after(45_000, call({ request: long }))).toBeUndefined()
    expect(await after(55_000, call({ request: long }))).toEqual(unreached)
  })

  test("is waited for where it cannot be asked twice, or is answered in one piece", async () => {
    const { idempotencyKey: _, ...keyless } = call()
    expect(await after(60_000, keyless)).toBeUndefined()
    const whole = { ...request, config: { ...request.config, stream: false } }
    expect(await after(60_000, call({ request: whole }))).toBeUndefined()
  })
})
