import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Adapter, SseEvent } from "#core/providers/adapter.ts"
import type { AnswerCase, LongText } from "./answer-case.ts"
import { frames, readStream, slices, splitEvents } from "./read-stream.ts"
import { type AnswerSummary, summarizeAnswer } from "./summarize-answer.ts"
import { readText } from "./wire-file.ts"

/** Under a second alone; a busy machine takes its time, in ms. */
const slow = 60_000

/** The contract of every adapter, tested on what its provider answers: one suite, many implementations. */
export function testAdapter<State>(adapter: Adapter<State>, cases: readonly AnswerCase[]): void {
  describe(`T20, T21: ${adapter.provider} adapter reads its provider's answers`, () => {
    describe.each(cases.map((answer) => [nameOf(answer), answer] as const))("%s", (_, answer) => {
      if (answer.status !== undefined) testError(adapter, answer, answer.status)
      else if (answer.file.type === "application/json") testReply(adapter, answer)
      else testStream(adapter, answer)
    })
    testBounds(adapter)
  })
}

function nameOf({ file, part, status }: AnswerCase): string {
  const name = status === undefined ? file.name : `${file.name} with status ${status}`
  return part === undefined ? name : `${name}, answer ${part + 1}`
}

function bodyOf({ file, part }: AnswerCase): Uint8Array {
  if (part === undefined) return file.read()
  return new TextEncoder().encode(readText(file).split(/(?=event: response\.created\n)/)[part] ?? "")
}

function testError<State>(adapter: Adapter<State>, { file, failure }: AnswerCase, status: number): void {
  test("is told as the failure it was", () => {
    expect(adapter.decodeFailure(status, readText(file))).toEqual(failure)
  })
}

function testReply<State>(adapter: Adapter<State>, answer: AnswerCase): void {
  test("gives the expected answer", () => {
    expectAnswer(adapter.decodeReply(JSON.parse(textOf(bodyOf(answer)))), answer)
  })
}

function testStream<State>(adapter: Adapter<State>, answer: AnswerCase): void {
  test("gives the expected answer", () => {
    expectAnswer(readStream(adapter, [bodyOf(answer)]), answer)
  })

  test("gives the same in slices of one byte", () => {
    const body = bodyOf(answer)
    expect(readStream(adapter, slices(body, 1))).toEqual(readStream(adapter, [body]))
  })

  test.each(framings)("gives the same %s", (_, framed) => {
    const body = bodyOf(answer)
    expect(readStream(adapter, [new TextEncoder().encode(framed(splitEvents([body])))])).toEqual(
      readStream(adapter, [body]),
    )
  })

  // Between two SSE events the byte and event splitters hold nothing, and an adapter is a map of its state and an event. So a
  // stream cut anywhere inside an event gives what the whole gives if that one event, cut there, is split into the same
  // events: the adapter is asked about them once, its state frozen, and again for each cut that is not.
  test("gives the same when cut at any byte", { timeout: slow }, () => {
    let state = adapter.start()
    for (const event of frames(bodyOf(answer))) {
      const split = splitEvents([event])
      const whole = decodeAll(adapter, state, split)
      for (let at = 1; at < event.length; at += 1) {
        const cut = splitEvents([event.subarray(0, at), event.subarray(at)])
        if (sameEvents(cut, split)) continue
        expect(decodeAll(adapter, state, cut), `cut at byte ${at} of ${textOf(event)}`).toEqual(whole)
      }
      state = whole.state
    }
  })

  test("ends once whatever events are lost or said twice", { timeout: slow }, () => {
    const events = [...frames(bodyOf(answer))]
    const times = fc.array(fc.constantFrom(0, 1, 1, 1, 2), { minLength: events.length, maxLength: events.length })
    fc.assert(
      fc.property(times, (counts) => {
        const heard = events.flatMap((event, at) => Array.from({ length: counts[at] ?? 1 }, () => event))
        expect(summarizeAnswer(readStream(adapter, heard)).endings).toBe(1)
      }),
      { numRuns: 20 },
    )
  })

  test("ends once wherever the connection is lost", { timeout: slow }, () => {
    const body = bodyOf(answer)
    const step = Math.max(1, Math.floor(body.length / 400))
    for (let at = 0; at < body.length; at += step) {
      const answer = summarizeAnswer(readStream(adapter, [body.subarray(0, at)]))
      if (answer.endings !== 1) expect.fail(`${answer.endings} endings after ${at} bytes`)
    }
  })
}

/** The ways the same events may be written. */
const framings: readonly (readonly [string, (events: readonly SseEvent[]) => string])[] = [
  ["with CRLF at its line ends", (events) => all(events).replaceAll("\n", "\r\n")],
  ["with CR at its line ends", (events) => all(events).replaceAll("\n", "\r")],
  ["without a space after its colons", (events) => all(events, (event) => written(event, ""))],
  ["without names of events", (events) => all(events, ({ data }) => written({ data }))],
  ["after a mark of byte order", (events) => `\uFEFF${all(events)}`],
  ["without a last line end", (events) => all(events).trimEnd()],
  [
    "with comments, ids and pings between",
    (events) => all(events, (event) => `: ping\n\nid: 7\nretry: 100\n\n:\n${written(event)}\n`),
  ],
  ["in data of several lines", (events) => all(events, (event) => written({ ...event, data: tall(event.data) }))],
  ["with a tab where an empty line should be", (events) => all(events, ({ data }) => `data: ${data}\n\t\n`)],
  ["without empty lines", (events) => all(events, ({ data }) => `data: ${data}\n`)],
  ["without its done marker", (events) => all(events.filter(isNotDone))],
  ["with its done marker twice", (events) => all([...events.filter(isNotDone), done, done])],
]

function all(events: readonly SseEvent[], write = (event: SseEvent) => written(event)): string {
  return events.map(write).join("")
}

const done: SseEvent = { data: "[DONE]" }

function isNotDone({ data }: SseEvent): boolean {
  return data !== done.data
}

function written({ event, data }: SseEvent, space = " "): string {
  const name = event === undefined ? "" : `event:${space}${event}\n`
  const lines = data.split("\n").map((line) => `data:${space}${line}\n`)
  return `${name}${lines.join("")}\n`
}

function tall(data: string): string {
  return data.startsWith("{") ? JSON.stringify(JSON.parse(data), null, 1) : data
}

/** Bounds that hold for any provider, whatever it sends. */
function testBounds<State>(adapter: Adapter<State>): void {
  test.each(["", " ", "null", "[]", '""', "{}", '{"error":null}', "<html>502 Bad Gateway</html>", "{", "\u0000"])(
    "makes a failure of any error body: %j",
    (body) => {
      expect(adapter.decodeFailure(502, body).kind).toBeTypeOf("string")
    },
  )

  test.each([undefined, null, 0, "", [], {}, { choices: null }, { choices: [null] }, { choices: [{}] }])(
    "ends once whatever the reply: %j",
    (json) => {
      expect(summarizeAnswer(adapter.decodeReply(json)).endings).toBe(1)
    },
  )

  test("never throws and always ends once, whatever JSON it is given", { timeout: slow }, () => {
    fc.assert(
      fc.property(wildJson, fc.integer({ min: 400, max: 599 }), (json, status) => {
        const body = JSON.stringify(json)
        expect(adapter.decodeFailure(status, body).kind).toBeTypeOf("string")
        expect(summarizeAnswer(adapter.decodeReply(json)).endings).toBe(1)
        const stream = new TextEncoder().encode(`data: ${body}\n\nevent: error\ndata: ${body}\n\ndata: ${body}\n\n`)
        expect(summarizeAnswer(readStream(adapter, [stream])).endings).toBe(1)
      }),
      { numRuns: 300 },
    )
  })

  test("tells an empty answer from a stream that says nothing", () => {
    expect(readStream(adapter, [])).toEqual([{ type: "failure", failure: { kind: "empty-answer" } }])
  })

  test("never changes a state it was given", () => {
    const state = deepFreeze(adapter.start())
    expect(() => adapter.decodeEvent(state, { data: '{"choices":[]}' })).not.toThrow()
  })
}

/** JSON in which the words of the wires are where they should be, and anything else is anything. */
const wireWords = [
  "choices delta message content reasoning_content refusal tool_calls function name arguments index id finish_reason",
  "usage prompt_tokens completion_tokens prompt_tokens_details cached_tokens annotations url_citation type url title",
  "start_index error code status param msg data b64_json output _meta updatedBalance cost available_models model limit",
  "delta content_block stop_reason input_tokens output_tokens partial_json citation citations thinking tool_use_id input",
  "candidates parts thought functionCall args usageMetadata promptFeedback blockReason groundingMetadata promptTokenCount",
  "groundingChunks groundingSupports segment startIndex endIndex web uri webSearchQueries finishReason thoughtSignature",
  "response item output output_index content_index part annotation annotations action query call_id incomplete_details",
  "balance_insufficient character_limit_exceeded free_temp_limit_reached saldo saldo_premium saldo_gratuito upgrade_url",
  "result is_end is_truncated error_code error_msg function_call search_info search_results request_id event",
  "Response Choices Delta Message Content ReasoningContent ToolCalls Id Function Name Arguments FinishReason Usage",
  "PromptTokens CompletionTokens SearchInfo SearchResults Url Title Error ErrorMsg Code Msg web_search outputs role",
  "partialArgs jsonPath stringValue willContinue audio transcript queries inlineData toString valueOf __proto__",
].flatMap((line) => line.split(" "))

/** The values of `type` on wires whose events have one. */
const wireKinds = [
  "message_start message_delta message_stop content_block_start content_block_delta content_block_stop text tool_use",
  "server_tool_use web_search web_search_tool_result thinking text_delta input_json_delta citations_delta tool_use",
  "response.in_progress response.output_item.added response.output_item.done response.output_text.delta message",
  "response.output_text.annotation.added response.function_call_arguments.delta response.completed response.failed",
  "response.incomplete response.output_text.done function_call web_search_call output_text refusal reasoning search",
  "error STOP SAFETY MAX_TOKENS",
].flatMap((line) => line.split(" "))

const wildJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1e300, 2 ** 53, "", "stop", "url_citation", "502", "completed"),
    fc.constantFrom(...wireKinds),
    fc.dictionary(fc.constantFrom(...wireWords), tie("value"), { maxKeys: 6 }),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.string(),
    fc.double(),
  ),
})).value

function decodeAll<State>(
  adapter: Adapter<State>,
  from: State,
  split: readonly SseEvent[],
): { readonly state: State; readonly events: readonly ChatEvent[] } {
  let state = deepFreeze(from)
  const events: ChatEvent[] = []
  for (const event of split) {
    const [next, decoded] = adapter.decodeEvent(state, event)
    state = deepFreeze(next)
    events.push(...decoded)
  }
  return { state, events }
}

function sameEvents(some: readonly SseEvent[], others: readonly SseEvent[]): boolean {
  const same = (one: SseEvent, other: SseEvent | undefined) =>
    one.event === other?.event && one.data === other?.data && one.id === other?.id
  return some.length === others.length && some.every((one, at) => same(one, others[at]))
}

function expectAnswer(events: readonly ChatEvent[], expected: AnswerCase): void {
  const answer = summarizeAnswer(events)
  expectText(answer.text, expected.text ?? "")
  expectText(answer.reasoning, expected.reasoning ?? "")
  expect(answer.calls).toEqual(expected.calls ?? [])
  const { citations = [] } = expected
  if (typeof citations === "number") expect(answer.citations).toHaveLength(citations)
  else expect(answer.citations).toEqual(citations)
  expect(answer.finish).toBe(expected.finish)
  expect(answer.failure).toEqual(expected.failure)
  expect(answer.endings).toBe(1)
  expectUsage(answer, expected)
}

function expectText(text: string, wanted: string | LongText): void {
  if (typeof wanted === "string") return expect(text).toBe(wanted)
  expect({ first: text.slice(0, 28), last: text.slice(-28), length: text.length }).toEqual(wanted)
}

/** The provider's numbers in disjoint buckets: cached at most the prompt, reasoning at most the output. */
function expectUsage({ usage }: AnswerSummary, { usage: told }: AnswerCase): void {
  if (!told) return expect(usage).toBeUndefined()
  const inputCached = Math.min(told.cached, told.in)
  expect(usage).toMatchObject({
    inputUncached: told.in - inputCached,
    inputCached,
    cacheWrite: told.written ?? 0,
    output: told.out,
    reasoning: Math.min(told.reasoning, told.out),
    searchCalls: told.searches ?? 0,
    source: "provider",
  })
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}
