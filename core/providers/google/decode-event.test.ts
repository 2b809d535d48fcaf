import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readStream } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import { googleAdapter } from "./adapter.ts"
import { unitsIn } from "./grounding.ts"

function read(...events: readonly (object | string)[]) {
  const body = events
    .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\r\n\r\n`)
    .join("")
  return readStream(googleAdapter, [new TextEncoder().encode(body)])
}

const says = (text: string, more: object = {}) => ({ candidates: [{ content: { parts: [{ text }] }, ...more }] })
const finish = (finishReason: string) => ({ candidates: [{ finishReason }] })
const call = (name: string, more: object = {}) => ({
  candidates: [{ content: { parts: [{ functionCall: { name, args: { a: 1 } }, ...more }] } }],
})

describe("the ending", () => {
  test.each([
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content-filter"],
    ["RECITATION", "content-filter"],
    ["PROHIBITED_CONTENT", "content-filter"],
    ["BLOCKLIST", "content-filter"],
    ["SPII", "content-filter"],
    ["OTHER", "stop"],
    ["SOMETHING_NEW", "stop"],
  ])("of %s is %s", (wire, reason) => {
    expect(read(says("a"), finish(wire)).at(-1)).toEqual({ type: "finish", reason })
  })

  test("is a cut before a finish reason, and empty where nothing was said", () => {
    expect(read(says("a")).at(-1)).toEqual({ type: "failure", failure: { kind: "upstream-cut" } })
    expect(read(says(""), finish("STOP")).at(-1)).toEqual({ type: "failure", failure: { kind: "empty-answer" } })
    expect(read(finish("MALFORMED_FUNCTION_CALL")).at(-1)).toEqual({
      type: "failure",
      failure: { kind: "empty-answer" },
    })
  })

  test("comes after the balance our gateway sends in an event of its own", () => {
    const _meta = {
      updatedBalance: 1,
      newPremiumBalance: 1,
      newFreeBalance: 0,
      newCallsBalance: 2,
      cost: 0.5,
      runId: "r",
    }
    expect(read(says("a"), finish("STOP"), { _meta }).map(({ type }) => type)).toEqual([
      "text-delta",
      "balance",
      "finish",
    ])
  })
})

describe("calls", () => {
  test("make STOP a call for tools, each with a name of its own and its signature", () => {
    const answer = summarizeAnswer(
      read(
        { ...call("um", { thoughtSignature: "s1" }), responseId: "R" },
        { ...call("dois"), responseId: "R" },
        finish("STOP"),
      ),
    )
    expect(answer.finish).toBe("tool-calls")
    expect(answer.calls).toEqual([
      { id: "R_0", name: "um", arguments: '{"a":1}', signature: "s1" },
      { id: "R_1", name: "dois", arguments: '{"a":1}' },
    ])
  })

  test("keep the name the provider gives them, and have arguments where it sends none", () => {
    const part = { functionCall: { id: "c9", name: "hora" } }
    expect(summarizeAnswer(googleAdapter.decodeReply({ candidates: [{ content: { parts: [part] } }] }))).toMatchObject({
      calls: [{ id: "c9", name: "hora", arguments: "{}" }],
      finish: "tool-calls",
    })
  })
})

describe("trouble", () => {
  test("of a blocked prompt is told in its fixed words", () => {
    expect(read({ promptFeedback: { blockReason: "SAFETY" } })).toEqual([
      {
        type: "failure",
        failure: {
          kind: "upstream",
          status: 400,
          message: "Message is being blocked for reason: SAFETY",
          code: "SAFETY",
        },
      },
    ])
  })

  const busy = { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" }
  const failure = { kind: "upstream", status: 503, message: busy.message, type: "UNAVAILABLE", code: "UNAVAILABLE" }

  test("inside a stream ends it with its own status, text kept and later events unheard", () => {
    const answer = summarizeAnswer(read(says("a"), { error: busy }, says("b"), finish("STOP")))
    expect(answer).toMatchObject({ text: "a", failure, endings: 1 })
  })

  test("is found in a list of one, in a stream, a reply and a body", () => {
    expect(read([{ error: busy }]).at(-1)).toEqual({ type: "failure", failure })
    expect(googleAdapter.decodeReply([{ error: busy }]).at(-1)).toEqual({ type: "failure", failure })
    expect(googleAdapter.decodeFailure(503, JSON.stringify([{ error: busy }]))).toEqual(failure)
  })

  test("our own gateway's refusals are known in this shape", () => {
    const error = { code: 402, message: "Saldo insuficiente", status: "FAILED_PRECONDITION" }
    const body = { error, code: "balance_insufficient", balance_insufficient: true, saldo: 0 }
    expect(googleAdapter.decodeFailure(402, JSON.stringify(body)).kind).toBe("insufficient-balance")
    const long = { error: { ...error, code: 400 }, code: "context_length_exceeded" }
    expect(googleAdapter.decodeFailure(400, JSON.stringify(long)).kind).toBe("context-length-exceeded")
  })
})

describe("sources", () => {
  const metadata = (startIndex: number | undefined, endIndex: number) => ({
    webSearchQueries: ["chuva", "chuva", ""],
    groundingChunks: [{ web: { uri: "https://a.br", title: "A" } }, { web: {} }, { web: { uri: "https://b.br" } }],
    groundingSupports: [{ segment: { startIndex, endIndex }, groundingChunkIndices: [0, 99] }],
  })

  test("are told by UTF-16 units of the text, though Google counts bytes, wherever they come", () => {
    const events = read(says("Olá 💎 ", { groundingMetadata: metadata(10, 16) }), says("chove."), finish("STOP"))
    expect(summarizeAnswer(events).citations).toEqual([
      { url: "https://a.br", title: "A", start: 7, end: 13 },
      { url: "https://b.br", title: "" },
    ])
  })

  test("a first byte of 0 is left out on the wire", () => {
    const events = read(says("Chove.", { groundingMetadata: metadata(undefined, 6) }), finish("STOP"))
    expect(summarizeAnswer(events).citations[0]).toMatchObject({ start: 0, end: 6 })
  })

  test("each search counts once, however often it is told, and wherever the usage stands", () => {
    const grounded = says("a", { groundingMetadata: metadata(0, 1) })
    const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 1 }
    const answer = summarizeAnswer(read({ ...says("b"), usageMetadata }, grounded, grounded, finish("STOP")))
    expect(answer.usage).toMatchObject({ inputUncached: 3, output: 1, searchCalls: 1 })
    expect(answer.searches).toEqual([{ id: "chuva", status: "completed", query: "chuva" }])
  })

  test("positions are those of the same bytes, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (before, after) => {
        const bytes = new TextEncoder().encode(before).length
        expect(unitsIn(before + after, [bytes]).get(bytes)).toBe(before.length)
      }),
    )
  })
})

test("usage is the last that was told, absent fields kept, thoughts billed with the answer", () => {
  const usage = (usageMetadata: object) => ({ ...says("a"), usageMetadata })
  const answer = summarizeAnswer(
    read(
      usage({ promptTokenCount: 10, toolUsePromptTokenCount: 5, cachedContentTokenCount: 99, candidatesTokenCount: 1 }),
      usage({ candidatesTokenCount: 7, thoughtsTokenCount: 20 }),
      usage({ trafficType: "ON_DEMAND" }),
      finish("STOP"),
    ),
  )
  expect(answer.usage).toEqual({
    inputUncached: 0,
    inputCached: 15,
    cacheWrite: 0,
    output: 27,
    reasoning: 20,
    searchCalls: 0,
    source: "provider",
  })
})

test("images come as data, thoughts of images do not", () => {
  const parts = [
    { inlineData: { mimeType: "image/png", data: "AAAA" } },
    { thought: true, inlineData: { data: "BBBB" } },
  ]
  expect(summarizeAnswer(read({ candidates: [{ content: { parts } }] }, finish("STOP"))).images).toEqual([
    { b64: "AAAA" },
  ])
})

test("what we do not know disturbs nothing", () => {
  const events = read(
    "keep-alive",
    "null",
    [],
    { candidates: [] },
    { candidates: [null, 7] },
    {
      candidates: [
        { content: { parts: [{ executableCode: {} }, { text: "", thoughtSignature: "x" }] }, avgLogprobs: 0 },
      ],
    },
    says("a"),
    finish("STOP"),
  )
  expect(events).toEqual([
    { type: "text-delta", text: "a" },
    { type: "finish", reason: "stop" },
  ])
})

test("a stream that was answered by a list of events is read as a reply", () => {
  expect(summarizeAnswer(googleAdapter.decodeReply([says("a"), says("b"), finish("STOP")]))).toMatchObject({
    text: "ab",
    finish: "stop",
  })
})
