import { describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { noUsage } from "#core/gateway/usage.ts"
import { frame } from "#core/providers/sse.ts"
import { chatApis } from "../../server/gateway/apis/api-prefixes.ts"
import { readStream } from "../read-stream.ts"
import { summarizeAnswer } from "../summarize-answer.ts"
import { anthropicFake } from "./wires/anthropic.ts"
import { alibabaFake } from "./wires/alibaba.ts"
import { baiduFake } from "./wires/baidu.ts"
import type { FakeWire } from "./wires/fake-wire.ts"
import { googleFake } from "./wires/google.ts"
import { iflytekFake } from "./wires/iflytek.ts"
import { openAiFake } from "./wires/openai.ts"
import { responsesFake } from "./wires/responses.ts"
import { tencentFake } from "./wires/tencent.ts"

const wires: readonly (readonly [string, FakeWire, number, keyof typeof chatApis])[] = [
  ["openai", openAiFake, 0, "openai"],
  ["responses", responsesFake, 1, "openai"],
  ["azure", openAiFake, 0, "azure"],
  ["google", googleFake, 0, "google"],
  ["anthropic", anthropicFake, 0, "anthropic"],
  ["baidu", baiduFake, 0, "baidu"],
  ["bytedance", openAiFake, 0, "bytedance"],
  ["alibaba", alibabaFake, 0, "alibaba"],
  ["tencent", tencentFake, 0, "tencent"],
  ["moonshot", openAiFake, 0, "moonshot"],
  ["iflytek", iflytekFake, 0, "iflytek"],
]

const usage = { ...noUsage, inputUncached: 11, output: 7 }
const text = ["Olá", ", ação", " 💎!"].map((piece): ChatEvent => ({ type: "text-delta", text: piece }))
const reasoning: ChatEvent = { type: "reasoning-delta", text: "Hum. " }
const call = { id: "as-fake", name: "soma", arguments: '{"a":1}' }
const counted: ChatEvent = { type: "usage", usage }

/** Every wire of the fake provider is held against the adapter that reads it. */
describe.each(wires)("the fake %s", (name, wire, at, provider) => {
  const { adapter } = chatApis[provider]![at]!
  const asked = {
    model: "m",
    json: { stream: true, stream_options: { include_usage: true }, parameters: { incremental_output: true } },
  }
  const both = (events: readonly ChatEvent[]) => {
    const stream = wire.stream(events, asked).map(({ event, data }) => {
      return (event === undefined ? "" : `event: ${event}\n`) + frame(data)
    })
    return [
      summarizeAnswer(readStream(adapter, [Buffer.from(stream.join(""))])),
      summarizeAnswer(adapter.decodeReply(JSON.parse(JSON.stringify(wire.reply(events, asked))))),
    ]
  }

  test("tells text and usage as they are read, streamed and whole", () => {
    for (const read of both([...text, counted, { type: "finish", reason: "stop" }])) {
      expect(read).toMatchObject({ text: "Olá, ação 💎!", finish: "stop", endings: 1 })
      expect(read.usage).toMatchObject({ inputUncached: 11, output: 7 })
    }
  })

  test("tells a call as it is read, and what it thought before", () => {
    const thinks = name !== "baidu"
    const events: readonly ChatEvent[] = [reasoning, { type: "tool-call", index: 0, call }, counted]
    for (const read of both([...events, { type: "finish", reason: "tool-calls" }])) {
      expect(read).toMatchObject({ finish: "tool-calls", endings: 1, calls: [{ name: "soma" }] })
      expect(JSON.parse(read.calls[0]!.arguments)).toEqual({ a: 1 })
    }
    expect(both([...events, { type: "finish", reason: "tool-calls" }])[0]!.reasoning).toBe(thinks ? "Hum. " : "")
  })

  test("tells trouble in mid-stream, and as a refusal", () => {
    const failure = { kind: "upstream", status: 500, message: "Tudo quebrou" } as const
    expect(both([...text, { type: "failure", failure }])[0]).toMatchObject({
      text: "Olá, ação 💎!",
      finish: undefined,
      failure: { kind: "upstream", message: "Tudo quebrou" },
    })
    expect(adapter.decodeFailure(500, JSON.stringify(wire.failure(failure)))).toMatchObject({ message: "Tudo quebrou" })
  })

  test("never says that it is done unless it is told to", () => {
    expect(both([...text])[0]).toMatchObject({
      text: "Olá, ação 💎!",
      finish: undefined,
      failure: { kind: "upstream-cut" },
    })
  })
})
