import { describe, expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { todaysOpenAi } from "../../../testing/fake-provider/todays-openai.ts"
import { readJson } from "../../../testing/gateway.ts"
import { listedRow, readAnswer, todayWith, withModels } from "../../../testing/models-gateway.ts"

/** Requests are fitted to their model, and refusals teach what it accepts. */

const usage = { inputUncached: 100, output: 1_000 }
const oi = textReply("Oi", { usage })
const tools = [
  {
    type: "function",
    function: {
      name: "soma",
      description: "Soma.",
      parameters: { type: "object", properties: { a: { type: "number" } } },
    },
  },
]
/** All that the page's settings can say of an answer. */
const everySetting = {
  temperature: 0.5,
  top_p: 0.9,
  presence_penalty: 0.1,
  frequency_penalty: 0.1,
  max_tokens: 8_000,
  verbosity: "low",
}
const programsPath = "/v1/chat/completions"

describe("every chat model that OpenAI has today takes the page's requests at the first attempt", () => {
  const chats = todaysOpenAi().filter(({ kind }) => kind === "chat")
  const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"]

  test("with each effort, streamed and whole, with tools and without", () =>
    withModels({}, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10_000)
      models.answer(oi)
      const refusals: string[] = []
      for (const { id: model } of chats) {
        const { status } = await gateway.chat(code, { model, stream: true })
        if (status !== 200) refusals.push(`${model}: ${status}`)
        for (const [at, reasoning_effort] of efforts.entries()) {
          models.forget()
          const more = at % 2 === 0 ? { stream: true } : { tools }
          const response = await gateway.chat(code, { model, ...everySetting, reasoning_effort, ...more })
          await response.text()
          const refused = models.asked.filter((asked) => asked.refused).map(({ json }) => Object.keys(json).join())
          if (response.status === 200 && refused.length === 0) continue
          refusals.push(
            `${model} ${reasoning_effort} ${Object.keys(more).join()}: ${response.status} ${refused.join()}`,
          )
        }
      }
      expect(refusals).toEqual([])
    }))

  test("tools go to the responses API where a chat refuses them, and come back in the chat's words", () =>
    withModels({}, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      const response = await gateway.chat(code, { model: "gpt-6.1-sol", stream: true, tools, reasoning_effort: "low" })
      expect(await readAnswer(response)).toMatchObject({ status: 200, text: "Oi", model: "gpt-6.1-sol", done: true })
      expect(models.asked.map(({ path, status }) => [path, status])).toEqual([["/v1/responses", 200]])
      expect(models.asked[0]?.json).toMatchObject({ tools: [{ type: "function" }], reasoning: { effort: "low" } })
    }))

  describe("a program's tools at /v1", () => {
    const path = { path: programsPath }

    test.each([
      ["a model that takes them there only", { model: "gpt-6.1-sol" }],
      ["a model that takes them there while it thinks", { model: "gpt-6-luna", reasoning_effort: "high" }],
      ["a model of which no effort is asked", { model: "gpt-6-luna" }],
    ])("go to the responses API, as they are declared: %s", (_what, ask) =>
      withModels({}, async (gateway) => {
        const { models } = gateway
        const code = await gateway.code("premium", 10)
        models.answer(oi)
        const strict = tools.map((tool) => ({ ...tool, function: { ...tool.function, strict: true } }))
        const response = await gateway.chat(code, { ...ask, stream: true, tools: strict }, path)
        expect(await readAnswer(response)).toMatchObject({ status: 200, text: "Oi", model: ask.model, done: true })
        expect(models.asked.map((asked) => [asked.path, asked.status])).toEqual([["/v1/responses", 200]])
        expect(models.asked[0]?.json).toMatchObject({ tools: [{ name: "soma", strict: true }] })
      }),
    )

    test("stay in a chat where the model is asked not to think", () =>
      withModels({}, async (gateway) => {
        const { models } = gateway
        const code = await gateway.code("premium", 10)
        models.answer(oi)
        const ask = { model: "gpt-6-luna", stream: true, tools, reasoning_effort: "none", seed: 1, stop: ["fim"] }
        expect(await readAnswer(await gateway.chat(code, ask, path))).toMatchObject({ status: 200, text: "Oi" })
        expect(models.asked.map((asked) => [asked.path, asked.status])).toEqual([[programsPath, 200]])
        expect(models.asked[0]?.json).toMatchObject({ seed: 1, stop: ["fim"] })
      }))

    test("stay in a chat with an option that only a chat has, where the model may not think: its provider decides", () =>
      withModels({}, async (gateway) => {
        const { models } = gateway
        const code = await gateway.code("premium", 10)
        models.answer(oi)
        const response = await gateway.chat(code, { model: "gpt-6-luna", tools, seed: 1 }, path)
        expect(response.status).toBe(400)
        expect(JSON.stringify(await readJson(response))).toContain("set reasoning_effort to 'none'")
        expect(models.asked.map((asked) => asked.path)).toEqual([programsPath])
        expect(models.asked[0]?.json).toMatchObject({ seed: 1 })
      }))

    test.each([
      { temperature: 0.5 },
      { prediction: { type: "content", content: "Oi" } },
      { messages: [{ role: "user", content: "Oi", name: "Ana" }] },
    ])("stay in a chat with a setting that would be lost on the way, where the model may not think: %j", (setting) =>
      withModels({}, async (gateway) => {
        const { models } = gateway
        const code = await gateway.code("premium", 10)
        models.answer(oi)
        const response = await gateway.chat(code, { model: "gpt-6-luna", tools, ...setting }, path)
        expect(response.status).toBe(400)
        expect(models.asked.map((asked) => asked.path)).toEqual([programsPath])
        expect(models.asked[0]?.json).toMatchObject(setting)
      }),
    )

    test("take what the caller notes on the call along", () =>
      withModels({}, async (gateway) => {
        const { models } = gateway
        const code = await gateway.code("premium", 10)
        models.answer(oi)
        const notes = { metadata: { batch: "7" }, user: "ana" }
        const ask = { model: "gpt-6.1-sol", stream: true, tools, ...notes }
        expect(await readAnswer(await gateway.chat(code, ask, path))).toMatchObject({ status: 200, text: "Oi" })
        expect(models.asked.map((asked) => asked.path)).toEqual(["/v1/responses"])
        expect(models.asked[0]?.json).toMatchObject(notes)
      }))

    const anywhere = todayWith({ "gpt-6.1-sol": { tools: "always" }, "gpt-6-luna": { tools: "always" } })

    test.each(["gpt-6.1-sol", "gpt-6-luna"])("stay as they are in the chat of a compatible server: %s", (model) =>
      withModels({ compatible: true, models: anywhere }, async (gateway) => {
        const { models } = gateway
        const code = await gateway.code("premium", 10)
        models.answer(oi)
        const ask = { model, stream: true, tools, temperature: 1, reasoning_effort: "low", seed: 1 }
        expect(await readAnswer(await gateway.chat(code, ask, path))).toMatchObject({ status: 200, text: "Oi" })
        expect(models.asked.map((asked) => asked.path)).toEqual([programsPath])
        expect(models.asked[0]?.json).toMatchObject({ tools, reasoning_effort: "low", seed: 1 })
      }),
    )

    test.each(["gpt-6.1-sol", "gpt-6-luna"])(
      "go from the chat of a compatible server to the API that its refusal names, each time anew: %s",
      (model) =>
        withModels({ compatible: true }, async (gateway) => {
          const { models } = gateway
          const code = await gateway.code("premium", 10)
          models.answer(oi)
          for (let call = 0; call < 2; call += 1) {
            models.forget()
            const response = await gateway.chat(code, { model, stream: true, tools }, path)
            expect(await readAnswer(response)).toMatchObject({ status: 200, text: "Oi", model })
            expect(models.asked.map((asked) => [asked.path, asked.status])).toEqual([
              [programsPath, 400],
              ["/v1/responses", 200],
            ])
          }
          models.forget()
          expect((await gateway.chat(code, { model, tools, stop: ["fim"] }, path)).status).toBe(400)
          expect(models.asked.map((asked) => asked.path)).toEqual([programsPath])
        }),
    )

    test.each([{ model: "gpt-6.1-sol" }, { model: "gpt-6-luna", reasoning_effort: "high" }])(
      "are refused by the name of an option that only a chat has, where the model must think: %j",
      (ask) =>
        withModels({}, async (gateway) => {
          const { models } = gateway
          const code = await gateway.code("premium", 10)
          models.answer(oi)
          const response = await gateway.chat(code, { ...ask, tools, stop: ["fim"] }, path)
          expect(response.status).toBe(400)
          expect(await readJson(response)).toMatchObject({ error: { param: "stop" } })
          expect(models.asked).toEqual([])
        }),
    )
  })
})

describe("19: the provider refuses a field that we sent", () => {
  const ask = { model: "gpt-4.1", stream: true, temperature: 0.5, max_tokens: 500 }
  const changed = todayWith({ "gpt-4.1": { sampling: "never", capField: "max_completion_tokens" } })

  test("temperature and cap: one answer, one hold, one entry; the next call is right at once, after a restart too", () =>
    withModels({ models: changed }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, text: "Oi" })
      expect(models.asked.map(({ status }) => status)).toEqual([400, 400, 200])
      expect(models.asked.at(-1)?.json).toMatchObject({ max_completion_tokens: 500 })
      expect(models.asked.at(-1)?.json).not.toHaveProperty("temperature")
      expect(await gateway.holds(code)).toBe(1)
      expect((await gateway.statement(code)).filter(({ kind }) => kind === "use")).toHaveLength(1)
      models.forget()
      expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, text: "Oi" })
      expect(models.asked.map(({ status }) => status)).toEqual([200])
      // The operator sees what was learnt.
      const row = listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-4.1")
      expect(JSON.stringify(row)).toMatch(/max_completion_tokens/)
      models.forget()
      const server = await gateway.restart()
      expect(await readAnswer(await gateway.chat(code, ask, { server }))).toMatchObject({ status: 200 })
      expect(models.asked.map(({ status }) => status)).toEqual([200])
    }))

  test("what was learnt is forgotten after seven days: the model may take it again", () =>
    withModels({ models: changed }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      await readAnswer(await gateway.chat(code, ask))
      models.put({ id: "gpt-4.1" })
      gateway.clock.set("2026-11-30T12:00:00Z")
      await expect
        .poll(
          async () => {
            models.forget()
            await readAnswer(await gateway.chat(code, ask))
            return models.asked.at(-1)?.json["temperature"]
          },
          { timeout: 30_000 },
        )
        .toBe(0.5)
    }))

  test("an effort: the nearest of those it lists", () =>
    withModels({ models: todayWith({ "gpt-6-luna": { efforts: ["low", "high"] } }) }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      const sent = { model: "gpt-6-luna", stream: true, reasoning_effort: "medium" }
      expect(await readAnswer(await gateway.chat(code, sent))).toMatchObject({ status: 200, text: "Oi" })
      expect(models.asked.map(({ json }) => json["reasoning_effort"])).toEqual(["medium", "low"])
      models.forget()
      expect(await readAnswer(await gateway.chat(code, sent))).toMatchObject({ status: 200 })
      expect(models.asked.map(({ json }) => json["reasoning_effort"])).toEqual(["low"])
    }))

  test("tools beside thoughts, where the refusal names the effort: never sent without the tools", () =>
    withModels({ models: todayWith({ "gpt-5.1": { tools: "responses" } }) }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      const response = await gateway.chat(code, { model: "gpt-5.1", stream: true, tools, reasoning_effort: "low" })
      expect(await readAnswer(response)).toMatchObject({ status: 200, text: "Oi" })
      expect(models.asked.every(({ json }) => Array.isArray(json["tools"]))).toBe(true)
      expect(models.asked.at(-1)).toMatchObject({ path: "/v1/responses", status: 200 })
    }))

  test.each([
    ["messages", {}],
    ["response_format", { response_format: { type: "json_object" } }],
    ["tools", { tools }],
  ])("%s would be another answer: the refusal is told, nothing charged", (field, more) =>
    withModels({ models: todayWith({ "gpt-4.1": { refuses: [field] } }) }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      const response = await gateway.chat(code, { model: "gpt-4.1", stream: true, ...more })
      expect(response.status).toBe(400)
      expect(JSON.stringify(await readJson(response))).toContain(field)
      expect(models.asked).toHaveLength(1)
      expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000, held: 0 })
    }),
  )

  test("a cap is never given up: a model that refuses both names of it is told as it is", () =>
    withModels(
      { models: todayWith({ "gpt-4.1": { refuses: ["max_tokens", "max_completion_tokens"] } }) },
      async (gateway) => {
        const { models } = gateway
        const code = await gateway.code("premium", 10)
        expect((await gateway.chat(code, ask)).status).toBe(400)
        // Each name once, never round in a circle.
        expect(models.asked.length).toBeLessThanOrEqual(3)
        for (const { json } of models.asked) {
          expect("max_tokens" in json || "max_completion_tokens" in json).toBe(true)
        }
        expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000, held: 0 })
      },
    ))

  test("each field once and three a call: a model that refuses everything ends", () =>
    withModels(
      {
        models: todayWith({ "gpt-4.1": { refuses: ["temperature", "top_p", "presence_penalty", "stream", "model"] } }),
      },
      async (gateway) => {
        const code = await gateway.code("premium", 10)
        const response = await gateway.chat(code, { model: "gpt-4.1", stream: true, ...everySetting })
        expect(response.status).toBe(400)
        expect(gateway.models.asked.length).toBeLessThanOrEqual(4)
        expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000, held: 0 })
      },
    ))

  test("a program's own field stays: it hears the 400 with the field's name, after one request", () =>
    withModels({ models: todayWith({ "gpt-4.1": { sampling: "never" } }) }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      const sent = { model: "gpt-4.1", temperature: 0.5, max_tokens: 500 }
      const response = await gateway.chat(code, sent, { path: programsPath })
      expect(response.status).toBe(400)
      expect(await readJson(response)).toMatchObject({ error: { param: "temperature" } })
      expect(models.asked.map(({ json }) => json["temperature"])).toEqual([0.5])
      expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000, held: 0 })
    }))

  test("a redirected call fits the model that is called, whatever its caller said for the other", () =>
    withModels({ at: "2027-01-20T12:00:00Z" }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      const sent = { model: "gpt-4.1", temperature: 0.5, max_tokens: 500, stream: true }
      const answer = await readAnswer(await gateway.chat(code, sent, { path: programsPath }))
      expect(answer).toMatchObject({ status: 200, model: "gpt-6-luna" })
      expect(models.asked.filter(({ refused }) => refused === "field")).toEqual([])
    }))

  test("healing spends no retry of the provider's budget", () =>
    withModels({ models: changed, env: { UPSTREAM_RETRIES: "0" } }, async (gateway) => {
      const code = await gateway.code("premium", 10)
      gateway.models.answer(oi)
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await gateway.chat(code, ask)).status))
      expect(statuses).toEqual(statuses.map(() => 200))
      expect(await gateway.holds(code)).toBe(10)
    }))
})
