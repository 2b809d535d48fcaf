import { describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { defaultModels } from "#core/models/default-models.ts"
import { objectOf, objectsOf, textOf } from "#core/lib/fields.ts"
import { summaryOf, titleOf } from "../../../testing/auxiliary-calls.ts"
import { answerReply, textReply } from "../../../testing/fake-provider/replies.ts"
import { deadModelsAsked } from "../../../testing/fake-provider/scripted-models.ts"
import { readChat, readJson, startGateway } from "../../../testing/gateway.ts"
import {
  type ModelsGateway,
  offeredModel,
  readAnswer,
  startModelsGateway,
  withModels,
} from "../../../testing/models-gateway.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"

/** Roles change when models go. */

const usage = { inputUncached: 100, output: 20 }
const oi = textReply("Oi", { usage })

async function rolesOf(gateway: ModelsGateway): Promise<Readonly<Record<string, string>>> {
  return (objectOf((await gateway.config())["roles"]) ?? {}) as Readonly<Record<string, string>>
}

const nameIn = (role: string | undefined) => role?.split("@")[0] ?? ""

describe("11: the free model goes", () => {
  const afterwards = { at: "2027-01-20T12:00:00Z" }

  test("a free code and a visitor go on with the role's next, at most 10 000 tokens an answer", () =>
    withModels(afterwards, async (gateway) => {
      const { models } = gateway
      models.answer(oi)
      const free = await gateway.code("free")
      for (const code of [free, undefined]) {
        for (const model of ["gpt-4o-mini", "gpt-6-luna"]) {
          models.forget()
          const response = await gateway.chat(code, { model, stream: true, max_tokens: 50_000 })
          expect(await readAnswer(response), `${model}`).toMatchObject({ status: 200, text: "Oi", model: "gpt-6-luna" })
          expect(models.asked.at(-1)?.json["max_completion_tokens"]).toBe(10_000)
        }
        const refused = await gateway.chat(code, { model: "gpt-6.1-sol" })
        expect(refused.status).toBe(403)
        expect(await readJson(refused)).toMatchObject({ available_models: expect.arrayContaining(["gpt-6-luna"]) })
      }
      expect(nameIn((await rolesOf(gateway))["free"])).toBe("gpt-6-luna")
    }))

  test("the operator's own choice stands before", () =>
    withModels({ env: { FREE_MODEL: "gpt-5.4-nano" } }, async (gateway) => {
      gateway.models.answer(oi)
      expect((await rolesOf(gateway))["free"]).toBe("gpt-5.4-nano@OpenAI")
      const answer = await readAnswer(await gateway.chat(undefined, { model: "gpt-5.4-nano", stream: true }))
      expect(answer).toMatchObject({ status: 200, model: "gpt-5.4-nano" })
    }))
})

describe("12: the model of titles and summaries is gone", () => {
  test.each(["gpt-4.1-nano-2025-04-14", "the role's own"])(
    "asked for as %s, title and summary come, cost nothing and ask for no dead model",
    (asked) =>
      withModels({}, async (gateway) => {
        const { models } = gateway
        models.answer(textReply("Conversa sobre pão", { usage }))
        const code = await gateway.code("premium", 10)
        const compress = nameIn((await rolesOf(gateway))["compress"])
        expect(compress).toBe("gpt-6-luna")
        expect((await gateway.chat(code, { model: "gpt-4.1" })).status).toBe(200)
        const before = await gateway.balance(code)
        const model = asked === "the role's own" ? compress : asked
        for (const messages of [titleOf(), summaryOf()]) {
          const ask = { model, max_tokens: 150, temperature: 0.7, messages }
          const json = await readJson(await gateway.chat(code, ask))
          expect(objectOf(objectsOf(json["choices"])[0]?.["message"])).toMatchObject({ content: "Conversa sobre pão" })
        }
        expect(await gateway.balance(code)).toEqual(before)
        expect(deadModelsAsked(models)).toEqual([])
        expect(models.asked.filter(({ refused }) => refused)).toEqual([])
      }),
  )
})

test("13: a title by a model that reasons is not empty: it need not think, or has room for its thoughts", () =>
  withModels({ env: { COMPRESS_MODEL: "gpt-5.4-nano" } }, async (gateway) => {
    const { models } = gateway
    // Reasoning counts towards the same cap: of 150 tokens nothing would be left for the answer.
    models.answer((request) => {
      const { json } = request
      const thinks = String(json["model"]).startsWith("gpt-5") && json["reasoning_effort"] !== "none"
      const thoughts = thinks ? 1_000 : 0
      const cap = Number(json["max_completion_tokens"] ?? json["max_tokens"])
      if (cap > thoughts + 20) return textReply("Conversa sobre pão", { usage })(request)
      return answerReply([
        { type: "usage", usage: { ...noUsage, inputUncached: 100, output: cap, reasoning: cap } },
        { type: "finish", reason: "length" },
      ])(request)
    })
    const code = await gateway.code("premium", 10)
    for (const model of ["gpt-5.4-nano", "gpt-4.1-nano-2025-04-14"]) {
      await (await gateway.chat(code, { model: "gpt-4.1" })).text()
      const ask = { model, max_tokens: 150, temperature: 0.7, stream: true, messages: titleOf() }
      const answer = await readChat(await gateway.chat(code, ask))
      expect(answer, `${model}`).toMatchObject({ status: 200, text: "Conversa sobre pão" })
    }
    expect(models.asked.filter(({ refused }) => refused)).toEqual([])
  }))

test("14: six days before its end a role leaves its model; who asks for that model still has it", () =>
  withModels({ at: "2026-12-05T12:00:00Z" }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    expect((await rolesOf(gateway))["default"]).toBe("gpt-6.1-terra@OpenAI")
    const config = await gateway.config()
    expect(offeredModel(config, "gpt-5")).toMatchObject({ available: true, off: "2026-12-11" })
    const answer = await readAnswer(await gateway.chat(code, { model: "gpt-5", stream: true }))
    expect(answer).toMatchObject({ status: 200, model: "gpt-5" })
    // The operator hears of both.
    expect(gateway.prosa.output()).toMatch(/"event":"model-\w+".*gpt-5\b.*2026-12-11/)
  }))

test("14: eight days before, it still plays", () =>
  withModels({ at: "2026-12-02T12:00:00Z" }, async (gateway) => {
    expect((await rolesOf(gateway))["default"]).toBe("gpt-5@OpenAI")
  }))

test("a role's model goes while the server runs: the role moves with the first refusal", () =>
  withModels({ at: "2026-12-10T23:59:00Z" }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    gateway.clock.set("2026-12-11T00:00:01Z")
    const answer = await readAnswer(await gateway.chat(code, { model: "gpt-5", stream: true }))
    expect(answer).toMatchObject({ status: 200, model: "gpt-6.1-terra" })
    await expect.poll(async () => (await rolesOf(gateway))["default"]).toBe("gpt-6.1-terra@OpenAI")
    expect(offeredModel(await gateway.config(), "gpt-5")).toMatchObject({
      available: false,
      retired: { since: "2026-12-11", next: "gpt-6.1-terra@OpenAI" },
    })
  }))

describe("with an OpenAI key alone, on OpenAI as it is today", () => {
  test("first message, title, summary, picture, speech and a free visitor work; nobody asks for a dead model", async () => {
    const gateway = await startModelsGateway()
    const { models } = gateway
    models.answer(oi)
    const code = await gateway.code("premium", 10)
    const roles = await rolesOf(gateway)
    for (const [role, player] of Object.entries(roles)) expect(player, `${role}`).toMatch(/^[\w.-]+@OpenAI$/)
    expect(Object.keys(roles)).toEqual(expect.arrayContaining(["default", "free", "compress", "image", "speech"]))

    for (const model of [nameIn(roles["default"]), "gpt-5", "gpt-4o-mini", "o3", "o4-mini", "o1-mini"]) {
      const answer = await readAnswer(await gateway.chat(code, { model, stream: true, reasoning_effort: "minimal" }))
      expect(answer, `${model}`).toMatchObject({ status: 200, text: "Oi" })
    }
    for (const messages of [titleOf(), summaryOf()]) {
      const ask = { model: nameIn(roles["compress"]), max_tokens: 150, temperature: 0.7, messages }
      expect((await gateway.chat(code, ask)).status).toBe(200)
    }
    expect((await gateway.chat(undefined, { model: nameIn(roles["free"]) })).status).toBe(200)

    const post = (path: string, body: object) =>
      fetch(gateway.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer nk-${code.code}` },
        body: JSON.stringify(body),
      })
    for (const model of [nameIn(roles["image"]), "dall-e-3"]) {
      const options = { size: "1024x1024", quality: "standard", style: "vivid", response_format: "b64_json" }
      const asked = { model, prompt: "um gato", ...options }
      const json = await readJson(await post("/api/openai/v1/images/generations", asked))
      expect(textOf(objectsOf(json["data"])[0]?.["b64_json"]), `${model}`).toBeDefined()
    }
    const speech = { model: nameIn(roles["speech"]), voice: "alloy", input: "Olá" }
    expect((await post("/api/openai/v1/audio/speech", speech)).status).toBe(200)
    expect(deadModelsAsked(models)).toEqual([])
    expect(models.asked.filter(({ refused }) => refused)).toEqual([])
    await gateway.stop()
  })

  test("what is offered lives: every model of the page answers", () =>
    withModels({}, async (gateway) => {
      gateway.models.answer(oi)
      const code = await gateway.code("premium", 1_000)
      const offered = objectsOf((await gateway.config())["models"]).filter(({ available }) => available === true)
      expect(offered.length).toBeGreaterThan(15)
      for (const { name, abilities, rating, goodAt, makesImages } of offered) {
        if (makesImages === true) continue
        const response = await gateway.chat(code, { model: name, stream: true })
        expect(await readAnswer(response), `${String(name)}`).toMatchObject({ status: 200, model: name })
        expect(objectOf(abilities), `${String(name)}`).toMatchObject({
          efforts: expect.any(Array),
          sampling: expect.any(String),
        })
        // The nine original models have their ratings from there.
        const isRated = Array.isArray(rating) || defaultModels.some((model) => model.name === name)
        expect(isRated && typeof goodAt === "string", `${String(name)}`).toBe(true)
      }
      expect(deadModelsAsked(gateway.models)).toEqual([])
    }))
})

test("the demonstration offers the roles' living names with real prices, and answers the original names", async () => {
  const gateway = await startGateway({ pretend: true, start: startProsaInProcess })
  const config = await readJson(await fetch(`${gateway.url}/api/config`, { method: "POST" }))
  const roles = objectOf(config["roles"]) ?? {}
  for (const role of ["default", "free", "compress"]) {
    const [name] = String(roles[role]).split("@")
    const offered = objectsOf(config["models"]).find((model) => model["name"] === name)
    expect(objectOf(offered?.["pricePerMillion"]), `${role}`).toMatchObject({ input: expect.any(Number) })
  }
  const code = await gateway.code("premium", 100)
  const names = ["gpt-5", "o3", "gpt-4.1", "gpt-4.1-nano-2025-04-14", "gpt-4o", "o1-mini", "o3-mini", "o4-mini"]
  const answers = await Promise.all(
    [...names, "gpt-4o-mini"].map(async (model) => readChat(await gateway.chat(code, { model, stream: true }))),
  )
  expect(answers.map(({ status, done }) => [status, done])).toEqual(answers.map(() => [200, true]))
  await gateway.stop()
})
