import { describe, expect, test } from "vitest"
import { readStream } from "../../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../../testing/summarize-answer.ts"
import { responsesAdapter } from "./adapter.ts"

type Said = { readonly type: string } & Readonly<Record<string, unknown>>

function read(...events: readonly Said[]) {
  const body = events.map((event) => `event: ${event.type}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`).join("")
  return readStream(responsesAdapter, [new TextEncoder().encode(body)])
}

const of = (type: string, fields: object = {}) => ({ type: `response.${type}`, ...fields })
const text = (delta: string, output_index = 0) => of("output_text.delta", { output_index, content_index: 0, delta })
const completed = (response: object = {}) => of("completed", { response })
const message = (...content: object[]) => ({ type: "message", content })
const part = (text: string, annotations: object[] = []) => ({ type: "output_text", text, annotations })
const source = (start_index: number, end_index: number) => ({
  type: "url_citation",
  url: "https://exemplo.br",
  title: "E",
  start_index,
  end_index,
})
const usage = { input_tokens: 9, output_tokens: 3 }

describe("the ending", () => {
  test.each([
    ["max_output_tokens", "length"],
    ["content_filter", "content-filter"],
    ["something_new", "length"],
  ])("of an incomplete response for %s is %s", (reason, finish) => {
    const last = of("incomplete", { response: { status: "incomplete", incomplete_details: { reason }, usage } })
    const answer = summarizeAnswer(read(text("a"), last))
    expect(answer).toMatchObject({ finish, usage: { output: 3 } })
  })

  test("is a cut without a last word, and empty where nothing was said", () => {
    expect(read(of("created"), text("a")).at(-1)).toEqual({ type: "failure", failure: { kind: "upstream-cut" } })
    expect(read(of("created"), completed()).at(-1)).toEqual({ type: "failure", failure: { kind: "empty-answer" } })
  })

  test("comes after the balance, wherever in the last event it stands", () => {
    const _meta = {
      updatedBalance: 1,
      newPremiumBalance: 1,
      newFreeBalance: 0,
      newCallsBalance: 2,
      cost: 0.5,
      runId: "r",
    }
    const types = ["text-delta", "balance", "finish"]
    expect(read(text("a"), { ...completed(), _meta }).map(({ type }) => type)).toEqual(types)
    expect(read(text("a"), completed({ _meta })).map(({ type }) => type)).toEqual(types)
  })

  test("of a failed response is its failure, one that was told before it is told once", () => {
    const error = { code: "server_error", message: "The model broke" }
    const failed = of("failed", { response: { status: "failed", error } })
    const failure = { kind: "upstream", status: 500, message: "The model broke", code: "server_error" }
    expect(read(text("a"), failed).at(-1)).toEqual({ type: "failure", failure })
    expect(summarizeAnswer(read(text("a"), { type: "error", ...error, param: null }, failed))).toMatchObject({
      failure,
      endings: 1,
    })
    expect(summarizeAnswer(read(of("failed", { response: { status: "failed" } }))).endings).toBe(1)
  })
})

describe("text", () => {
  test("that comes only whole is told from whatever holds it, and once", () => {
    const item = message(part("Olá"))
    const whole = [
      of("output_text.done", { output_index: 0, content_index: 0, text: "Olá" }),
      of("output_item.done", { output_index: 0, item }),
      completed({ output: [item] }),
    ]
    for (let from = 0; from < whole.length; from += 1) {
      expect(summarizeAnswer(read(...whole.slice(from)))).toMatchObject({ text: "Olá", finish: "stop" })
    }
    expect(summarizeAnswer(read(text("Ol"), ...whole)).text).toBe("Olá")
  })

  test("is not told twice where the pieces do not say where they belong", () => {
    const pieces = [
      of("output_text.delta", { delta: "Olá" }),
      completed({ output: [{ type: "reasoning" }, message(part("Olá"))] }),
    ]
    expect(summarizeAnswer(read(...pieces)).text).toBe("Olá")
  })

  test("of a refusal is the answer", () => {
    const refused = [of("refusal.delta", { delta: "Não posso." }), of("refusal.done", { refusal: "Não posso." })]
    expect(summarizeAnswer(read(...refused, completed()))).toMatchObject({ text: "Não posso.", finish: "stop" })
  })

  test("of two messages is one, sources counted from its beginning and told once", () => {
    const first = message(part("Olá 💎 ", []))
    const second = message(part("chove.", [source(0, 6)]))
    const added = of("output_text.annotation.added", { output_index: 1, content_index: 0, annotation: source(0, 6) })
    const output = [first, second]
    const events = [text("Olá 💎 "), text("chove.", 1)]
    const citations = [{ url: "https://exemplo.br", title: "E", start: 7, end: 13 }]
    const last = completed({ output })
    expect(summarizeAnswer(read(...events, added, last))).toMatchObject({ text: "Olá 💎 chove.", citations })
    expect(summarizeAnswer(read(...events, last)).citations).toEqual(citations)
    expect(summarizeAnswer(responsesAdapter.decodeReply({ output }))).toMatchObject({
      text: "Olá 💎 chove.",
      citations,
    })
  })
})

describe("function calls", () => {
  const begun = (output_index: number, call_id: string) =>
    of("output_item.added", { output_index, item: { type: "function_call", call_id, name: call_id, arguments: "" } })
  const piece = (output_index: number, delta: string) => of("function_call_arguments.delta", { output_index, delta })
  const done = (output_index: number, item: object) =>
    of("output_item.done", { output_index, item: { type: "function_call", ...item } })

  test("are put together by index, pieces interleaved and huge indices", () => {
    const events = read(
      begun(2 ** 40, "b"),
      begun(0, "a"),
      piece(2 ** 40, '{"x"'),
      piece(0, "{"),
      piece(2 ** 40, ":1}"),
      piece(0, "}"),
      done(0, {}),
      done(2 ** 40, { call_id: "b", name: "b", arguments: '{"x":1}' }),
      completed({ usage }),
    )
    expect(summarizeAnswer(events)).toMatchObject({
      calls: [
        { id: "a", name: "a", arguments: "{}" },
        { id: "b", name: "b", arguments: '{"x":1}' },
      ],
      finish: "tool-calls",
    })
  })

  test("that are told only with the response are told, without arguments as {}", () => {
    const output = [{ type: "function_call", call_id: "a", name: "hora", arguments: "" }]
    const told = { calls: [{ id: "a", name: "hora", arguments: "{}" }], finish: "tool-calls" }
    expect(summarizeAnswer(read(completed({ output })))).toMatchObject(told)
    expect(summarizeAnswer(responsesAdapter.decodeReply({ status: "completed", output, error: null }))).toMatchObject(
      told,
    )
  })

  test("that were cut are left for the bill", () => {
    const state = [begun(0, "soma"), piece(0, '{"a":')].reduce(
      (state, event) => responsesAdapter.decodeEvent(state, { data: JSON.stringify(event) })[0],
      responsesAdapter.start(),
    )
    expect(responsesAdapter.unfinished(state)).toBe('soma{"a":')
  })
})

test("searches are counted once, by what they turned out to be, though the last event does not repeat them", () => {
  const call = (id: string, status: string, action?: object) => ({
    type: "web_search_call",
    id,
    status,
    ...(action && { action }),
  })
  const done = (item: object) => of("output_item.done", { item })
  const answer = summarizeAnswer(
    read(
      of("output_item.added", { item: call("a", "in_progress") }),
      done(call("a", "completed", { type: "search", query: "chuva" })),
      done(call("a", "completed", { type: "search", query: "chuva" })),
      done(call("b", "completed", { type: "open_page", url: "https://exemplo.br" })),
      done(call("c", "failed", { type: "search", query: "sol" })),
      done(call("d", "completed")),
      text("Chove."),
      completed({ usage, output: [] }),
    ),
  )
  expect(answer.usage?.searchCalls).toBe(2)
  expect(answer.searches.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "a completed",
    "b completed",
    "c failed",
    "d completed",
  ])
})

test("what we do not know disturbs nothing", () => {
  const events = read(
    of("queued"),
    of("output_item.added"),
    of("output_item.done", { item: { type: "mcp_call" } }),
    of("output_text.delta", { delta: 7 }),
    of("output_text.annotation.added", { annotation: null }),
    of("function_call_arguments.delta", { delta: "x", output_index: -4 }),
    text("a"),
    completed(),
    text("b"),
  )
  expect(events).toEqual([
    { type: "text-delta", text: "a" },
    { type: "finish", reason: "stop" },
  ])
})
