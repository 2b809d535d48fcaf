import { expect, test, vi } from "vitest"
import { callGateway } from "./gateway-call.ts"
import { neverReconnect } from "./reconnect-policy.ts"

test("an Azure of one's own that lacks something is told so, and nothing is sent", async () => {
  const fetched = vi.spyOn(globalThis, "fetch")
  const answer = await callGateway(
    {
      request: { messages: [], config: { model: "gpt-4.1", providerName: "Azure", stream: true } },
      headers: {},
      signal: new AbortController().signal,
      own: { provider: "azure", credentials: { apiKey: "chave" } },
    },
    { policy: neverReconnect, stalenessChecks: new Set() },
  )
  expect(answer).toMatchObject({ ok: false, error: { message: expect.stringContaining("incomplete azure config") } })
  expect(fetched).not.toHaveBeenCalled()
})
