import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { ProviderId } from "#core/providers/registry.ts"
import { type FakeProvider, startFakeProvider } from "./fake-provider.ts"
import { deadModelsAsked, type ScriptedModel, scriptModels } from "./scripted-models.ts"
import { todaysOpenAi, todayNoon } from "./todays-openai.ts"

let provider: FakeProvider
beforeEach(async () => {
  provider = await startFakeProvider()
})
afterEach(() => provider.close())

const noon = Date.parse("2027-01-14T12:00:00Z")
let clock = noon
function script(models: readonly ScriptedModel[], of: ProviderId = "openai") {
  clock = noon
  const scripted = scriptModels(models, { provider: of, now: () => clock })
  provider.script(scripted.reply)
  return scripted
}

async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(provider.url + path, { method: "POST", headers, body: JSON.stringify(body) })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
const chat = (body: object, key = "key-1") =>
  post("/v1/chat/completions", { messages: [], ...body }, { authorization: `Bearer ${key}` })
const get = async (path: string, key = "key-1") =>
  (await (await fetch(provider.url + path, { headers: { authorization: `Bearer ${key}` } })).json()) as object

describe("scripted models", () => {
  test("come and go by the clock, for each key, and every request is on record", async () => {
    const models = script([
      { id: "old", until: noon + 1_000, announced: "2027-01-14" },
      { id: "new", from: noon + 1_000, notForKeys: ["key-2"] },
    ])
    expect((await chat({ model: "old" })).status).toBe(200)
    expect(await chat({ model: "new" })).toMatchObject({
      status: 404,
      json: { error: { code: "model_not_found", message: expect.stringContaining("does not exist or you do not") } },
    })
    expect(await get("/v1/models")).toMatchObject({ data: [{ id: "old", shutdown_date: "2027-01-14" }] })
    clock += 1_000
    expect(await chat({ model: "old" })).toMatchObject({
      status: 404,
      json: { error: { message: expect.stringContaining("has been deprecated") } },
    })
    expect((await chat({ model: "new" })).status).toBe(200)
    expect((await chat({ model: "new" }, "key-2")).status).toBe(404)
    expect(await get("/v1/models", "key-1")).toMatchObject({ data: [{ id: "new", shutdown_date: null }] })
    expect(await get("/v1/models", "key-2")).toMatchObject({ data: [] })
    expect(models.asked.map(({ model, key, status, refused }) => [model, key, status, refused])).toEqual([
      ["old", "key-1", 200, undefined],
      ["new", "key-1", 404, "model"],
      ["old", "key-1", 404, "model"],
      ["new", "key-1", 200, undefined],
      ["new", "key-2", 404, "model"],
    ])
    expect(deadModelsAsked(models)).toHaveLength(3)
  })

  test("are answered by another where they are rerouted", async () => {
    script([{ id: "asked", reroutesTo: "other" }])
    expect(await chat({ model: "asked" })).toMatchObject({ status: 200, json: { model: "other" } })
  })

  const unknown: readonly (readonly [ProviderId, string, object, number, object])[] = [
    ["azure", "/openai/deployments/x/chat/completions", {}, 404, { error: { code: "DeploymentNotFound" } }],
    [
      "anthropic",
      "/v1/messages",
      { model: "x" },
      404,
      { type: "error", error: { type: "not_found_error", message: "model: x" } },
    ],
    ["google", "/v1beta/models/x:generateContent", {}, 404, { error: { code: 404, status: "NOT_FOUND" } }],
    [
      "moonshot",
      "/v1/chat/completions",
      { model: "x" },
      404,
      { error: { message: "Not found the model x or Permission denied", type: "resource_not_found_error" } },
    ],
    [
      "bytedance",
      "/api/v3/chat/completions",
      { model: "x" },
      404,
      { error: { code: "InvalidEndpointOrModel.NotFound" } },
    ],
    [
      "alibaba",
      "/api/v1/services/aigc/text-generation/generation",
      { model: "x" },
      404,
      { code: "ModelNotFound", message: "Model not exist." },
    ],
    ["baidu", "/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/x", {}, 200, { error_code: 3 }],
    ["tencent", "/", { Model: "x" }, 200, { Response: { Error: { Code: "InvalidParameterValue.Model" } } }],
    ["iflytek", "/v1/chat/completions", { model: "x" }, 400, { error: { code: "10005" } }],
    ["stability", "/v2beta/stable-image/generate/x", {}, 404, { name: "not_found" }],
    ["openai", "/v1/images/generations", { model: "x" }, 400, { error: { type: "image_generation_user_error" } }],
  ]
  test.each(unknown)("an unknown name is refused as %s does", async (of, path, body, status, json) => {
    const models = script([], of)
    expect(await post(path, body)).toMatchObject({ status, json })
    expect(models.asked).toMatchObject([{ model: of === "stability" ? "stable-image-x" : "x", refused: "model" }])
  })

  const efforts = ["none", "low", "medium", "high"]
  const refused: readonly (readonly [string, Omit<ScriptedModel, "id">, object, object])[] = [
    [
      "an effort it does not have",
      { efforts },
      { reasoning_effort: "minimal" },
      {
        param: "reasoning_effort",
        code: "unsupported_value",
        message:
          "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'none', 'low', 'medium', and 'high'.",
      },
    ],
    ["any effort", { efforts: [] }, { reasoning_effort: "low" }, { param: null, code: null }],
    ["a temperature", { sampling: "never" }, { temperature: 0.5 }, { param: "temperature" }],
    [
      "sampling beside thoughts",
      { sampling: "effort-none", efforts },
      { reasoning_effort: "low", top_p: 0.5 },
      { param: "top_p" },
    ],
    [
      "the cap's old name",
      { capField: "max_completion_tokens" },
      { max_tokens: 5 },
      { param: "max_tokens", message: expect.stringContaining("Use 'max_completion_tokens' instead.") },
    ],
    ["too long an answer", { outputMost: 4 }, { max_tokens: 5 }, { param: "max_tokens", code: "invalid_value" }],
    [
      "tools beside thoughts",
      { tools: "effort-none" },
      { tools: [{ type: "function" }] },
      { param: "reasoning_effort", message: expect.stringContaining("or set reasoning_effort to 'none'") },
    ],
    [
      "tools in a chat",
      { tools: "responses", efforts },
      { tools: [{ type: "function" }], reasoning_effort: "none" },
      { param: "reasoning_effort", message: expect.stringContaining("use /v1/responses instead") },
    ],
    ["a field", { refuses: ["seed"] }, { seed: 1 }, { param: "seed", code: "unsupported_parameter" }],
    [
      "a value",
      { refuses: [{ field: "service_tier", values: ["auto"] }] },
      { service_tier: "flex" },
      { message: expect.stringContaining("Supported values are: 'auto'.") },
    ],
  ]
  test.each(refused)("%s is refused in OpenAI's words", async (_, accepted, body, error) => {
    const models = script([{ id: "m", ...accepted }])
    expect(await chat({ model: "m", ...body })).toMatchObject({ status: 400, json: { error } })
    expect(models.asked).toMatchObject([{ refused: "field" }])
  })

  test("a picture's options are refused one at a time", async () => {
    script([{ id: "p", kind: "image", pictureOptions: "gpt-image" }])
    const ask = (body: object) => post("/v1/images/generations", { model: "p", prompt: "x", ...body })
    const options = { response_format: "b64_json", style: "vivid", quality: "hd", size: "1792x1024" }
    const params: unknown[] = []
    let left: Record<string, string> = options
    for (let tries = 0; tries < 5; tries++) {
      const { status, json } = await ask(left)
      if (status === 200) break
      const { param } = json["error"] as { param: string }
      params.push(param)
      left = Object.fromEntries(Object.entries(left).filter(([name]) => name !== param))
    }
    expect(params).toEqual(["response_format", "style", "quality", "size"])
  })

  test("Claude, Gemini and Kimi refuse in their own words", async () => {
    script([{ id: "c", sampling: "never", efforts: ["low"], forcedTool: false }], "anthropic")
    const claude = (body: object) => post("/v1/messages", { model: "c", messages: [], ...body })
    expect(await claude({ temperature: 0.5 })).toMatchObject({
      status: 400,
      json: { error: { type: "invalid_request_error", message: "`temperature` is deprecated for this model." } },
    })
    expect((await claude({ thinking: { type: "enabled", budget_tokens: 1_024 } })).status).toBe(400)
    expect((await claude({ tool_choice: { type: "any" } })).status).toBe(400)
    expect((await claude({ output_config: { effort: "low" } })).status).toBe(200)
    script([{ id: "g", efforts: ["low"] }], "google")
    const generationConfig = { thinkingConfig: { thinkingLevel: "minimal" } }
    expect(await post("/v1beta/models/g:generateContent", { generationConfig })).toMatchObject({
      json: { error: { message: "Thinking level is unsupported: THINKING_LEVEL_MINIMAL" } },
    })
    script([{ id: "k", sampling: "never" }], "moonshot")
    expect(await chat({ model: "k", temperature: 0.3 })).toMatchObject({
      json: { error: { message: "invalid temperature: only 1 is allowed for this model" } },
    })
  })
})

test("today's OpenAI has what lives today, and nothing else", () => {
  const today = todaysOpenAi()
  const ids = today.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(["gpt-5", "gpt-6-luna", "gpt-6.1-terra", "gpt-image-2.6-flare", "tts-1"]))
  for (const dead of ["gpt-4.1-nano-2025-04-14", "o1-mini", "o3-mini", "o4-mini", "dall-e-3"]) {
    expect(ids).not.toContain(dead)
  }
  expect(today.every(({ until = Infinity }) => until > todayNoon)).toBe(true)
  expect(today.filter(({ kind, efforts }) => kind === "chat" && efforts === undefined)).toEqual([])
})
