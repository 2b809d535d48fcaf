import { describe, expect, test } from "vitest"
import { errorEventAfter } from "../../../testing/fake-provider/faults.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readJson, settledRun } from "../../../testing/gateway.ts"
import {
  costAt,
  listedRow,
  offeredModel,
  ownModels,
  pictureQuestion,
  readAnswer,
  todayWith,
  withModels,
} from "../../../testing/models-gateway.ts"

/** Models are switched off. */

const usage = { inputUncached: 100, output: 1_000 }
const oi = textReply("Oi", { usage })
const luna = [0.1, 0.5] as const
const noon = "2027-01-14T12:00:00Z"
/** gpt-4.1 goes at noon of its day, not with its first minute. */
const untilNoon = todayWith({ "gpt-4.1": { announced: "2027-01-14", until: Date.parse(noon) } })
const ask = { model: "gpt-4.1", stream: true }

test("1: a model goes at noon: the next call is answered by what follows it, in one hold and one entry", () =>
  withModels({ models: untilNoon, at: "2027-01-14T11:59:00Z" }, async (gateway) => {
    const { models, clock } = gateway
    const code = await gateway.code("premium", 10)
    models.answer(oi)
    expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, model: "gpt-4.1" })
    models.forget()
    clock.set("2027-01-14T12:00:01Z")
    const answer = await readAnswer(await gateway.chat(code, ask))
    expect(answer).toMatchObject({ status: 200, text: "Oi", model: "gpt-6-luna", error: undefined, done: true })
    expect(answer.meta).toMatchObject({ asked: "gpt-4.1", model: "gpt-6-luna", cost: costAt(luna, usage) / 1e6 })
    expect(models.asked.map(({ model, status }) => [model, status])).toEqual([
      ["gpt-4.1", 404],
      ["gpt-6-luna", 200],
    ])
    expect(await gateway.holds(code)).toBe(2)
    const uses = (await gateway.statement(code)).filter(({ kind }) => kind === "use")
    expect(uses.map(({ amount }) => amount)).toEqual([-costAt(luna, usage) / 1e6, -costAt([2, 8], usage) / 1e6])
    expect(await gateway.balance(code)).toMatchObject({ held: 0 })

    // Its day has come and its provider has refused it: nobody asks for it again.
    models.forget()
    expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, model: "gpt-6-luna" })
    const whole = await readJson(await gateway.chat(code, { model: "gpt-4.1" }, { path: "/v1/chat/completions" }))
    expect(whole).toMatchObject({ model: "gpt-6-luna", _meta: { asked: "gpt-4.1", model: "gpt-6-luna" } })
    expect(models.asked.map(({ model }) => model)).toEqual(["gpt-6-luna", "gpt-6-luna"])
  }))

test("2: receipt, statement and CSV name the called model and the asked one; the price is the called one's", () =>
  withModels({ models: untilNoon, at: "2027-01-14T12:30:00Z" }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    const { runId } = await readAnswer(await gateway.chat(code, ask))
    const receipt = await settledRun(gateway, code, runId)
    expect(receipt).toMatchObject({ state: "done", _meta: { asked: "gpt-4.1", model: "gpt-6-luna" } })
    const [line] = await gateway.statement(code)
    expect(line).toMatchObject({ kind: "use", model: "gpt-6-luna", asked: "gpt-4.1", runId })
    const csv = (await gateway.statementCsv(code)).split("\r\n").find((row) => row.includes(runId))
    expect(csv).toMatch(/gpt-6.luna/i)
    expect(csv).toContain("gpt-4.1")
  }))

describe("only dearer ones are left", () => {
  const gone = { at: "2026-12-12T12:00:00Z" }
  const nano = { model: "gpt-5-nano", stream: true }

  test("3: a program is told with both prices, and nothing more is sent or charged", () =>
    withModels(gone, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      await gateway.chat(code, nano)
      models.forget()
      for (const path of ["/v1/chat/completions", "/api/openai/v1/chat/completions"]) {
        const response = await gateway.chat(code, nano, { path })
        expect(response.status).toBe(404)
        const json = await readJson(response)
        expect(json).toMatchObject({
          error: { code: "model_retired", message: expect.stringMatching(/\S/) },
          retired_model: "gpt-5-nano",
          retired_since: "2026-12-11",
          price_per_million: { input: 0.3575, output: 2.86 },
          successor: { provider: "OpenAI", price_per_million: expect.any(Object) },
        })
        const successor = json["successor"] as { model: string; price_per_million: { input: number; output: number } }
        expect(["gpt-5.6-luna", "gpt-6-luna"]).toContain(successor.model)
        expect(successor.price_per_million.output).toBeGreaterThan(2.86)
      }
      expect(models.asked).toEqual([])
      expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000, held: 0 })
      const retired = (await gateway.config())["retired"]
      expect(retired).toMatchObject({
        "gpt-5-nano@OpenAI": { since: "2026-12-11", dearer: { provider: "OpenAI", percent: expect.any(Number) } },
      })
    }))

  test("4: who agrees to any is answered, and pays no more than was held for the asked one", () =>
    withModels(gone, async (gateway) => {
      const code = await gateway.code("premium", 10)
      let held = 0
      gateway.models.answer(async (request) => {
        held = (await gateway.balance(code)).held
        // All that it was allowed to say.
        const output = Number(request.json["max_completion_tokens"] ?? request.json["max_output_tokens"])
        return textReply("Oi", { usage: { inputUncached: 10, output } })(request)
      })
      for (const time of ["the first time", "once it is known"]) {
        gateway.models.forget()
        const headers = { "x-prosa-successor": "any" }
        const response = await gateway.chat(code, { ...nano, max_completion_tokens: 20_000 }, { headers })
        const answer = await readAnswer(response)
        expect(answer, `${time}`).toMatchObject({ status: 200, text: "Oi", error: undefined })
        expect(answer.model, `${time}`).toMatch(/^gpt-(5\.6|6)-luna$/)
        expect(answer.meta, `${time}`).toMatchObject({ asked: "gpt-5-nano", model: answer.model })
        expect(held, `${time}`).toBeGreaterThan(0)
        expect((answer.meta?.cost ?? Infinity) * 1e6, `${time}`).toBeLessThanOrEqual(held)
        // The caller's own ceiling is for what is called.
        const tight = await gateway.chat(code, nano, { headers: { ...headers, "x-max-cost": "0.0001" } })
        expect(tight.status, `${time}`).toBe(402)
      }
      expect(await gateway.balance(code)).toMatchObject({ held: 0 })
    }))
})

test("5: an alias to a dearer model is followed, as the price list says", () =>
  withModels({}, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    await gateway.adminOk("models", "alias", "gpt-4.1", "gpt-6.1-sol@OpenAI")
    const answer = async () => readAnswer(await gateway.chat(code, ask))
    await expect.poll(async () => (await answer()).model).toBe("gpt-6.1-sol")
    expect((await answer()).meta).toMatchObject({
      asked: "gpt-4.1",
      model: "gpt-6.1-sol",
      cost: costAt([2, 10], usage) / 1e6,
    })
    expect(await gateway.config()).toMatchObject({
      aliases: { "gpt-4.1": { name: "gpt-6.1-sol", provider: "OpenAI", percent: expect.any(Number) } },
    })
    await gateway.adminOk("models", "alias", "gpt-4.1", "--remove")
    await expect.poll(async () => (await answer()).model).toBe("gpt-4.1")
  }))

test("6: refused after the first byte: no other attempt, and charged as any answer that broke off", () =>
  withModels({}, async (gateway) => {
    const { models } = gateway
    const code = await gateway.code("premium", 10)
    const long = textReply("Uma resposta com bastante mais do que dezesseis palavras. ".repeat(20), {
      usage,
      chunks: 40,
    })
    models.answer(errorEventAfter(long, 6_000, "The model `gpt-4.1` has been deprecated, learn more here"))
    const answer = await readAnswer(await gateway.chat(code, ask))
    expect(answer.error).toBeDefined()
    expect(answer.text).toContain("dezesseis palavras")
    expect(models.asked.map(({ model }) => model)).toEqual(["gpt-4.1"])
    const run = await settledRun(gateway, code, answer.runId)
    expect(run).toMatchObject({ state: "failed" })
    expect(Number(run["cost"])).toBeGreaterThan(0)
    models.answer(oi)
    expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ model: "gpt-4.1" })
  }))

test("7: the date has passed and the provider still answers: it is called as before", () =>
  withModels(
    { models: todayWith({ "gpt-4.1": { until: undefined } }), at: "2027-01-20T12:00:00Z" },
    async (gateway) => {
      const code = await gateway.code("premium", 10)
      gateway.models.answer(oi)
      const answer = await readAnswer(await gateway.chat(code, ask))
      expect(answer).toMatchObject({ status: 200, model: "gpt-4.1" })
      expect(answer.meta).not.toHaveProperty("asked")
      expect(offeredModel(await gateway.config(), "gpt-4.1")).toMatchObject({ available: true, off: "2027-01-14" })
    },
  ))

describe("8: several keys", () => {
  const keys = "sk-one,sk-two"

  test("one of them is told that there is no such model: the other answers, and the model stays", () =>
    withModels({ keys, models: todayWith({ "gpt-4.1": { notForKeys: ["sk-one"] } }) }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      for (let at = 0; at < 6; at++) {
        expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, model: "gpt-4.1" })
      }
      // The key that was refused rests for this model, and for no other.
      expect(models.asked.filter(({ key, refused }) => key === "sk-one" && refused).length).toBeLessThanOrEqual(1)
      expect(listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-4.1")).not.toMatchObject({
        state: "gone",
      })
    }))

  test("both say so: it is gone, after a restart too, until the operator revives it", () =>
    withModels({ keys, models: todayWith({ "gpt-4.1": { until: 0 } }) }, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, model: "gpt-6-luna" })
      expect(new Set(models.asked.filter(({ refused }) => refused).map(({ key }) => key))).toEqual(
        new Set(["sk-one", "sk-two"]),
      )
      expect(await gateway.holds(code)).toBe(1)
      expect(listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-4.1")).toMatchObject({ state: "gone" })
      models.forget()
      const server = await gateway.restart()
      expect(await readAnswer(await gateway.chat(code, ask, { server }))).toMatchObject({ model: "gpt-6-luna" })
      expect(models.asked.map(({ model }) => model)).toEqual(["gpt-6-luna"])

      await gateway.adminOk("models", "revive", "openai", "gpt-4.1")
      models.put({ id: "gpt-4.1" })
      await expect.poll(async () => (await readAnswer(await gateway.chat(code, ask, { server }))).model).toBe("gpt-4.1")
    }))

  test("the only key is refused before the day: that call moves, and the model is not called gone for everyone", () =>
    withModels({ models: todayWith({ "gpt-4.1": { until: 0 } }) }, async (gateway) => {
      const code = await gateway.code("premium", 10)
      gateway.models.answer(oi)
      for (let at = 0; at < 3; at++) {
        expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, model: "gpt-6-luna" })
      }
      expect(gateway.models.asked.filter(({ refused }) => refused)).toHaveLength(1)
      expect(listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-4.1")).not.toMatchObject({
        state: "gone",
      })
    }))
})

describe("9: chains", () => {
  test("three dead names lead to the first living one that is not dearer", () =>
    withModels({}, async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      models.answer(oi)
      await gateway.adminOk("models", "retire", "openai", "gpt-4.1", "--successor", "gpt-4.1-mini")
      await gateway.adminOk("models", "retire", "openai", "gpt-4.1-mini", "--successor", "gpt-5-mini")
      await gateway.adminOk("models", "retire", "openai", "gpt-5-mini", "--successor", "gpt-6-luna")
      const answer = async () => readAnswer(await gateway.chat(code, ask))
      await expect.poll(async () => (await answer()).model).toBe("gpt-6-luna")
      models.forget()
      await answer()
      expect(models.asked.map(({ model }) => model)).toEqual(["gpt-6-luna"])
    }))

  test("a circle of them is refused where it would be closed", () =>
    withModels({ models: todayWith({ "gpt-6-sol": { until: 0 } }) }, async (gateway) => {
      // gpt-6-sol names gpt-6.1-sol as what follows it.
      const said = await gateway.admin("models", "retire", "openai", "gpt-6.1-sol", "--successor", "gpt-6-sol")
      expect(said.code).not.toBe(0)
      expect(said.err).toMatch(/circle: gpt-6\.1-sol → gpt-6-sol → gpt-6\.1-sol/)
      const code = await gateway.code("premium", 10)
      expect((await gateway.chat(code, { model: "gpt-6.1-sol" })).status).toBe(200)
    }))
})

test("10: a question with an image passes over a successor that sees none", () =>
  withModels(
    {
      models: todayWith({ "gpt-4.1": { until: 0 }, "gpt-blind": { blind: true } }),
      files: {
        "models.json": ownModels(
          { id: "gpt-blind", sees: ["text"], window: 128_000, prices: [{ input: 50_000, output: 100_000 }] },
          {
            id: "gpt-4.1",
            sees: ["text", "image"],
            life: { off: "2026-11-20", gone: true, successors: ["gpt-blind", "gpt-6-luna"] },
          },
        ),
      },
    },
    async (gateway) => {
      const code = await gateway.code("premium", 10)
      gateway.models.answer(oi)
      const seeing = await gateway.chat(code, { ...ask, messages: pictureQuestion })
      expect(await readAnswer(seeing)).toMatchObject({ status: 200, model: "gpt-6-luna" })
      expect(await readAnswer(await gateway.chat(code, ask))).toMatchObject({ status: 200, model: "gpt-blind" })
      expect(gateway.models.asked.map(({ model }) => model)).toEqual(["gpt-6-luna", "gpt-blind"])
    },
  ))

test("a dead name of the original list is answered, at a provider's own address, without asking for it", () =>
  withModels({}, async (gateway) => {
    const { models } = gateway
    const code = await gateway.code("premium", 10)
    models.answer(oi)
    for (const model of ["o1-mini", "o3-mini", "o4-mini", "gpt-4.1-nano-2025-04-14"]) {
      const answer = await readAnswer(await gateway.chat(code, { model, stream: true }))
      expect(answer.status, `${model}`).toBe(model === "gpt-4.1-nano-2025-04-14" ? 404 : 200)
    }
    expect(new Set(models.asked.map(({ model }) => model))).toEqual(new Set(["gpt-6-luna"]))
    const { retired } = await gateway.config()
    expect(retired).toMatchObject({
      "o1-mini@OpenAI": { since: "2025-10-27", next: { name: "gpt-6-luna", provider: "OpenAI", cheaper: true } },
    })
  }))

test("a picture's model goes, which is refused with 400: what follows it draws, at its own price", () =>
  withModels(
    {
      at: "2026-12-01T12:00:00Z",
      files: {
        "models.json": ownModels(
          {
            id: "gpt-image-1.5",
            kind: "image",
            prices: [{ images: { any: 80_000 } }],
            life: { off: "2026-12-01", successors: ["gpt-image-2.6-flare"] },
          },
          { id: "gpt-image-2.6-flare", kind: "image", prices: [{ images: { any: 40_000 } }] },
        ),
      },
    },
    async (gateway) => {
      const { models } = gateway
      const code = await gateway.code("premium", 10)
      const path = "/api/openai/v1/images/generations"
      const draw = () =>
        fetch(gateway.url + path, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer nk-${code.code}` },
          body: JSON.stringify({ model: "gpt-image-1.5", prompt: "um gato", size: "1024x1024" }),
        })
      for (const before of [10_000_000, 9_714_000]) {
        const response = await draw()
        expect(response.status).toBe(200)
        expect(await readJson(response)).toMatchObject({ data: [{ b64_json: expect.any(String) }] })
        expect(await gateway.balance(code)).toMatchObject({ posted: before - 286_000, held: 0 })
      }
      expect(models.asked.map(({ model, status }) => [model, status])).toEqual([
        ["gpt-image-1.5", 400],
        ["gpt-image-2.6-flare", 200],
        ["gpt-image-2.6-flare", 200],
      ])
    },
  ))

test("a compatible server may serve a name for ever that its maker has switched off", () =>
  withModels({ compatible: true, models: todayWith({ "o3-mini": {} }) }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    const answer = await readAnswer(await gateway.chat(code, { model: "o3-mini", stream: true }))
    expect(answer).toMatchObject({ status: 200, model: "o3-mini" })
    expect(gateway.models.asked.map(({ model }) => model)).toEqual(["o3-mini"])
  }))

test("an own key is never redirected: it hears what its provider says", () =>
  withModels({ models: todayWith({ "gpt-4.1": { until: 0 } }) }, async (gateway) => {
    const headers = { authorization: "Bearer sk-of-the-caller" }
    const response = await gateway.chat(undefined, ask, { headers })
    expect(response.status).toBe(404)
    expect(gateway.models.asked.map(({ model, key }) => [model, key])).toEqual([["gpt-4.1", "sk-of-the-caller"]])
  }))

test("a call that moves spends no retry of the provider's budget, and none of a server that allows none", () =>
  withModels(
    { env: { UPSTREAM_RETRIES: "0", UPSTREAM_BREAKER: "1" }, models: todayWith({ "gpt-4.1": { until: 0 } }) },
    async (gateway) => {
      const code = await gateway.code("premium", 10)
      gateway.models.answer(oi)
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => readAnswer(await gateway.chat(code, ask))),
      )
      expect(answers.map(({ model }) => model)).toEqual(answers.map(() => "gpt-6-luna"))
      expect(await gateway.holds(code)).toBe(20)
    },
  ))

test("nothing is found to follow: 404 in the caller's shape, and the hold is given back", () =>
  withModels(
    {
      models: [{ id: "gpt-6-luna", until: 0 }, { id: "gpt-4.1" }],
      env: { CUSTOM_MODELS: "-all,+gpt-6-luna,+gpt-4.1" },
    },
    async (gateway) => {
      const code = await gateway.code("premium", 10)
      const response = await gateway.chat(code, { model: "gpt-6-luna", stream: true })
      expect(response.status).toBe(404)
      expect(await readJson(response)).toMatchObject({ error: { code: "model_retired" }, retired_model: "gpt-6-luna" })
      expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000, held: 0 })
    },
  ))
