import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { failureCode, failureStatus } from "./failure-status.ts"
import { clientRetryDelayMs, parseRetryAfterMs, serverRetryDelayMs } from "./retry-policy.ts"

describe("the client's retries", () => {
  const delays = (model: string, status: number) =>
    [0, 1, 2, 3].map((retries) => clientRetryDelayMs({ model, status, retries }))

  it("o3 tries three times more, waiting 5000 ms times the attempt", () => {
    expect(delays("o3", 504)).toEqual([5_000, 10_000, 15_000, undefined])
  })

  it("others try once more", () => {
    expect(delays("gpt-5", 502)).toEqual([5_000, undefined, undefined, undefined])
    expect(delays("o3-mini", 503)).toEqual([5_000, undefined, undefined, undefined])
  })

  it("only 502, 503 and 504 are tried again", () => {
    const tried = [400, 401, 402, 403, 404, 408, 429, 500, 501, 502, 503, 504, 505].filter(
      (status) => clientRetryDelayMs({ model: "o3", status, retries: 0 }) !== undefined,
    )
    expect(tried).toEqual([502, 503, 504])
  })
})

describe("the server's retries", () => {
  const call = { status: 503, retries: 0, elapsedMs: 0, random: 0.5 } as const

  it("never try again what another try cannot help", () => {
    for (const status of [400, 401, 402, 403, 404, 422, 501]) {
      expect(serverRetryDelayMs({ ...call, status })).toBeUndefined()
    }
  })

  it("try again after trouble that passes, a refused connection included", () => {
    for (const status of [408, 409, 429, 500, 502, 503, 504, 529, "connect"] as const) {
      expect(serverRetryDelayMs({ ...call, status })).toBeDefined()
    }
  })

  it("honour a Retry-After up to 5 s and give up beyond", () => {
    expect(serverRetryDelayMs({ ...call, retryAfterMs: 5_000 })).toBe(5_000)
    expect(serverRetryDelayMs({ ...call, retryAfterMs: 5_001 })).toBeUndefined()
  })

  it("make at most two extra attempts and begin none after 10 s", () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.nat(20_000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (retries, elapsedMs, random) => {
          const delay = serverRetryDelayMs({ ...call, retries, elapsedMs, random })
          if (delay === undefined) return
          expect(retries).toBeLessThan(2)
          expect(elapsedMs + delay).toBeLessThan(10_000)
        },
      ),
    )
  })

  it("read Retry-After in seconds or as a date", () => {
    expect(parseRetryAfterMs("2", 0)).toBe(2_000)
    expect(parseRetryAfterMs("Thu, 01 Jan 1970 00:00:03 GMT", 1_000)).toBe(2_000)
    expect(parseRetryAfterMs("Thu, 01 Jan 1970 00:00:03 GMT", 9_000)).toBe(0)
    expect([null, undefined, "", "soon"].map((header) => parseRetryAfterMs(header, 0))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe("a failure on the wire", () => {
  it("has its fixed status", () => {
    expect(failureStatus({ kind: "insufficient-balance" })).toBe(402)
    expect(failureStatus({ kind: "user-not-found" })).toBe(404)
    expect(failureStatus({ kind: "already-processing" })).toBe(400)
    expect(failureStatus({ kind: "free-limit-reached", availableModels: [] })).toBe(403)
    expect(failureStatus({ kind: "upstream-timeout" })).toBe(504)
  })

  it("passes on what a provider says of the request, and keeps the operator's key and bill from the caller", () => {
    const status = (upstream: number) => failureStatus({ kind: "upstream", status: upstream, message: "" })
    expect([400, 404, 429, 500, 502, 503, 504].map(status)).toEqual([400, 404, 429, 500, 502, 503, 504])
    expect([401, 402, 403, 200, 0, Number.NaN].map(status)).toEqual([502, 502, 502, 502, 502, 502])
  })

  it("is always an error status, whatever a provider answers", () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer(), fc.double()), (upstream) => {
        const status = failureStatus({ kind: "upstream", status: upstream, message: "" })
        expect(status >= 400 && status <= 599).toBe(true)
      }),
    )
  })

  it("keeps its word", () => {
    expect(failureCode({ kind: "context-length-exceeded", message: "" })).toBe("context_length_exceeded")
    expect(failureCode({ kind: "insufficient-balance" })).toBe("balance_insufficient")
  })
})
