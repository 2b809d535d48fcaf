import { describe, expect, test } from "vitest"
import type { ChatConfig, ChatRequest } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import { abilitiesOf } from "../models/abilities.ts"
import type { Adapter } from "./adapter.ts"
import { alibabaAdapter } from "./alibaba/adapter.ts"
import { alibabaClientApi } from "./alibaba/client-api.ts"
import { anthropicAdapter } from "./anthropic/adapter.ts"
import { anthropicClientApi } from "./anthropic/client-api.ts"
import { azureClientApi } from "./azure/client-api.ts"
import { baiduAdapter } from "./baidu/adapter.ts"
import { baiduClientApi } from "./baidu/client-api.ts"
import { byteDanceAdapter } from "./bytedance/adapter.ts"
import { byteDanceClientApi } from "./bytedance/client-api.ts"
import type { ClientApi, Decided } from "./client-api.ts"
import { googleAdapter } from "./google/adapter.ts"
import { googleClientApi } from "./google/client-api.ts"
import { iflytekAdapter } from "./iflytek/adapter.ts"
import { iflytekClientApi } from "./iflytek/client-api.ts"
import type { JsonObject } from "../lib/fields.ts"
import { imagesClientApi } from "./openai/images.ts"
import { moonshotAdapter } from "./moonshot/adapter.ts"
import { moonshotClientApi } from "./moonshot/client-api.ts"
import { openAiClientApi } from "./openai/client-api.ts"
import { responsesClientApi } from "./openai/responses/client-api.ts"
import { tencentAdapter } from "./tencent/adapter.ts"
import { tencentClientApi } from "./tencent/client-api.ts"

/** Takes no sampling, two efforts, no forced tool. */
const strict: ModelAbilities = {
  ...abilitiesOf("m"),
  sampling: "never",
  efforts: ["low", "high"],
  verbosity: false,
  forcedTool: false,
  outputMost: 50_000,
}

describe("what a model refuses is not asked of it", () => {
  const config: ChatConfig = {
    model: "m",
    providerName: "x",
    stream: true,
    temperature: 0.5,
    top_p: 0.9,
    presence_penalty: 0.1,
    frequency_penalty: 0.1,
    reasoning_effort: "medium",
    verbosity: "low",
    max_tokens: 40_000,
  }
  const request: ChatRequest = {
    messages: [{ role: "user", content: "Oi" }],
    config,
    tools: [{ name: "clima" }],
    asked: { tool_choice: { name: "clima" } },
    abilities: strict,
  }
  const written = <State>(adapter: Adapter<State>, changes: Partial<ModelAbilities> = {}): string =>
    adapter.encodeChat({ ...request, abilities: { ...strict, ...changes } }, {}).body ?? ""

  test.each([
    ["Moonshot", () => written(moonshotAdapter), { reasoning_effort: "low", max_tokens: 40_000 }],
    ["ByteDance", () => written(byteDanceAdapter), { reasoning_effort: "low", max_tokens: 40_000 }],
    ["iFlytek", () => written(iflytekAdapter), { reasoning_effort: "low", max_tokens: 40_000 }],
    ["Anthropic", () => written(anthropicAdapter), { output_config: { effort: "low" }, max_tokens: 40_000 }],
    [
      "Google",
      () => written(googleAdapter),
      { generationConfig: { thinkingConfig: { thinkingLevel: "low" }, maxOutputTokens: 40_000 } },
    ],
    ["Alibaba", () => written(alibabaAdapter), { parameters: { reasoning_effort: "low", max_tokens: 40_000 } }],
    ["Baidu", () => written(baiduAdapter), { max_output_tokens: 40_000 }],
    ["Tencent", () => written(tencentAdapter), { Model: "m" }],
  ])("of %s", (_, write, expected) => {
    expect(JSON.parse(write())).toMatchObject(expected)
    expect(write()).not.toMatch(/temperature|top_?[pk]|penalty|verbosity|tool_choice|toolConfig/i)
    expect(write()).toContain("clima")
  })

  test("no effort at all where the model takes none, and no thoughts are switched on", () => {
    for (const write of [anthropicAdapter, googleAdapter, moonshotAdapter, byteDanceAdapter, alibabaAdapter]) {
      const { body = "" } = write.encodeChat({ ...request, abilities: { ...strict, efforts: [] } }, {})
      expect(body).not.toMatch(/effort|thinking|output_config/i)
    }
    expect(written(anthropicAdapter)).not.toContain("thinking")
  })

  test("no tools where it takes none", () => {
    for (const adapter of [moonshotAdapter, anthropicAdapter, googleAdapter, alibabaAdapter, baiduAdapter]) {
      const { body = "" } = adapter.encodeChat({ ...request, abilities: { ...strict, tools: "never" } }, {})
      expect(body).not.toContain("clima")
    }
  })

  test("a schema goes to the Claude models that keep one", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } }
    const asked = { response_format: { type: "json_schema", json_schema: { name: "x", schema } } } as const
    expect(anthropicAdapter.unsupportedOption?.(asked)).toBe("response_format")
    expect(anthropicAdapter.unsupportedOption?.(asked, { ...strict, structured: false })).toBe("response_format")
    expect(anthropicAdapter.unsupportedOption?.(asked, strict)).toBeUndefined()
    const { body = "" } = anthropicAdapter.encodeChat({ ...request, asked }, {})
    expect(JSON.parse(body)).toMatchObject({
      output_config: { effort: "low", format: { type: "json_schema", schema } },
    })
  })

  test("Kimi is shown the pictures that it can see", () => {
    const content = [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }] as const
    const shown = (seesImages: boolean) =>
      moonshotAdapter.encodeChat(
        { ...request, messages: [{ role: "user", content }], abilities: { ...strict, seesImages } },
        {},
      ).body
    expect(shown(true)).toContain("AAAA")
    expect(shown(false)).not.toContain("AAAA")
  })
})

interface Native {
  readonly clientApi: ClientApi
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body: JsonObject
  /** The body after it was adapted. */
  readonly fitted: JsonObject
}

const messages = [{ role: "user", content: "Oi" }]
const chatTool = { type: "function", function: { name: "clima" } }
const chosen = { type: "function", function: { name: "clima" } }
const chat = {
  model: "m",
  messages,
  temperature: 0.5,
  top_p: 0.9,
  presence_penalty: 0.1,
  reasoning_effort: "medium",
  tools: [chatTool],
  tool_choice: chosen,
  seed: 7,
}
const { temperature: _t, top_p: _p, presence_penalty: _pp, ...chatLeft } = chat
const chatFitted = { ...chatLeft, reasoning_effort: "low", tool_choice: "auto" }

const natives: Readonly<Record<string, Native>> = {
  "OpenAI's chat": {
    clientApi: openAiClientApi,
    path: "/v1/chat/completions",
    body: { ...chat, verbosity: "low" },
    fitted: { ...chatFitted, stream: false, max_tokens: 900 },
  },
  "Azure's": {
    clientApi: azureClientApi,
    path: "/deployments/m/chat/completions",
    body: { ...chat, verbosity: "low" },
    fitted: { ...chatFitted, stream: false, max_tokens: 900 },
  },
  "Moonshot's": {
    clientApi: moonshotClientApi,
    path: "/v1/chat/completions",
    body: chat,
    fitted: { ...chatFitted, stream: false, max_tokens: 900 },
  },
  "ByteDance's": {
    clientApi: byteDanceClientApi,
    path: "/api/v3/chat/completions",
    body: chat,
    fitted: { ...chatFitted, stream: false, max_tokens: 900 },
  },
  "iFlytek's": {
    clientApi: iflytekClientApi,
    path: "/v1/chat/completions",
    body: { ...chat, top_k: 3 },
    fitted: { ...chatFitted, stream: false, max_tokens: 900 },
  },
  "OpenAI's responses": {
    clientApi: responsesClientApi,
    path: "/v1/responses",
    body: {
      model: "m",
      input: "Oi",
      temperature: 0.5,
      top_p: 0.9,
      reasoning: { effort: "max", summary: "auto" },
      text: { verbosity: "low", format: { type: "json_object" } },
      tools: [{ type: "function", name: "clima" }],
      tool_choice: "required",
    },
    fitted: {
      model: "m",
      input: "Oi",
      reasoning: { effort: "high", summary: "auto" },
      text: { format: { type: "json_object" } },
      tools: [{ type: "function", name: "clima" }],
      tool_choice: "auto",
      stream: false,
      store: false,
      max_output_tokens: 900,
    },
  },
  "Anthropic's": {
    clientApi: anthropicClientApi,
    path: "/v1/messages",
    body: {
      model: "m",
      messages,
      max_tokens: 900,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 3,
      thinking: { type: "enabled", budget_tokens: 1_024 },
      output_config: { effort: "max" },
      tools: [{ name: "clima", input_schema: { type: "object" } }],
      tool_choice: { type: "tool", name: "clima", disable_parallel_tool_use: true },
    },
    fitted: {
      model: "m",
      messages,
      max_tokens: 900,
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
      tools: [{ name: "clima", input_schema: { type: "object" } }],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      stream: false,
    },
  },
  "Google's": {
    clientApi: googleClientApi,
    path: "/v1beta/models/m:generateContent",
    body: {
      contents: [{ parts: [{ text: "Oi" }] }],
      generationConfig: {
        temperature: 0.5,
        topP: 0.9,
        topK: 3,
        seed: 7,
        thinkingConfig: { thinkingLevel: "MEDIUM", includeThoughts: true },
      },
      tools: [{ functionDeclarations: [{ name: "clima" }] }],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["clima"] } },
    },
    fitted: {
      contents: [{ parts: [{ text: "Oi" }] }],
      generationConfig: {
        seed: 7,
        thinkingConfig: { thinkingLevel: "low", includeThoughts: true },
        maxOutputTokens: 900,
      },
      tools: [{ functionDeclarations: [{ name: "clima" }] }],
      toolConfig: { functionCallingConfig: { mode: "AUTO" } },
    },
  },
  "Alibaba's": {
    clientApi: alibabaClientApi,
    path: "/v1/services/aigc/text-generation/generation",
    body: {
      model: "m",
      input: { messages },
      parameters: { temperature: 0.5, top_p: 0.5, top_k: 3, reasoning_effort: "max", seed: 7 },
    },
    fitted: {
      model: "m",
      input: { messages },
      parameters: { seed: 7, reasoning_effort: "high", max_tokens: 900, enable_search: false },
    },
  },
  "Baidu's": {
    clientApi: baiduClientApi,
    path: "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/m",
    body: { messages, temperature: 0.5, top_p: 0.9, penalty_score: 1 },
    fitted: { messages, penalty_score: 1, stream: false, max_output_tokens: 900 },
  },
  "Tencent's": {
    clientApi: tencentClientApi,
    path: "/",
    body: { Model: "m", Messages: [{ Role: "user", Content: "Oi" }], Temperature: 0.5, TopP: 0.9, Seed: 7 },
    fitted: { Model: "m", Messages: [{ Role: "user", Content: "Oi" }], Seed: 7, Stream: false },
  },
}

function write({ clientApi, path, query = {}, body }: Native, decided: Partial<Decided>): JsonObject {
  const read = clientApi.read({ path, query }, body)
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return clientApi.write(read.value, { model: "m", cap: 900, abilities: strict, ...decided }).body
}

describe.each(Object.entries(natives))("a call in %s shape", (_, native) => {
  test("is made to fit a model that its caller did not choose", () => {
    expect(write(native, { fits: true })).toEqual(native.fitted)
  })

  test("else goes on as it came", () => {
    const { model: _model, Model: _Model, max_tokens: _cap, ...own } = native.body
    const { generationConfig: _config, parameters: _parameters, thinking: _thinking, ...plain } = own
    expect(write(native, {})).toMatchObject(plain)
    expect(JSON.stringify(write(native, {}))).toMatch(/temperature/i)
  })
})

describe("made to fit", () => {
  const openAi = (body: JsonObject, abilities: Partial<ModelAbilities>, fits = true) => {
    const sent = { model: "m", messages, ...body }
    return write(
      { clientApi: openAiClientApi, path: "/v1/chat/completions", body: sent, fitted: {} },
      { fits, abilities: { ...strict, ...abilities } },
    )
  }

  test("the system's message stands in the user's, where the model takes none, and calls stay as they are", () => {
    const call = { id: "c", type: "function", function: { name: "clima", arguments: "{}" } }
    const said = [
      { role: "system", content: "Você é um pirata." },
      { role: "user", content: [{ type: "text", text: "Chove?" }] },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "c", content: "sim" },
    ]
    const [first, ...rest] = openAi({ messages: said }, { foldsInstructions: true })["messages"] as readonly object[]
    expect(first).toMatchObject({ role: "user", content: expect.stringMatching(/pirata[^]*Chove\?$/) })
    expect(rest).toEqual(said.slice(2))
    expect(openAi({ messages: said }, { foldsInstructions: true }, false)["messages"]).toEqual(said)
  })

  test("the cap has the name that the model takes, whether fitted or not", () => {
    for (const fits of [true, false]) {
      const body = openAi({ max_tokens: 900 }, { capField: "max_completion_tokens" }, fits)
      expect(body).toMatchObject({ max_completion_tokens: 900 })
      expect(body).not.toHaveProperty("max_tokens")
    }
  })

  test("what only we add is left out where it is refused, though the caller's own stays", () => {
    const refuses = ["stream_options", "seed"]
    const body = openAi({ stream: true, seed: 7 }, { refuses }, false)
    expect(body).not.toHaveProperty("stream_options")
    expect(body).toHaveProperty("seed")
    expect(openAi({ stream: true, seed: 7 }, { refuses })).not.toHaveProperty("seed")
  })

  test("a budget of no thoughts is the least level, and a level is no budget", () => {
    const google = (thinkingConfig: JsonObject, abilities: Partial<ModelAbilities> = {}) => {
      const body = { contents: [{ parts: [{ text: "Oi" }] }], generationConfig: { thinkingConfig } }
      const native = { clientApi: googleClientApi, path: "/v1beta/models/m:generateContent", body, fitted: {} }
      return write(native, { fits: true, abilities: { ...strict, ...abilities } })["generationConfig"]
    }
    expect(google({ thinkingBudget: 0 })).toEqual({ thinkingConfig: { thinkingLevel: "low" }, maxOutputTokens: 900 })
    expect(google({ thinkingBudget: 2_000 })).toEqual({ maxOutputTokens: 900 })
    expect(google({ thinkingBudget: 2_000, thinkingLevel: "low" }, { efforts: [] })).toEqual({
      thinkingConfig: { thinkingBudget: 2_000 },
      maxOutputTokens: 900,
    })
  })
})

test("a picture is asked for in the words of the model that makes it", () => {
  const body = { model: "dall-e-3", prompt: "x", quality: "hd", style: "vivid", response_format: "b64_json" }
  const native = { clientApi: imagesClientApi, path: "/v1/images/generations", body, fitted: {} }
  expect(write(native, { model: "dall-e-3" })).toEqual(body)
  expect(write(native, { model: "gpt-image-2" })).toEqual({
    model: "gpt-image-2",
    prompt: "x",
    quality: "high",
    size: "1024x1024",
  })
})
