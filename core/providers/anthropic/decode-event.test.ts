import { describe, expect, test } from "vitest"
import { readStream } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import { anthropicAdapter } from "./adapter.ts"

type Said = { readonly type: string } & Readonly<Record<string, unknown>>

function read(...events: readonly Said[]) {
  const body = events.map((event) => `event: ${event.type}\r\ndata: ${JSON.stringify(event)}   \r\n\r\n`).join("")
  return readStream(anthropicAdapter, [new TextEncoder().encode(body)])
}

const start = (usage: object = { input_tokens: 10, output_tokens: 4 }) => ({
  type: "message_start",
  message: { usage },
})
const open = (index: number, content_block: object) => ({ type: "content_block_start", index, content_block })
const delta = (index: number, delta: object) => ({ type: "content_block_delta", index, delta })
const text = (index: number, text: string) => delta(index, { type: "text_delta", text })
const json = (index: number, partial_json: string) => delta(index, { type: "input_json_delta", partial_json })
const close = (index: number) => ({ type: "content_block_stop", index })
const reason = (stop_reason: string, usage: object = { output_tokens: 9 }) => ({
  type: "message_delta",
  delta: { stop_reason },
  usage,
})
const stop = { type: "message_stop" }

describe("the ending", () => {
  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["pause_turn", "length"],
    ["tool_use", "tool-calls"],
    ["refusal", "content-filter"],
    ["something_new", "stop"],
  ])("of %s is %s", (wire, finish) => {
    expect(read(start(), text(0, "a"), reason(wire), stop).at(-1)).toEqual({ type: "finish", reason: finish })
  })

  test("is good after a stop reason though the stream never says that it is done", () => {
    expect(read(start(), text(0, "a"), reason("end_turn")).at(-1)).toEqual({ type: "finish", reason: "stop" })
  })

  test("is a cut before one, and empty where nothing was said", () => {
    expect(read(start(), text(0, "a")).at(-1)).toEqual({ type: "failure", failure: { kind: "upstream-cut" } })
    expect(read(start(), reason("end_turn"), stop).at(-1)).toEqual({
      type: "failure",
      failure: { kind: "empty-answer" },
    })
  })

  test("of a refusal without a word is told as one", () => {
    expect(read(start(), reason("refusal"), stop).at(-1)).toEqual({ type: "finish", reason: "content-filter" })
  })

  test("brings the balance our gateway puts into message_stop, before it", () => {
    const meta = {
      updatedBalance: 1,
      newPremiumBalance: 1,
      newFreeBalance: 0,
      newCallsBalance: 2,
      cost: 0.5,
      runId: "r",
    }
    const types = read(start(), text(0, "a"), reason("end_turn"), { ...stop, _meta: meta }).map(({ type }) => type)
    expect(types).toEqual(["usage", "text-delta", "usage", "balance", "finish"])
  })

  test("is told once, however often the stream says it", () => {
    expect(summarizeAnswer(read(start(), text(0, "a"), reason("end_turn"), stop, stop, start(), stop)).endings).toBe(1)
  })
})

describe("trouble inside a stream", () => {
  test("ends it with the status its type has, text kept and later events unheard", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }
    const answer = summarizeAnswer(read(start(), text(0, "a"), error, text(0, "b"), stop))
    expect(answer).toMatchObject({ text: "a", endings: 1 })
    expect(answer.failure).toEqual({ kind: "upstream", status: 529, message: "Overloaded", type: "overloaded_error" })
  })

  test("is found in a reply of status 200, too", () => {
    const answer = summarizeAnswer(
      anthropicAdapter.decodeReply({ type: "error", error: { type: "api_error", message: "Internal" } }),
    )
    expect(answer.failure).toMatchObject({ kind: "upstream", status: 500 })
  })

  test("names a prompt that is too long for the model", () => {
    const error = { type: "invalid_request_error", message: "prompt is too long: 210000 tokens > 200000 maximum" }
    expect(anthropicAdapter.decodeFailure(400, JSON.stringify({ type: "error", error }))).toEqual({
      kind: "context-length-exceeded",
      message: error.message,
    })
  })

  test("our own gateway's refusals are known in this shape", () => {
    const body = { type: "error", error: { type: "billing_error", message: "Saldo insuficiente" } }
    expect(
      anthropicAdapter.decodeFailure(402, JSON.stringify({ ...body, balance_insufficient: true, saldo: 0 })).kind,
    ).toBe("insufficient-balance")
  })
})

describe("tool calls", () => {
  test("are put together by block index, pieces interleaved, huge indices and texts between", () => {
    const events = read(
      start(),
      text(0, "Vejo."),
      open(7, { type: "tool_use", id: "a", name: "um", input: {} }),
      open(2 ** 40, { type: "tool_use", id: "b", name: "dois", input: {} }),
      json(2 ** 40, '{"x"'),
      json(7, '{"y":'),
      json(2 ** 40, ":1}"),
      json(7, "2}"),
      close(7),
      close(2 ** 40),
      reason("tool_use"),
      stop,
    )
    expect(summarizeAnswer(events).calls).toEqual([
      { id: "a", name: "um", arguments: '{"y":2}' },
      { id: "b", name: "dois", arguments: '{"x":1}' },
    ])
    expect(events.flatMap((event) => (event.type === "tool-call" ? [event.index] : []))).toEqual([0, 1])
  })

  test("whose block is never closed are told at a good end, and left for the bill at a cut", () => {
    const open1 = [start(), open(0, { type: "tool_use", id: "a", name: "um", input: {} }), json(0, '{"x":1}')]
    expect(summarizeAnswer(read(...open1, reason("tool_use"), stop)).calls).toHaveLength(1)
    const cut = summarizeAnswer(read(...open1))
    expect(cut).toMatchObject({ calls: [], failure: { kind: "upstream-cut" } })
    const state = open1.reduce(
      (state, event) => anthropicAdapter.decodeEvent(state, { data: JSON.stringify(event) })[0],
      anthropicAdapter.start(),
    )
    expect(anthropicAdapter.unfinished(state)).toBe('um{"x":1}')
  })

  test("whose input comes whole keep it", () => {
    const events = read(open(0, { type: "tool_use", id: "a", name: "um", input: { x: 1 } }), close(0), stop)
    expect(summarizeAnswer(events)).toMatchObject({ calls: [{ arguments: '{"x":1}' }], finish: "tool-calls" })
  })
})

describe("usage", () => {
  test("counts what was read from the cache and written to it beside the input, and adds up over events", () => {
    const events = read(
      start({ input_tokens: 3, cache_creation_input_tokens: 100, cache_read_input_tokens: 40, output_tokens: 1 }),
      text(0, "a"),
      reason("end_turn", {
        output_tokens: 20,
        cache_read_input_tokens: null,
        output_tokens_details: { thinking_tokens: 5 },
      }),
      stop,
    )
    expect(summarizeAnswer(events).usage).toEqual({
      inputUncached: 3,
      inputCached: 40,
      cacheWrite: 100,
      output: 20,
      reasoning: 5,
      searchCalls: 0,
      source: "provider",
    })
  })

  test("of an answer that was cut counts the prompt and leaves the output to us", () => {
    expect(summarizeAnswer(read(start(), text(0, "a"))).usage).toMatchObject({ inputUncached: 10, output: 0 })
  })
})

describe("searches", () => {
  const search = [
    open(0, { type: "server_tool_use", id: "s1", name: "web_search", input: {} }),
    json(0, '{"query":"chuva"}'),
    close(0),
  ]

  test("are told with what they look for and how they ended", () => {
    const found = open(1, { type: "web_search_tool_result", tool_use_id: "s1", content: [] })
    const failed = open(2, {
      type: "web_search_tool_result",
      tool_use_id: "s2",
      content: { error_code: "unavailable" },
    })
    const answer = summarizeAnswer(read(start(), ...search, found, failed, text(3, "Chove."), reason("end_turn"), stop))
    expect(answer.searches).toEqual([
      { id: "s1", status: "completed" },
      { id: "s2", status: "failed" },
    ])
    expect(answer.usage?.searchCalls).toBe(1)
    expect(read(start(), ...search)).toContainEqual({
      type: "web-search",
      search: { id: "s1", status: "searching", query: "chuva" },
    })
  })

  test("are the provider's count where it gives one", () => {
    const usage = { output_tokens: 5, server_tool_use: { web_search_requests: 3 } }
    expect(summarizeAnswer(read(start(), text(0, "a"), reason("end_turn", usage), stop)).usage?.searchCalls).toBe(3)
  })

  test("a source holds for the text of its block, in UTF-16 units", () => {
    const cited = {
      type: "citations_delta",
      citation: { url: "https://exemplo.br", title: "Exemplo", cited_text: "x" },
    }
    const events = read(
      start(),
      open(0, { type: "text", text: "" }),
      text(0, "Olá 💎 "),
      close(0),
      open(1, { type: "text", text: "" }),
      delta(1, cited),
      text(1, "chove."),
      close(1),
      reason("end_turn"),
      stop,
    )
    expect(summarizeAnswer(events).citations).toEqual([
      { url: "https://exemplo.br", title: "Exemplo", start: 7, end: 13 },
    ])
  })
})

test("what we do not know disturbs nothing", () => {
  const events = read(
    { type: "ping" },
    { type: "compaction_started" },
    start(),
    open(0, { type: "container_upload", file_id: "f" }),
    delta(0, { type: "signature_delta", signature: "x" }),
    delta(9, {}),
    close(9),
    { type: "content_block_delta" },
    { type: "content_block_start", index: -1 },
    text(0, ""),
    text(1, "a"),
    { type: "message_delta" },
    stop,
  )
  expect(summarizeAnswer(events)).toMatchObject({ text: "a", finish: "stop", endings: 1 })
})

test("a reply says the same as its stream, thinking first and every text block", () => {
  const answer = summarizeAnswer(
    anthropicAdapter.decodeReply({
      type: "message",
      content: [
        { type: "thinking", thinking: "Penso." },
        { type: "text", text: "Um " },
        { type: "text", text: "dois", citations: [{ url: "https://exemplo.br", title: "E" }] },
        { type: "tool_use", id: "a", name: "um", input: { x: 1 } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 5, output_tokens: 7 },
    }),
  )
  expect(answer).toMatchObject({
    reasoning: "Penso.",
    text: "Um dois",
    citations: [{ start: 3, end: 7 }],
    calls: [{ id: "a", name: "um", arguments: '{"x":1}' }],
    finish: "tool-calls",
    usage: { inputUncached: 5, output: 7 },
  })
})
