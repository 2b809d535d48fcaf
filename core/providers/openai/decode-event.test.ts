import { describe, expect, test } from "vitest"
import { readStream, slices } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import { openAiAdapter } from "./adapter.ts"

/** A stream in short notation: objects are data, texts go as they are. */
function read(...events: readonly (object | string)[]) {
  const body = events
    .map((event) => (typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`))
    .join("")
  return readStream(openAiAdapter, [new TextEncoder().encode(body)])
}

const done = "data: [DONE]\n\n"
const says = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
const finish = (finish_reason: string) => ({ choices: [{ index: 0, delta: {}, finish_reason }] })
const usage = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens })
const counted = (inputUncached: number, output: number) => ({
  type: "usage",
  usage: expect.objectContaining({ inputUncached, output }),
})

describe("the ending", () => {
  test("comes last, after usage and balance", () => {
    expect(
      read(says("a"), finish("stop"), { choices: [], usage: usage(1, 2) }, done).map((event) => event.type),
    ).toEqual(["text-delta", "usage", "finish"])
  })

  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["content_filter", "content-filter"],
    ["tool_calls", "tool-calls"],
    ["eos", "stop"],
  ])("of %s is %s", (wire, reason) => {
    expect(read(says("a"), finish(wire), done).at(-1)).toEqual({ type: "finish", reason })
  })

  test("is good without a done marker, after a finish reason", () => {
    expect(read(says("a"), finish("length")).at(-1)).toEqual({ type: "finish", reason: "length" })
  })

  test("is good without a finish reason, at a done marker", () => {
    expect(read(says("a"), done).at(-1)).toEqual({ type: "finish", reason: "stop" })
  })

  test("is a cut without either", () => {
    expect(read(says("a")).at(-1)).toEqual({ type: "failure", failure: { kind: "upstream-cut" } })
    expect(read(says("a"), 'data: {"choices":[{"del').at(-1)).toEqual({
      type: "failure",
      failure: { kind: "upstream-cut" },
    })
  })

  test.each([[[]], [[done]], [[says(""), finish("stop"), done]]])(
    "is an empty answer when nothing was said",
    (events) => {
      expect(read(...events)).toEqual([{ type: "failure", failure: { kind: "empty-answer" } }])
    },
  )

  test("by length is told even when nothing was said", () => {
    expect(read(finish("length"), done)).toEqual([{ type: "finish", reason: "length" }])
  })

  test("is told once, however often the stream says it", () => {
    expect(summarizeAnswer(read(says("a"), finish("stop"), finish("stop"), done, done, says("b"))).endings).toBe(1)
  })
})

describe("usage", () => {
  test("counts wherever it stands: with a choice, before the finish, after the done marker, in the choice", () => {
    expect(read({ ...says("a"), usage: usage(1, 2) }, finish("stop"), done)).toContainEqual(counted(1, 2))
    expect(read(says("a"), { ...finish("stop"), usage: usage(1, 2) }, done)).toContainEqual(counted(1, 2))
    expect(read(says("a"), finish("stop"), done, { choices: [], usage: usage(1, 2) })).toContainEqual(counted(1, 2))
    expect(read({ choices: [{ delta: { content: "a" }, finish_reason: "stop", usage: usage(1, 2) }] })).toContainEqual(
      counted(1, 2),
    )
  })

  test("on every chunk is a running total, of which the last counts", () => {
    const events = read(
      { ...says("a"), usage: usage(9, 1) },
      { ...says("b"), usage: usage(9, 2) },
      finish("stop"),
      done,
    )
    expect(summarizeAnswer(events).usage).toMatchObject({ inputUncached: 9, output: 2 })
  })

  test("is absent when the stream has none", () => {
    expect(summarizeAnswer(read({ ...says("a"), usage: null }, finish("stop"), done)).usage).toBeUndefined()
  })

  test.each([-1, Number.NaN, 1e308, "7", null, [], 2 ** 60])(
    "of %s tokens never becomes negative or unsafe",
    (tokens) => {
      const answer = summarizeAnswer(read({ choices: [], usage: { prompt_tokens: tokens, completion_tokens: tokens } }))
      expect(answer.usage?.output).toSatisfy((output: number) => Number.isSafeInteger(output) && output >= 0)
    },
  )

  test("counts each completed web search once", () => {
    const call = (id: string, status: string) => ({ type: "web_search_call", id, status })
    const events = read(
      { choices: [], output: [call("a", "in_progress")] },
      { choices: [], output: [call("a", "completed"), call("b", "failed")] },
      { choices: [], output: [call("a", "completed"), call("c", "completed")] },
      says("x"),
      { choices: [], usage: usage(1, 1) },
      finish("stop"),
    )
    expect(summarizeAnswer(events).usage?.searchCalls).toBe(2)
  })
})

describe("content", () => {
  test("survives a cut at any byte, inside characters and line ends too", () => {
    const body = new TextEncoder().encode(
      [says("Olá, "), says("ação 💎"), says("🇧🇷"), { choices: [], usage: usage(3, 4) }, finish("stop")]
        .map((event) => `: ping\r\n\r\nid: 7\r\ndata:${JSON.stringify(event)}\r\n\r\n`)
        .join("") + done,
    )
    const whole = readStream(openAiAdapter, [body])
    expect(summarizeAnswer(whole)).toMatchObject({ text: "Olá, ação 💎🇧🇷", finish: "stop" })
    for (let at = 1; at < body.length; at += 1) {
      expect(readStream(openAiAdapter, [body.subarray(0, at), body.subarray(at)])).toEqual(whole)
    }
    for (const size of [1, 2, 3, 7]) expect(readStream(openAiAdapter, slices(body, size))).toEqual(whole)
  })

  test("brings thinking, refusals as text, and sources nested or flat", () => {
    const source = { url: "https://exemplo.br", title: "Exemplo", start_index: 0, end_index: 3 }
    const events = read(
      { choices: [{ delta: { reasoning_content: "Penso" } }] },
      { choices: [{ delta: { refusal: "Não posso." } }] },
      { choices: [{ delta: { annotations: [{ type: "url_citation", url_citation: source }] } }] },
      { choices: [{ delta: { annotations: [{ type: "url_citation", ...source }, { type: "file_citation" }] } }] },
      finish("stop"),
    )
    const citation = { url: "https://exemplo.br", title: "Exemplo", start: 0, end: 3 }
    expect(events.slice(0, -1)).toEqual([
      { type: "reasoning-delta", text: "Penso" },
      { type: "text-delta", text: "Não posso." },
      { type: "citation", citation },
      { type: "citation", citation },
    ])
  })

  test("is not disturbed by what we do not know", () => {
    const events = read(
      { choices: [], prompt_filter_results: [{}], id: "" },
      { obfuscation: "xyz" },
      ": comment\n\n",
      "data: keep-alive\n\n",
      'data: "text"\n\ndata: null\n\ndata: [1]\n\n',
      "event: ping\ndata: {}\n\n",
      { choices: [null, 7], service_tier: "default" },
      { choices: [{ delta: { content: "a", audio: {} }, logprobs: null }], extra: { content: "no" } },
      done,
    )
    expect(events).toEqual([
      { type: "text-delta", text: "a" },
      { type: "finish", reason: "stop" },
    ])
  })

  test("brings the balance our gateway adds", () => {
    const _meta = {
      updatedBalance: 1.5,
      newPremiumBalance: 1.5,
      newFreeBalance: 0,
      newCallsBalance: 2,
      cost: 0.02,
      runId: "r1",
    }
    expect(read(says("a"), finish("stop"), { choices: [], _meta }, done)).toContainEqual({
      type: "balance",
      balance: { total: 1_500_000, premium: 1_500_000, free: 0, calls: 2, cost: 20_000, runId: "r1" },
    })
  })
})

describe("tool calls", () => {
  const piece = (tool_call: object) => ({ choices: [{ delta: { tool_calls: [tool_call] } }] })
  const calls = (...events: readonly object[]) => summarizeAnswer(read(...events, finish("tool_calls"), done)).calls

  test("are put together by index, pieces interleaved and ids repeated as nothing", () => {
    expect(
      calls(
        piece({ index: 1, id: "b", function: { name: "dois", arguments: "" } }),
        piece({ index: 0, id: "a", function: { name: "um", arguments: '{"x"' } }),
        piece({ index: 1, id: "", function: { name: "", arguments: "{}" } }),
        piece({ index: 0, function: { arguments: ":1}" } }),
      ),
    ).toEqual([
      { id: "a", name: "um", arguments: '{"x":1}' },
      { id: "b", name: "dois", arguments: "{}" },
    ])
  })

  test("without an index open at each new id", () => {
    expect(
      calls(
        piece({ id: "a", function: { name: "um", arguments: "{" } }),
        piece({ function: { arguments: "}" } }),
        piece({ id: "b", function: { name: "dois", arguments: "{}" } }),
      ),
    ).toEqual([
      { id: "a", name: "um", arguments: "{}" },
      { id: "b", name: "dois", arguments: "{}" },
    ])
  })

  test("cut in the middle leave what came of them, for the bill; told ones leave nothing", () => {
    const pieces = [
      piece({ index: 0, id: "a", function: { name: "soma", arguments: '{"a":' } }),
      piece({ index: 0, function: { arguments: "1" } }),
    ]
    const feed = (...events: readonly (object | string)[]) =>
      events
        .map((event) => (typeof event === "string" ? event : JSON.stringify(event)))
        .reduce((state, data) => openAiAdapter.decodeEvent(state, { data })[0], openAiAdapter.start())
    expect(openAiAdapter.unfinished(feed(...pieces))).toBe('soma{"a":1')
    expect(openAiAdapter.unfinished(feed(...pieces, { error: { message: "broken" } }))).toBe('soma{"a":1')
    expect(openAiAdapter.unfinished(feed(...pieces, finish("tool_calls"), "[DONE]"))).toBe("")
    expect(openAiAdapter.unfinished(feed(...pieces, "[DONE]"))).toBe("")
    expect(openAiAdapter.unfinished(feed(says("a")))).toBe("")
  })

  test("are told when the stream is done without a reason, and not when it was cut", () => {
    const call = piece({ index: 0, id: "a", function: { name: "um", arguments: "{" } })
    expect(summarizeAnswer(read(call, done))).toMatchObject({ finish: "tool-calls", calls: [{ id: "a" }] })
    expect(summarizeAnswer(read(call))).toMatchObject({ failure: { kind: "upstream-cut" }, calls: [] })
  })
})

describe("trouble inside a stream", () => {
  test("ends it, text kept and later events unheard", () => {
    const error = { error: { message: "The server had an error", type: "server_error", code: null, param: null } }
    expect(read(says("a"), error, says("b"), finish("stop"), done)).toEqual([
      { type: "text-delta", text: "a" },
      {
        type: "failure",
        failure: { kind: "upstream", status: 502, message: "The server had an error", type: "server_error" },
      },
    ])
  })

  test("may come as an event named error, or as a text", () => {
    const failure = { kind: "upstream", status: 502, message: "overloaded" }
    expect(read('event: error\ndata: {"message":"overloaded"}\n\n')).toEqual([{ type: "failure", failure }])
    expect(read("event: error\ndata: overloaded\n\n")).toEqual([{ type: "failure", failure }])
    expect(read({ error: "overloaded" })).toEqual([{ type: "failure", failure }])
  })
})
