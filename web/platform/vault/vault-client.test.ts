import { afterEach, expect, test, vi } from "vitest"
import { longestBlob } from "#core/vault/envelope.ts"
import { createVaultClient } from "./vault-client.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A line that carries eight kilobytes a second. */
function slowLine(bytes: number): void {
  vi.useFakeTimers()
  // The clock of the tests does not move the browser's own.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(), ms)
    return ending.signal
  })
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: { readonly signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason))
        setTimeout(() => resolve(new Response("{}")), bytes / 8)
      }),
  )
}

const client = createVaultClient({ id: "vault", token: "token" }, "device")

test.each([
  ["sent", () => client.putBlob("name", new Uint8Array(longestBlob)), { status: 200 }],
  ["fetched", () => client.blob("name"), { length: 2 }],
])("the largest picture is %s over a slow line", async (_, call, expected) => {
  slowLine(longestBlob)
  const reply = call()
  await vi.advanceTimersByTimeAsync(longestBlob / 8)
  expect(await reply).toMatchObject(expected)
})

test("a call without a body is given up after two minutes", async () => {
  slowLine(longestBlob)
  const reply = client.facts()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await reply).toEqual({ status: 0, json: {} })
})
