import { describe, expect, test } from "vitest"
import { splitEvents } from "../../testing/read-stream.ts"
import { recordedBody, requireRecordings } from "../../testing/recordings.ts"
import { summarizeAnswer } from "../../testing/summarize-answer.ts"
import { microReais } from "../lib/micro-reais.ts"
import { encodeMeta } from "../ledger/balance-wire.ts"
import type { Adapter, SseEvent } from "./adapter.ts"
import { alibabaAdapter } from "./alibaba/adapter.ts"
import { alibabaWire } from "./alibaba/chat-wire.ts"
import { baiduAdapter } from "./baidu/adapter.ts"
import { baiduWire } from "./baidu/chat-wire.ts"
import { byteDanceAdapter } from "./bytedance/adapter.ts"
import { byteDanceWire } from "./bytedance/chat-wire.ts"
import type { ChatWire, Ending, WireFrame } from "./chat-wire.ts"
import { iflytekAdapter } from "./iflytek/adapter.ts"
import { iflytekWire } from "./iflytek/chat-wire.ts"
import type { JsonObject } from "./json.ts"
import { moonshotAdapter } from "./moonshot/adapter.ts"
import { moonshotWire } from "./moonshot/chat-wire.ts"
import { tencentAdapter } from "./tencent/adapter.ts"
import { tencentWire } from "./tencent/chat-wire.ts"

interface WireCase {
  readonly provider: string
  readonly adapter: Adapter<unknown>
  readonly wire: ChatWire
  readonly path: string
  readonly model: string
  readonly body: JsonObject
  readonly streamed?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: JsonObject }
  readonly cap?: JsonObject
  readonly capAt: readonly string[]
  readonly recordings: readonly string[]
}

const messages = [{ role: "user", content: "Oi" }]
const openAiLike = {
  body: { model: "m", messages },
  streamed: { body: { stream: true } },
  capAt: ["max_tokens"],
  model: "m",
}
const dashScope = "/v1/services/aigc/text-generation/generation"

const cases: readonly WireCase[] = [
  {
    ...openAiLike,
    provider: "ByteDance",
    adapter: byteDanceAdapter as Adapter<unknown>,
    wire: byteDanceWire,
    path: "/api/v3/chat/completions",
    cap: { max_tokens: 90 },
    recordings: ["bytedance/text.sse"],
  },
  {
    ...openAiLike,
    provider: "Moonshot",
    adapter: moonshotAdapter as Adapter<unknown>,
    wire: moonshotWire,
    path: "/v1/chat/completions",
    cap: { max_completion_tokens: 90 },
    recordings: ["moonshot/text-choice-usage.sse"],
  },
  {
    ...openAiLike,
    provider: "iFlytek",
    adapter: iflytekAdapter as Adapter<unknown>,
    wire: iflytekWire,
    path: "/v1/chat/completions",
    cap: { max_tokens: 90 },
    recordings: ["iflytek/text.sse"],
  },
  {
    provider: "Baidu",
    adapter: baiduAdapter as Adapter<unknown>,
    wire: baiduWire,
    path: "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro",
    model: "ernie-4.0-8k",
    body: { messages },
    streamed: { body: { stream: true } },
    cap: { max_output_tokens: 90 },
    capAt: ["max_output_tokens"],
    recordings: ["baidu/text.sse", "baidu/function-call.sse"],
  },
  {
    provider: "Alibaba",
    adapter: alibabaAdapter as Adapter<unknown>,
    wire: alibabaWire,
    path: dashScope,
    model: "qwen-max",
    body: { model: "qwen-max", input: { messages } },
    streamed: { headers: { "x-dashscope-sse": "enable" } },
    cap: { parameters: { max_tokens: 90 } },
    capAt: ["parameters", "max_tokens"],
    recordings: ["alibaba/text-incremental.sse", "alibaba/text-cumulative.sse"],
  },
  {
    provider: "Tencent",
    adapter: tencentAdapter as Adapter<unknown>,
    wire: tencentWire,
    path: "/",
    model: "hunyuan-lite",
    body: { Model: "hunyuan-lite", Messages: [{ Role: "user", Content: "Oi" }] },
    streamed: { body: { Stream: true } },
    capAt: [],
    recordings: ["tencent/text.sse", "tencent/tool-call.sse", "tencent/search.sse"],
  },
]

const present = requireRecordings()
const amount = { total: microReais(1), premium: microReais(1), free: microReais(0), calls: 2 }
const meta = { ...encodeMeta({ ...amount, cost: microReais(3), runId: "r1" }) }
const broke = { status: 402, message: "Saldo insuficiente", code: "balance_insufficient" }

describe.each(cases.map((one) => [one.provider, one] as const))("the own chat of %s", (_, one) => {
  const { wire, adapter, path } = one
  const target = { path, query: {}, headers: {} }
  const read = (body: JsonObject, headers = {}) => wire.read({ ...target, headers }, body)

  test("is known by its path and by no other", () => {
    expect(wire.isCall(path)).toBe(true)
    for (const other of [`${path}x/y`, `${path}/../models`, "/v1/files", "/dashboard/billing/usage"]) {
      expect(wire.isCall(other)).toBe(false)
    }
  })

  test("is read: its model, its messages, whether it streams, its cap", () => {
    const call = read(one.body)
    expect(call).toMatchObject({ ok: true, value: { model: one.model, messages, stream: false } })
    const streamed = read({ ...one.body, ...one.streamed?.body }, one.streamed?.headers)
    expect(streamed).toMatchObject({ ok: true, value: { stream: true } })
    if (one.cap) expect(read({ ...one.body, ...one.cap })).toMatchObject({ ok: true, value: { cap: 90 } })
  })

  test.each(["api_base", "base_url", "n2", "service_tier", "store", "__proto__x"])(
    "with a field %s is refused",
    (field) => {
      expect(read({ ...one.body, [field]: "x" })).toMatchObject({ ok: false, error: { reason: "unknown-field" } })
    },
  )

  test.each([null, [], {}, "x", { messages: [] }, { model: "m", messages: [{ role: "root", content: "x" }] }])(
    "that is no call (%j) is refused",
    (body) => {
      expect(wire.read(target, body).ok).toBe(false)
    },
  )

  test("is written on with the model and the cap that were decided", () => {
    const call = read({ ...one.body, ...one.cap })
    if (!call.ok) return expect.fail("not read")
    const written = wire.write(call.value, { model: one.model, cap: 77 })
    expect(written.path).toBe(path)
    const cap = one.capAt.reduce<unknown>((at, name) => (at as JsonObject)[name], written.body)
    if (one.capAt.length > 0) expect(cap).toBe(77)
    const again = wire.read(target, written.body)
    // What goes out is nothing but what may come in.
    expect(again).toMatchObject({ ok: true, value: { messages } })
  })

  test("refuses in words that are understood as ours", () => {
    const told = adapter.decodeFailure(402, JSON.stringify(wire.failureBody(broke)))
    expect(told).toMatchObject({ kind: "insufficient-balance", message: "Saldo insuficiente" })
  })

  test("breaks off in words that are understood", () => {
    const failure = { status: 502, message: "cortado", code: "upstream_cut" }
    const frames = wire.closing([], { asksUsage: true, failure })
    expect(decode(adapter, frames).at(-1)).toEqual({ type: "failure", failure: { kind: "upstream-cut" } })
  })

  describe.skipIf(!present).each(one.recordings)("as recorded in %s", (file) => {
    const events = splitEvents([recordedBody(file)])

    test("tells no end before the money is settled, and then the same answer with its price", () => {
      const { passed, kept } = placed(one, events)
      expect(passed).not.toContain(events.at(-1))
      const ending: Ending = { first: events[0], asksUsage: true, meta }
      const whole = summarizeAnswer(decode(adapter, events))
      const told = decode(adapter, [...passed, ...wire.closing(kept, ending)])
      expect(summarizeAnswer(told)).toEqual(whole)
      expect(told.filter(({ type }) => type === "balance")).toMatchObject([{ balance: { runId: "r1", calls: 2 } }])
    })
  })
})

function placed({ wire, adapter }: WireCase, events: readonly SseEvent[]) {
  const passed: SseEvent[] = []
  const kept: SseEvent[] = []
  let state = adapter.start()
  for (const event of events) {
    const [next, told] = adapter.decodeEvent(state, event)
    state = next
    const place = wire.place(event, told)
    if (place === "pass") passed.push(event)
    if (place === "keep") kept.push(event)
  }
  return { passed, kept }
}

/** What a client of ours hears of frames. */
function decode(adapter: Adapter<unknown>, frames: readonly (SseEvent | WireFrame)[]) {
  let state = adapter.start()
  const events = frames.flatMap((frame) => {
    const [next, told] = adapter.decodeEvent(state, frame)
    state = next
    return told
  })
  return [...events, ...adapter.decodeEnd(state)]
}
