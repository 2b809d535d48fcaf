import { describe, expect, test } from "vitest"
import { decodeSubscription, decodeUsed, encodeSubscription, encodeUsed } from "./billing.ts"

describe("what was used", () => {
  test.each([
    [{ year: 2026, month: 11, day: 21 }, "2026-11-01", "2026-11-22"],
    [{ year: 2026, month: 12, day: 31 }, "2026-12-01", "2027-01-01"],
    [{ year: 2028, month: 2, day: 28 }, "2028-02-01", "2028-02-29"],
  ])("on %j is asked for from the first of the month to tomorrow", (today, first, tomorrow) => {
    expect(encodeUsed(today, { apiKey: "sk" })).toMatchObject({
      method: "GET",
      path: `/dashboard/billing/usage?start_date=${first}&end_date=${tomorrow}`,
      headers: { authorization: "Bearer sk" },
    })
  })

  test("comes in cents", () => {
    expect(decodeUsed(200, '{"object":"list","total_usage":1234.56}')).toEqual({ ok: true, value: 12.35 })
    expect(decodeUsed(200, '{"total_usage":0}')).toEqual({ ok: true, value: 0 })
    expect(decodeUsed(200, "{}")).toEqual({ ok: true, value: undefined })
  })

  test("is refused without the key's permission", () => {
    expect(decodeUsed(401, "whatever")).toEqual({ ok: false, error: { kind: "unauthorized" } })
    const error = { message: "must be made with a session key", type: "server_error", param: null, code: null }
    const refused = { ok: false, error: { kind: "upstream", message: error.message } }
    expect(decodeUsed(403, JSON.stringify({ error }))).toMatchObject(refused)
    expect(decodeUsed(200, JSON.stringify({ error }))).toMatchObject(refused)
    expect(decodeUsed(200, "<html>").ok).toBe(false)
  })
})

test("the subscription's limit is in dollars, to the cent", () => {
  expect(encodeSubscription({}).path).toBe("/dashboard/billing/subscription")
  expect(decodeSubscription(200, '{"hard_limit_usd":120.005}')).toEqual({ ok: true, value: 120.01 })
  expect(decodeSubscription(401, "")).toEqual({ ok: false, error: { kind: "unauthorized" } })
})
