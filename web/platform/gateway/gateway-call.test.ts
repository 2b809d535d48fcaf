import { describe, expect, test, vi } from "vitest"
import type { ChatRequest } from "#core/gateway/chat-request.ts"
import { err } from "#core/lib/result.ts"
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

describe("a provider whose words cannot be fetched", () => {
  test("is asked nothing: its question was not heard, and waits for a connection", async () => {
    const fetched = vi.spyOn(globalThis, "fetch")
    adapters.load = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))
    const own = { provider: "anthropic", credentials: { apiKey: "k" } } as const
    expect(await callGateway(call({ own }), around)).toEqual(unreached)
    expect(fetched).not.toHaveBeenCalled()
  })
})
