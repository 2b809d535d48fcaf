import { describe, expect, test } from "vitest"
import { readEvents } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import { baiduAdapter } from "./adapter.ts"
import { readToken, tokenRefused, tokenShape } from "./access-token.ts"

const read = (...events: readonly object[]) => readEvents(baiduAdapter, events)

describe("a stream", () => {
  test("is cut where nobody says that it has ended", () => {
    expect(read({ result: "Ol", is_end: false, finish_reason: "normal" }).at(-1)).toEqual({
      type: "failure",
      failure: { kind: "upstream-cut" },
    })
  })

  test("ends by length where the answer was truncated, by filter where it was refused", () => {
    expect(read({ result: "a", is_end: true, is_truncated: true }).at(-1)).toMatchObject({ reason: "length" })
    expect(read({ result: "a", is_end: true, finish_reason: "content_filter" }).at(-1)).toMatchObject({
      reason: "content-filter",
    })
  })

  test("tells each source once", () => {
    const search_info = { search_results: [{ index: 1, url: "https://a.br", title: "A" }] }
    const answer = summarizeAnswer(
      read({ result: "a", search_info }, { result: "b", search_info }, { result: "", is_end: true }),
    )
    expect(answer).toMatchObject({ text: "ab", citations: [{ url: "https://a.br", title: "A" }], finish: "stop" })
  })

  test("breaks off at an error inside it", () => {
    expect(read({ result: "a", is_end: false }, { error_code: 336100, error_msg: "try again" }).at(-1)).toEqual({
      type: "failure",
      failure: { kind: "upstream", status: 503, message: "try again", code: "336100" },
    })
  })

  test("brings the balance our gateway adds", () => {
    const _meta = {
      updatedBalance: 1,
      newPremiumBalance: 1,
      newFreeBalance: 0,
      newCallsBalance: 0,
      cost: 0,
      runId: "r",
    }
    const events = read({ result: "a", is_end: true }, { result: "", is_end: true, _meta })
    expect(events.map((event) => event.type)).toEqual(["text-delta", "balance", "finish"])
  })
})

describe("an error with status 200", () => {
  test.each([
    [110, 401],
    [111, 401],
    [6, 403],
    [17, 429],
    [18, 429],
    [336501, 429],
    [336003, 400],
    [336006, 400],
    [336007, 400],
    [336000, 500],
    [2, 503],
  ])("%i is a failure of status %i", (error_code, status) => {
    expect(baiduAdapter.decodeReply({ error_code, error_msg: "não" })).toEqual([
      { type: "failure", failure: { kind: "upstream", status, message: "não", code: String(error_code) } },
    ])
  })

  test("of our gateway keeps its word", () => {
    const body = JSON.stringify({ error_code: 6, error_msg: "Saldo insuficiente", code: "balance_insufficient" })
    expect(baiduAdapter.decodeFailure(402, body)).toMatchObject({ kind: "insufficient-balance" })
  })
})

describe("the access token", () => {
  test("is asked for with the client's credentials", () => {
    expect(tokenShape("id", "se/gredo")).toMatchObject({
      method: "POST",
      path: "/oauth/2.0/token?grant_type=client_credentials&client_id=id&client_secret=se%2Fgredo",
    })
  })

  test("is fresh until shortly before it expires", () => {
    const token = readToken(200, JSON.stringify({ access_token: "24.abc", expires_in: 2_592_000 }), 1_000)
    expect(token).toEqual({ ok: true, value: { token: "24.abc", freshUntil: 1_000 + 2_592_000_000 - 300_000 } })
  })

  test.each(["0", "nunca", null, -5])("that expires in %j seconds is kept a short while", (expires_in) => {
    const token = readToken(200, JSON.stringify({ access_token: "t", expires_in }), 0)
    expect(token.ok && token.value.freshUntil).toBe(300_000)
  })

  test("is refused in the provider's words", () => {
    const body = JSON.stringify({ error: "invalid_client", error_description: "unknown client id" })
    expect(readToken(401, body, 0)).toEqual({
      ok: false,
      error: { kind: "upstream", status: 401, message: "unknown client id", code: "invalid_client" },
    })
    expect(readToken(200, "<html>", 0).ok).toBe(false)
  })

  test("is fetched anew when the chat no longer knows it", () => {
    const said = (code: number) => baiduAdapter.decodeFailure(200, JSON.stringify({ error_code: code, error_msg: "" }))
    expect([110, 111, 6].map((code) => tokenRefused(said(code)))).toEqual([true, true, false])
  })
})
