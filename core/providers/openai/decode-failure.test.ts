import { describe, expect, test } from "vitest"
import { decodeFailure } from "./decode-failure.ts"
import { decodeReply } from "./decode-reply.ts"

const decode = (status: number, body: object | string) =>
  decodeFailure(status, typeof body === "string" ? body : JSON.stringify(body))

describe("trouble told by a provider", () => {
  test.each([
    ["a text for an error", { error: "sem crédito" }, "sem crédito"],
    ["msg", { error: true, msg: "ocupado" }, "ocupado"],
    ["message without error", { statusCode: 401, message: "Access denied" }, "Access denied"],
    ["a JSON text", '"nope"', "nope"],
    ["plain text", "upstream connect error", "upstream connect error"],
    ["a page", "<!doctype html>\n<title>502  Bad\nGateway</title><h1>x</h1>", "502 Bad Gateway"],
    ["a page without a title", "<html><body>oops</body></html>", ""],
    ["nothing", "", ""],
    ["a list", [{ error: { message: "in a list" } }], "in a list"],
  ])("is read from %s", (_, body, message) => {
    expect(decode(500, body)).toEqual({ kind: "upstream", status: 500, message })
  })

  test("keeps the head of a long text only", () => {
    expect(decode(500, "x".repeat(10_000))).toHaveProperty("message", "x".repeat(500))
  })

  test("keeps a provider's own 402 and 403 what they are: not the user's balance, not the user's tier", () => {
    expect(decode(402, { error: { message: "Insufficient Balance" } })).toMatchObject({ kind: "upstream", status: 402 })
    expect(decode(403, { error: { message: "Country not supported" } })).toMatchObject({
      kind: "upstream",
      status: 403,
    })
  })

  test("tells a prompt that does not fit", () => {
    expect(decode(400, { error: { message: "too long", code: "context_length_exceeded" } })).toEqual({
      kind: "context-length-exceeded",
      message: "too long",
    })
  })

  test.each([
    "prompt is too long: 210000 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000",
    "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).",
    "Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)",
    "Range of input length should be [1, 30720]",
    "Total tokens of image and text exceed max message tokens. Request id: 7",
  ])("tells it by the words of those who have no code for it: %s", (message) => {
    const failure = { kind: "context-length-exceeded", message }
    expect(decode(400, { error: { message, type: "invalid_request_error" } })).toEqual(failure)
    expect(decode(400, { code: "InvalidParameter", message })).toEqual(failure)
  })
})

describe("a refusal of our own gateway", () => {
  test("for a model that was switched off, with what it cost and who could follow", () => {
    const error = { message: "saiu do ar", code: "model_retired", param: null, type: "invalid_request_error" }
    const price_per_million = { input: 8.94, output: 71.5 }
    const successor = { model: "gpt-6.1-sol", provider: "OpenAI", price_per_million: { input: 14.3, output: 71.5 } }
    const body = { error, retired_model: "gpt-5", retired_since: "2026-12-11", price_per_million, successor }
    expect(decode(404, body)).toEqual({
      kind: "model-retired",
      model: "gpt-5",
      since: "2026-12-11",
      price: price_per_million,
      successor: { model: "gpt-6.1-sol", provider: "OpenAI", price: { input: 14.3, output: 71.5 } },
    })
    const damaged = { error, retired_model: "gpt-5", price_per_million: { input: -1 }, successor: { provider: 3 } }
    expect(decode(404, damaged)).toEqual({ kind: "model-retired", model: "gpt-5" })
  })

  test("for lack of balance", () => {
    const body = { error: { message: "Saldo esgotado" }, balance_insufficient: true, upgrade_url: "https://x/planos" }
    expect(decode(402, body)).toEqual({
      kind: "insufficient-balance",
      message: "Saldo esgotado",
      upgradeUrl: "https://x/planos",
    })
  })

  test("tells what is left to spend", () => {
    const body = { balance_insufficient: true, saldo: 0.25, saldo_premium: 0, saldo_gratuito: 0.25, saldo_chamadas: 3 }
    expect(decode(402, body)).toEqual({
      kind: "insufficient-balance",
      balance: { total: 250_000, premium: 0, free: 250_000, calls: 3 },
    })
  })

  test("for a message too long, its numbers from the fields or the text", () => {
    const error = "Mensagem muito longa! … no máximo 20000 caracteres por mensagem. Sua mensagem tem 20001 caracteres."
    const failure = { kind: "message-too-long", characters: 20_001, limit: 20_000 }
    expect(decode(403, { error, character_limit_exceeded: true })).toEqual(failure)
    expect(decode(403, { character_limit_exceeded: true, characters: 20_001, limit: 20_000 })).toEqual(failure)
  })

  test("past the free limit, and for a model outside the tier", () => {
    const body = { error: { message: "não" }, available_models: ["gpt-4o-mini", 7], upgrade_url: "u" }
    const said = { availableModels: ["gpt-4o-mini"], upgradeUrl: "u", message: "não" }
    expect(decode(403, { ...body, free_temp_limit_reached: true })).toEqual({ kind: "free-limit-reached", ...said })
    expect(decode(403, { ...body, model: "o3" })).toEqual({ kind: "model-not-allowed", model: "o3", ...said })
    const named = { ...body, error: { message: "não", code: "model_not_allowed" }, free_temp_limit_reached: true }
    expect(decode(403, named)).toEqual({
      kind: "model-not-allowed",
      model: "",
      byFreeTier: true,
      ...said,
    })
  })

  test.each([
    ["invalid_request", "invalid-request"],
    ["already_processing", "already-processing"],
    ["already-processing", "already-processing"],
    ["unauthorized", "unauthorized"],
    ["too_many_requests", "too-many-requests"],
    ["upstream_timeout", "upstream-timeout"],
    ["upstream_cut", "upstream-cut"],
    ["upstream_cut_uncharged", "upstream-cut"],
    ["server_restarted", "server-restarted"],
    ["empty_answer", "empty-answer"],
    ["user_not_found", "user-not-found"],
    ["balance_insufficient", "insufficient-balance"],
    ["balance_in_use", "balance-in-use"],
    ["own_key_refused", "own-key-refused"],
  ])("by its word %s", (code, kind) => {
    expect(decode(400, { error: "texto", code })).toHaveProperty("kind", kind)
    expect(decode(400, { error: { message: "texto", code } })).toHaveProperty("kind", kind)
  })

  test("by its field: a model that does not exist here; the same word of a provider's is that it is gone there", () => {
    const error = { message: "texto", code: "model_not_found" }
    expect(decode(404, { error, unknown_model: "gpt-9" })).toEqual({ kind: "model-not-found", model: "gpt-9" })
    expect(decode(404, { error })).toEqual({ kind: "model-gone", status: 404, message: "texto" })
  })

  test("by its field: a model that was switched off, and what would follow it", () => {
    const error = { message: "texto", code: "model_retired" }
    const price_per_million = { input: 6.25, output: 50 }
    const successor = { model: "gpt-6.1-sol", provider: "OpenAI", price_per_million: { input: 10, output: 50.5 } }
    const told = { error, retired_model: "o1-mini", retired_since: "2025-10-27", price_per_million, successor }
    expect(decode(404, told)).toEqual({
      kind: "model-retired",
      model: "o1-mini",
      since: "2025-10-27",
      price: price_per_million,
      successor: { model: "gpt-6.1-sol", provider: "OpenAI", price: { input: 10, output: 50.5 } },
    })
    expect(decode(404, { error, retired_model: "tts-1" })).toEqual({ kind: "model-retired", model: "tts-1" })
    const torn = { error, retired_model: "o3", price_per_million: { input: "1" }, successor: { model: "gpt-5" } }
    expect(decode(404, torn)).toEqual({ kind: "model-retired", model: "o3" })
  })

  test("by its text: a message still being answered", () => {
    expect(decode(400, { error: "Mensagem já em processamento" })).toEqual({ kind: "already-processing" })
  })
})

describe("trouble inside a reply of status 200", () => {
  test.each([
    [{ error: { message: "quota", code: "insufficient_quota" } }, 429],
    [{ error: { message: "quota", code: 429 } }, 429],
    [{ error: "quota" }, 502],
    [{ error: true, msg: "quota" }, 502],
  ])("%j is a failure with status %i", (body, status) => {
    expect(decodeReply(body)).toEqual([
      { type: "failure", failure: expect.objectContaining({ kind: "upstream", status, message: "quota" }) },
    ])
  })

  test("an error of null is no error", () => {
    const reply = { error: null, choices: [{ message: { content: "a" }, finish_reason: "stop" }] }
    expect(decodeReply(reply)).toEqual([
      { type: "text-delta", text: "a" },
      { type: "finish", reason: "stop" },
    ])
  })
})

test("our gateway tells the provider's own words apart from its own", () => {
  const error = { message: "O provedor recusou (400): no. Nada foi cobrado.", code: "x", provider_message: "no" }
  expect(decode(400, { error })).toMatchObject({ kind: "upstream", status: 400, message: "no" })
  expect(decode(502, { error: { ...error, provider_message: "" } })).toMatchObject({ kind: "upstream", message: "" })
  // In mid-stream, where no status is told: the operator's bill, not a crowd.
  const bill = { error: { ...error, code: "insufficient_quota", provider_message: "" } }
  expect(decodeReply(bill)).toEqual([{ type: "failure", failure: expect.objectContaining({ status: 402 }) }])
  expect(decode(502, { error: { ...error, code: "upstream_cut" } })).toEqual({ kind: "upstream-cut", words: "no" })
})
