import { describe, expect, test } from "vitest"
import { readEvents } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import type { ChatConfig, ChatMessage } from "../../gateway/chat-request.ts"
import { iflytekAdapter } from "./adapter.ts"

const messages: readonly ChatMessage[] = [{ role: "user", content: "Oi" }]
const tools = [{ name: "clima", parameters: { type: "object" } }]

function shapeOf(config: Partial<ChatConfig>, said = messages) {
  const asked = { model: "4.0Ultra", providerName: "Iflytek", stream: true, ...config }
  return iflytekAdapter.encodeChat({ config: asked, messages: said, tools }, { apiKey: "chave", secretKey: "segredo" })
}
const bodyOf = (...args: Parameters<typeof shapeOf>) => JSON.parse(shapeOf(...args).body ?? "")

describe("the chat call", () => {
  test("proves itself by key and secret, joined by a colon", () => {
    expect(shapeOf({})).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer chave:segredo" },
    })
    const { headers } = iflytekAdapter.encodeChat(
      { config: { model: "lite", providerName: "Iflytek", stream: false }, messages },
      { apiKey: "senha" },
    )
    expect(headers["authorization"]).toBe("Bearer senha")
  })

  test("never sends a zero, nor more tokens than the model writes", () => {
    expect(bodyOf({ temperature: 0, top_p: 0, max_tokens: 100_000 })).toMatchObject({
      temperature: 0.01,
      top_p: 0.01,
      max_tokens: 8192,
    })
    expect(bodyOf({ model: "lite", max_tokens: 100_000 })).toMatchObject({ max_tokens: 4096 })
    expect(bodyOf({})).not.toHaveProperty("stream_options")
  })

  test("brings tools only to models that call them, with the switch that makes their calls a list", () => {
    expect(bodyOf({})).toMatchObject({ tool_calls_switch: true, tools: [{ function: { name: "clima" } }] })
    expect(bodyOf({ model: "generalv3" })).not.toHaveProperty("tools")
  })

  test("has one system message, first, and sides that alternate", () => {
    const said: readonly ChatMessage[] = [
      { role: "system", content: "Seja breve." },
      { role: "user", content: "Oi" },
      { role: "system", content: "Resumo." },
      { role: "assistant", content: "Olá" },
    ]
    expect(bodyOf({}, said).messages).toEqual([
      { role: "system", content: "Seja breve." },
      { role: "user", content: "Oi\n\nResumo." },
      { role: "assistant", content: "Olá" },
    ])
  })
})

const says = (content: string, more: object = {}) => ({
  code: 0,
  message: "Success",
  choices: [{ delta: { role: "assistant", content }, index: 0 }],
  ...more,
})
const usage = { prompt_tokens: 6, completion_tokens: 8 }
const read = (...events: readonly (object | string)[]) => readEvents(iflytekAdapter, events)

describe("a stream without finish reasons", () => {
  test("is finished at its done marker", () => {
    expect(read(says("a"), "[DONE]").at(-1)).toEqual({ type: "finish", reason: "stop" })
  })

  test("is finished when it closes after its usage, which stands on the last chunk", () => {
    expect(read(says("a"), says("b", { usage })).at(-1)).toEqual({ type: "finish", reason: "stop" })
  })

  test("is cut when it closes before", () => {
    expect(read(says("a")).at(-1)).toEqual({ type: "failure", failure: { kind: "upstream-cut" } })
  })

  test("breaks off at a code other than 0", () => {
    expect(read(says("a"), { code: 10013, message: "não pode", sid: "x" }).at(-1)).toEqual({
      type: "failure",
      failure: { kind: "upstream", status: 400, message: "não pode", code: "10013" },
    })
  })
})

describe("calls", () => {
  const call = { id: "c1", type: "function", function: { name: "clima", arguments: "{}" } }
  const calling = (tool_calls: unknown) => ({ code: 0, choices: [{ delta: { role: "assistant", tool_calls } }], usage })

  test.each([
    ["a list", [call]],
    ["one object", call],
  ])("come as %s", (_, given) => {
    const answer = summarizeAnswer(read(calling(given), "[DONE]"))
    expect(answer).toMatchObject({ calls: [{ id: "c1", name: "clima", arguments: "{}" }], finish: "tool-calls" })
  })

  test("of the search itself are sources, not functions to run", () => {
    const outputs = [{ index: 1, url: "https://a.br", title: "A" }]
    const searched = {
      code: 0,
      choices: [
        { delta: { role: "tool", content: "", tool_calls: [{ type: "web_search", web_search: { outputs } }] } },
      ],
    }
    const answer = summarizeAnswer(read(searched, says("a"), "[DONE]"))
    expect(answer).toMatchObject({ calls: [], citations: [{ url: "https://a.br", title: "A" }], finish: "stop" })
  })
})

describe("an error", () => {
  const failure = (status: number, body: object) => iflytekAdapter.decodeFailure(status, JSON.stringify(body))

  test("of the edge has a message only", () => {
    expect(failure(401, { message: "HMAC signature cannot be verified: fail" })).toMatchObject({
      kind: "upstream",
      status: 401,
      message: "HMAC signature cannot be verified: fail",
    })
  })

  test("of the service has a code, a text or a number", () => {
    const error = { message: "invalid param top_k", type: "invalid_request_error", param: null, code: "10005" }
    expect(failure(400, { error })).toMatchObject({ status: 400, code: "10005", type: error.type })
    expect(iflytekAdapter.decodeReply({ code: 11202, message: "licc limit", sid: "x" })).toEqual([
      { type: "failure", failure: { kind: "upstream", status: 429, message: "licc limit", code: "11202" } },
    ])
  })
})
