import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readStream } from "../../../testing/read-stream.ts"
import { summarizeAnswer } from "../../../testing/summarize-answer.ts"
import type { ChatEvent } from "../../gateway/chat-event.ts"
import { microReais } from "../../lib/micro-reais.ts"
import { frame } from "../sse.ts"
import { openAiAdapter } from "./adapter.ts"
import { decodeReply } from "./decode-reply.ts"
import { openAiClientApi } from "./client-api.ts"
import { encodeReply, encodeStream, type Envelope } from "./encode-events.ts"
import { encodeBody } from "./encode-request.ts"

const envelope: Envelope = { id: "chatcmpl-1", model: "gpt-4o", created: 1_700_000_000, includeUsage: true }
/** Three of them are still a count that is believed. */
const tokens = fc.nat(30_000_000)
const someText = fc.string({ minLength: 1, unit: "binary" })

const said: fc.Arbitrary<ChatEvent> = fc.oneof(
  fc.record({ type: fc.constant("text-delta" as const), text: someText }),
  fc.record({ type: fc.constant("reasoning-delta" as const), text: someText }),
  fc.record({
    type: fc.constant("citation" as const),
    citation: fc.record({ url: someText, title: fc.string(), start: fc.nat(), end: fc.nat() }),
  }),
)
const toolCalls = fc
  .array(fc.record({ id: someText, name: someText, arguments: fc.string({ unit: "binary" }) }), { maxLength: 3 })
  .map((calls) => calls.map((call, index): ChatEvent => ({ type: "tool-call", index, call })))
const image = fc
  .oneof(fc.record({ url: someText }), fc.record({ b64: someText }))
  .map((image): ChatEvent => ({ type: "image", image }))
const usage = fc
  .tuple(tokens, tokens, tokens, tokens, fc.nat(3))
  .map(([inputUncached, inputCached, cacheWrite, output, searchCalls]): ChatEvent => ({
    type: "usage",
    usage: {
      inputUncached,
      inputCached,
      cacheWrite,
      output,
      reasoning: Math.floor(output / 2),
      searchCalls,
      source: "provider",
    },
  }))
const amount = fc.integer({ min: -1e12, max: 1e12 }).map(microReais)
const balance = fc
  .record({ total: amount, premium: amount, free: amount, calls: fc.nat(), cost: amount, runId: fc.string() })
  .map((balance): ChatEvent => ({ type: "balance", balance }))
const ending: fc.Arbitrary<ChatEvent> = fc.oneof(
  fc
    .constantFrom("stop" as const, "length" as const, "tool-calls" as const, "content-filter" as const)
    .map((reason): ChatEvent => ({ type: "finish", reason })),
  someText.map((message): ChatEvent => ({
    type: "failure",
    failure: { kind: "upstream", status: 502, message, type: "server_error", code: "broken" },
  })),
)

/** At most one; text always, since an answer of nothing is a failure of its own. */
const maybe = (event: fc.Arbitrary<ChatEvent>) => fc.array(event, { maxLength: 1 })
const answer: fc.Arbitrary<readonly ChatEvent[]> = fc
  .tuple(fc.array(said), someText, toolCalls, maybe(image), maybe(usage), maybe(balance), ending)
  .map(([before, text, calls, images, used, after, end]) => [
    ...before,
    { type: "text-delta", text },
    ...calls,
    ...images,
    ...used,
    ...after,
    // An answer that calls does not simply stop.
    calls.length > 0 && end.type === "finish" && end.reason === "stop" ? { ...end, reason: "tool-calls" } : end,
  ])

const overTheWire = (events: readonly ChatEvent[], as = envelope) =>
  readStream(openAiAdapter, [new TextEncoder().encode(encodeStream(as, events).map(frame).join(""))])

describe("the wire encoder", () => {
  // Tool calls are told at the finish reason, which a failed stream does not have; images come as they come.
  test("is undone by the decoder, whatever was said", () => {
    fc.assert(
      fc.property(answer, (events) => {
        const failed = events.at(-1)?.type === "failure"
        const expected = failed ? events.filter((event) => event.type !== "tool-call") : events
        expect(sorted(overTheWire(events))).toEqual(sorted(expected))
      }),
    )
  })

  test("says the same whole as streamed", () => {
    fc.assert(
      fc.property(answer, (events) => {
        const streamed = summarizeAnswer(overTheWire(events))
        const whole = summarizeAnswer(decodeReply(JSON.parse(JSON.stringify(encodeReply(envelope, events)))))
        if (streamed.failure) expect(whole.failure).toEqual(streamed.failure)
        else expect(whole).toEqual(streamed)
      }),
    )
  })

  test("tells usage in a stream only when asked, and in a reply always", () => {
    const events: readonly ChatEvent[] = [
      { type: "text-delta", text: "a" },
      {
        type: "usage",
        usage: {
          inputUncached: 1,
          inputCached: 0,
          cacheWrite: 0,
          output: 1,
          reasoning: 0,
          searchCalls: 0,
          source: "provider",
        },
      },
      { type: "finish", reason: "stop" },
    ]
    const quiet = { ...envelope, includeUsage: false }
    expect(encodeStream(quiet, events).join("")).not.toContain("usage")
    expect(encodeReply(quiet, events)).toHaveProperty("usage.total_tokens", 2)
  })

  test("tells searches as they happen, and counts each once", () => {
    const usage = {
      inputUncached: 1,
      inputCached: 0,
      cacheWrite: 0,
      output: 1,
      reasoning: 0,
      source: "provider",
    } as const
    const events: readonly ChatEvent[] = [
      { type: "web-search", search: { id: "ws_a", status: "searching" } },
      { type: "web-search", search: { id: "ws_a", status: "completed", query: "chuva em Recife" } },
      { type: "web-search", search: { id: "ws_b", status: "failed" } },
      { type: "web-search", search: { id: "ws_c", status: "completed", page: "https://exemplo.br" } },
      { type: "text-delta", text: "Chove." },
      { type: "usage", usage: { ...usage, searchCalls: 2 } },
      { type: "finish", reason: "stop" },
    ]
    expect(overTheWire(events)).toEqual(events)
    const whole = decodeReply(JSON.parse(JSON.stringify(encodeReply(envelope, events))))
    expect(summarizeAnswer(whole)).toEqual(summarizeAnswer(events))
  })

  test("carries a call's signature both ways, and back with the next request", () => {
    const call = { id: "R_0", name: "soma", arguments: "{}", signature: "assinatura" }
    const events: readonly ChatEvent[] = [
      { type: "tool-call", index: 0, call },
      { type: "finish", reason: "tool-calls" },
    ]
    expect(overTheWire(events)).toEqual(events)
    expect(decodeReply(JSON.parse(JSON.stringify(encodeReply(envelope, events))))).toEqual(events)
    const config = { model: "gemini-2.5-flash", providerName: "Google", stream: true }
    const body = encodeBody({ config, messages: [{ role: "assistant", content: null, tool_calls: [call] }] })
    const read = openAiClientApi.read({ path: "/v1/chat/completions", query: {} }, body)
    if (!read.ok) return expect.fail(JSON.stringify(read.error))
    expect(read.value.messages[0]?.tool_calls).toEqual([call])
    // Only who signed it gets it: any other provider would refuse the field.
    expect(JSON.stringify(openAiClientApi.write(read.value, { model: "gpt-4o", cap: 9 }).body)).not.toContain(
      "assinatura",
    )
  })

  test("lets an empty answer and a cut one be told from each other", () => {
    expect(overTheWire([{ type: "failure", failure: { kind: "empty-answer" } }])).toEqual([
      { type: "failure", failure: { kind: "empty-answer" } },
    ])
    const cut: readonly ChatEvent[] = [
      { type: "text-delta", text: "a" },
      { type: "failure", failure: { kind: "upstream-cut" } },
    ]
    expect(overTheWire(cut)).toEqual(cut)
  })
})

/** Images travel in order among the rest, but before the calls, which wait for the finish reason. */
function sorted(events: readonly ChatEvent[]): readonly ChatEvent[] {
  return [...events.filter((event) => event.type === "image"), ...events.filter((event) => event.type !== "image")]
}
