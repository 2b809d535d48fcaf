import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { goodAnswers } from "../../testing/answer-case.ts"
import { byteDanceCases } from "../../testing/fixtures/wire/bytedance/cases.ts"
import { iflytekCases } from "../../testing/fixtures/wire/iflytek/cases.ts"
import { moonshotCases } from "../../testing/fixtures/wire/moonshot/cases.ts"
import { recordings } from "../../testing/recordings.ts"
import { testClientApi, type ClientApiCase } from "../../testing/test-client-api.ts"
import { fixture } from "../../testing/wire-file.ts"
import type { Adapter } from "./adapter.ts"
import { alibabaAdapter } from "./alibaba/adapter.ts"
import { alibabaClientApi } from "./alibaba/client-api.ts"
import { baiduAdapter } from "./baidu/adapter.ts"
import { baiduClientApi } from "./baidu/client-api.ts"
import { byteDanceAdapter } from "./bytedance/adapter.ts"
import { byteDanceClientApi } from "./bytedance/client-api.ts"
import type { ClientApi } from "./client-api.ts"
import { iflytekAdapter } from "./iflytek/adapter.ts"
import { iflytekClientApi } from "./iflytek/client-api.ts"
import type { JsonObject } from "../lib/fields.ts"
import { moonshotAdapter } from "./moonshot/adapter.ts"
import { moonshotClientApi } from "./moonshot/client-api.ts"
import { tencentAdapter } from "./tencent/adapter.ts"
import { tencentClientApi } from "./tencent/client-api.ts"

/** A provider's own chat, and a call as its client writes it. */
interface NativeCase {
  readonly provider: string
  readonly adapter: Adapter<unknown>
  readonly clientApi: ClientApi
  readonly path: string
  readonly model: string
  readonly body: JsonObject
  readonly streamed?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: JsonObject }
  readonly cap?: JsonObject
  readonly capAt: readonly string[]
  readonly setting: ClientApiCase
}

const messages = [{ role: "user", content: "Oi" }]
const openAiLike = {
  body: { model: "m", messages },
  streamed: { body: { stream: true } },
  capAt: ["max_tokens"],
  model: "m",
}
const dashScope = "/v1/services/aigc/text-generation/generation"

const cases: readonly NativeCase[] = [
  {
    ...openAiLike,
    provider: "ByteDance",
    adapter: byteDanceAdapter as Adapter<unknown>,
    clientApi: byteDanceClientApi,
    path: "/api/v3/chat/completions",
    cap: { max_tokens: 90 },
    setting: {
      model: "doubao-1-5-pro-32k-250115",
      answers: [...goodAnswers(byteDanceCases), ...recordings("bytedance/text.sse", "bytedance/reasoning.json")],
      searches: false,
    },
  },
  {
    ...openAiLike,
    provider: "Moonshot",
    adapter: moonshotAdapter as Adapter<unknown>,
    clientApi: moonshotClientApi,
    path: "/v1/chat/completions",
    cap: { max_completion_tokens: 90 },
    setting: {
      model: "moonshot-v1-8k",
      answers: [...goodAnswers(moonshotCases), ...recordings("moonshot/text-choice-usage.sse", "moonshot/reply.json")],
      searches: false,
    },
  },
  {
    ...openAiLike,
    provider: "iFlytek",
    adapter: iflytekAdapter as Adapter<unknown>,
    clientApi: iflytekClientApi,
    path: "/v1/chat/completions",
    cap: { max_tokens: 90 },
    setting: {
      model: "4.0Ultra",
      answers: [...goodAnswers(iflytekCases), ...recordings("iflytek/text.sse")],
      searches: false,
    },
  },
  {
    provider: "Baidu",
    adapter: baiduAdapter as Adapter<unknown>,
    clientApi: baiduClientApi,
    path: "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro",
    model: "ernie-4.0-8k",
    body: { messages },
    streamed: { body: { stream: true } },
    cap: { max_output_tokens: 90 },
    capAt: ["max_output_tokens"],
    setting: {
      model: "ernie-4.0-8k",
      answers: [
        ...["baidu/text.sse", "baidu/function-call.sse", "baidu/search.sse"].map(fixture),
        ...recordings("baidu/text.sse", "baidu/function-call.sse"),
      ],
      searches: false,
    },
  },
  {
    provider: "Alibaba",
    adapter: alibabaAdapter as Adapter<unknown>,
    clientApi: alibabaClientApi,
    path: dashScope,
    model: "qwen-max",
    body: { model: "qwen-max", input: { messages } },
    streamed: { headers: { "x-dashscope-sse": "enable" } },
    cap: { parameters: { max_tokens: 90 } },
    capAt: ["parameters", "max_tokens"],
    setting: {
      model: "qwen-vl-max",
      answers: [
        ...[
          "alibaba/text-incremental.sse",
          "alibaba/text-cumulative.sse",
          "alibaba/tool-call.json",
          "alibaba/tool-call.sse",
          "alibaba/search.sse",
          "alibaba/image-input.json",
        ].map(fixture),
        ...recordings("alibaba/text-incremental.sse", "alibaba/text-cumulative.sse", "alibaba/tool-call.json"),
      ],
      searches: false,
    },
  },
  {
    provider: "Tencent",
    adapter: tencentAdapter as Adapter<unknown>,
    clientApi: tencentClientApi,
    path: "/",
    model: "hunyuan-lite",
    body: { Model: "hunyuan-lite", Messages: [{ Role: "user", Content: "Oi" }] },
    streamed: { body: { Stream: true } },
    capAt: [],
    setting: {
      model: "hunyuan-vision",
      uncapped: true,
      answers: [
        ...["tencent/text.sse", "tencent/tool-call.sse", "tencent/search.sse", "tencent/reply-bare.json"].map(fixture),
        ...recordings("tencent/text.sse", "tencent/tool-call.sse", "tencent/search.sse", "tencent/reply-bare.json"),
      ],
      searches: false,
    },
  },
]

describe.each(cases.map((one) => [one.provider, one] as const))("the own chat of %s", (_, one) => {
  const { clientApi, adapter, path } = one
  const target = { path, query: {}, headers: {} }
  const read = (body: JsonObject, headers = {}) => clientApi.read({ ...target, headers }, body)

  test("is known by its path and by no other", () => {
    expect(clientApi.isCall(path)).toBe(true)
    for (const other of [`${path}x/y`, `${path}/../models`, "/v1/files", "/dashboard/billing/usage"]) {
      expect(clientApi.isCall(other)).toBe(false)
    }
  })

  test("is read: its model, its messages, whether it streams, its cap", () => {
    const call = read(one.body)
    expect(call).toMatchObject({ ok: true, value: { model: one.model, messages, stream: false } })
    const streamed = read({ ...one.body, ...one.streamed?.body }, one.streamed?.headers)
    expect(streamed).toMatchObject({ ok: true, value: { stream: true } })
    if (one.cap) expect(read({ ...one.body, ...one.cap })).toMatchObject({ ok: true, value: { cap: 90 } })
  })

  test("is written on with the model and the cap that were decided", () => {
    const call = read({ ...one.body, ...one.cap })
    if (!call.ok) return expect.fail("not read")
    const written = clientApi.write(call.value, { model: one.model, cap: 77 })
    expect(written.path).toBe(path)
    const cap = one.capAt.reduce<unknown>((at, name) => (at as JsonObject)[name], written.body)
    if (one.capAt.length > 0) expect(cap).toBe(77)
    const again = clientApi.read(target, written.body)
    // Everything that is sent would also be accepted.
    expect(again).toMatchObject({ ok: true, value: { messages } })
  })

  test("is read without a throw, whatever it is, and so are frames", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...Object.keys(one.body)), (json, field) => {
        expect(read({ ...one.body, [field]: json }).ok).toBeTypeOf("boolean")
        const event = { data: JSON.stringify(json) }
        expect(["pass", "keep", "end"]).toContain(clientApi.place(event, []))
        const frames = clientApi.closing([event], { first: event, asksUsage: true, meta: { cost: 0 } })
        expect(frames.map(({ data }) => data).join("")).toContain('"_meta"')
      }),
    )
  })

  testClientApi(adapter, clientApi, one.setting)
})
