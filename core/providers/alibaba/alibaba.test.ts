import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readEvents } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import type { ChatConfig, ChatMessage } from "../../gateway/chat-request.ts"
import { alibabaAdapter } from "./adapter.ts"
import { encodeBody } from "./encode-request.ts"

const config: ChatConfig = { model: "qwen-max", providerName: "Alibaba", stream: true }
const messages: readonly ChatMessage[] = [{ role: "user", content: "Oi" }]

describe("the chat call", () => {
  test("has the messages under input and the settings under parameters", () => {
    const settings = { temperature: 0.5, top_p: 0.8, presence_penalty: 0.1, frequency_penalty: 1, max_tokens: 100 }
    const shape = alibabaAdapter.encodeChat({ config: { ...config, ...settings }, messages }, { apiKey: "sk" })
    expect(shape).toMatchObject({
      path: "/v1/services/aigc/text-generation/generation",
      headers: { authorization: "Bearer sk", "x-dashscope-sse": "enable", accept: "text/event-stream" },
    })
    expect(JSON.parse(shape.body ?? "")).toEqual({
      model: "qwen-max",
      input: { messages },
      parameters: {
        result_format: "message",
        incremental_output: true,
        temperature: 0.5,
        top_p: 0.8,
        presence_penalty: 0.1,
        max_tokens: 100,
      },
    })
  })

  test("without a stream asks for none, nor for pieces", () => {
    const shape = alibabaAdapter.encodeChat({ config: { ...config, stream: false }, messages }, {})
    expect(shape.headers).toMatchObject({ "x-dashscope-sse": "disable", accept: "application/json" })
    expect(JSON.parse(shape.body ?? "").parameters.incremental_output).toBe(false)
  })

  test.each([
    [1, 0.99],
    [0.99, 0.99],
    [0.5, 0.5],
    [0, 0.01],
  ])("sends a top_p of %d as %d", (top_p, sent) => {
    expect(encodeBody({ config: { ...config, top_p }, messages }).parameters.top_p).toBe(sent)
  })

  test("keeps the temperature below 2", () => {
    expect(encodeBody({ config: { ...config, temperature: 2 }, messages }).parameters.temperature).toBeLessThan(2)
  })

  test.each(["qwen-vl-max", "qwen2.5-vl-72b-instruct", "qwen-omni-turbo"])("of %s is a list of parts", (model) => {
    const content = [
      { type: "text", text: "O que é?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ] as const
    const request = { config: { ...config, model }, messages: [{ role: "user", content }, ...messages] as const }
    expect(alibabaAdapter.encodeChat(request, {}).path).toBe("/v1/services/aigc/multimodal-generation/generation")
    expect(encodeBody(request).input.messages.map((message) => message.content)).toEqual([
      [{ text: "O que é?" }, { image: "data:image/png;base64,AAAA" }],
      [{ text: "Oi" }],
    ])
  })

  test("names the tool whose result it brings", () => {
    const calling: readonly ChatMessage[] = [
      { role: "assistant", content: "", tool_calls: [{ id: "c1", name: "clima", arguments: "{}" }] },
      { role: "tool", content: "sim", tool_call_id: "c1" },
    ]
    expect(encodeBody({ config, messages: calling }).input.messages).toEqual([
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "c1", type: "function", function: { name: "clima", arguments: "{}" } }],
      },
      { role: "tool", content: "sim", tool_call_id: "c1", name: "clima" },
    ])
  })
})

const read = (...events: readonly object[]) => readEvents(alibabaAdapter, events)

function event(content: string, tokens: number, finish_reason = "null", more: object = {}) {
  const choices = [{ message: { role: "assistant", content, ...more }, finish_reason }]
  return { output: { choices }, usage: { input_tokens: 5, output_tokens: tokens }, request_id: "r" }
}

/** The same answer as pieces, or each time whole so far. */
function stream(pieces: readonly string[], whole: boolean) {
  const events = pieces.map((piece, at) => event(whole ? pieces.slice(0, at + 1).join("") : piece, at + 1))
  const last = whole ? pieces.join("") : ""
  return [...events, event(last, pieces.length, "stop")]
}

describe("a text", () => {
  test("in pieces or each time whole is the same text", () => {
    const piece = fc.stringMatching(/^[a-z ]{2,12}$/)
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        // Pieces that each begin with the one before cannot be told from a growing text, for anyone.
        fc.pre(!pieces.some((one, at) => at > 0 && one.startsWith(pieces[at - 1]!)))
        for (const whole of [false, true]) {
          expect(summarizeAnswer(read(...stream(pieces, whole)))).toMatchObject({
            text: pieces.join(""),
            finish: "stop",
          })
        }
      }),
    )
  })

  test.each([
    [["ha", "haha", " que bom"]],
    [["0", "0", "0", "0", "1"]],
    [["1", "10", "0"]],
    [["=", "==", "=", " fim"]],
    [["0", "0", "00", "1"]],
    [["0", "0"]],
  ])("of pieces that repeat each other (%j) is not taken for a growing one", (pieces) => {
    expect(summarizeAnswer(read(...stream(pieces, false))).text).toBe(pieces.join(""))
  })

  test("that grows, but not with every event, is taken for what it is", () => {
    const events = ["O", "O", "Ol", "Ol", "Olá", "Olá!"].map((text, at) => event(text, at + 1))
    expect(summarizeAnswer(read(...events, event("Olá!", 6, "stop"))).text).toBe("Olá!")
  })

  test("that breaks off keeps what was held back", () => {
    expect(summarizeAnswer(read(event("Olá", 1), event("Olá, m", 2)))).toMatchObject({
      text: "Olá, m",
      failure: { kind: "upstream-cut" },
    })
  })

  test("may be a list of parts, an empty one too", () => {
    const parts = (content: unknown, finish_reason: string) => ({
      output: { choices: [{ message: { content }, finish_reason }] },
    })
    const answer = summarizeAnswer(
      read(parts([{ text: "O" }], "null"), parts([{ text: "lá" }], "null"), parts([], "stop")),
    )
    expect(answer).toMatchObject({ text: "Olá", finish: "stop" })
  })
})

describe("thinking and calls", () => {
  test("grow as the text does", () => {
    const calling = (args: string, reasoning_content: string, finish = "null") =>
      event("", 1, finish, {
        reasoning_content,
        tool_calls: [{ index: 0, id: "c1", type: "function", function: { name: "clima", arguments: args } }],
      })
    const whole = summarizeAnswer(
      read(
        calling("", "Pen"),
        calling('{"a"', "Penso"),
        calling('{"a":1', "Penso."),
        calling('{"a":1}', "Penso.", "tool_calls"),
      ),
    )
    expect(whole).toMatchObject({
      reasoning: "Penso.",
      calls: [{ id: "c1", name: "clima", arguments: '{"a":1}' }],
      finish: "tool-calls",
    })
  })

  test("in pieces: name and id first, then arguments, the later ids empty", () => {
    const piece = (id: string, name: string | undefined, args: string, finish = "null") =>
      event("", 1, finish, { tool_calls: [{ index: 0, id, function: { name, arguments: args } }] })
    const answer = summarizeAnswer(
      read(
        piece("c1", "clima", ""),
        piece("", undefined, '{"a"'),
        piece("", "", ":1}"),
        piece("", "", "", "tool_calls"),
      ),
    )
    expect(answer.calls).toEqual([{ id: "c1", name: "clima", arguments: '{"a":1}' }])
  })
})

test("usage has its image tokens inside the input, its cached and reasoning tokens apart", () => {
  const usage = {
    input_tokens: 10,
    output_tokens: 7,
    image_tokens: 4,
    prompt_tokens_details: { cached_tokens: 3 },
    output_tokens_details: { reasoning_tokens: 2 },
  }
  const answer = summarizeAnswer(alibabaAdapter.decodeReply({ output: { text: "a", finish_reason: "stop" }, usage }))
  expect(answer.usage).toMatchObject({ inputUncached: 7, inputCached: 3, output: 7, reasoning: 2 })
})

test("a search is told with its sources, once, and counted once", () => {
  const search_info = { search_results: [{ index: 1, url: "https://a.br", title: "A", site_name: "a" }] }
  const found = (content: string, finish: string) => {
    const { output, ...rest } = event(content, 1, finish)
    return { ...rest, output: { ...output, search_info } }
  }
  const answer = summarizeAnswer(read(found("a", "null"), found("b", "null"), found("", "stop")))
  expect(answer).toMatchObject({
    text: "ab",
    citations: [{ url: "https://a.br", title: "A" }],
    usage: { searchCalls: 1 },
  })
  expect(answer.searches).toHaveLength(1)
})

describe("an error", () => {
  test.each([
    ["InvalidParameter", 400],
    ["DataInspectionFailed", 400],
    ["Arrearage", 402],
    ["AccessDenied.Unpurchased", 403],
    ["NotFound", 404],
    ["Throttling.RateQuota", 429],
    ["InternalError.Algo", 500],
  ])("%s inside a stream is a failure of status %i", (code, status) => {
    const failure = { kind: "upstream", status, message: "não", code }
    expect(read(event("a", 1), { code, message: "não", request_id: "r" }).at(-1)).toEqual({ type: "failure", failure })
  })

  test("empty beside a good answer is none", () => {
    expect(read({ ...event("a", 1, "stop"), code: "", message: "" }).at(-1)).toEqual({ type: "finish", reason: "stop" })
  })
})
