import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { costAt, readAnswer, todayWith, withModels } from "../../../testing/models-gateway.ts"
import { settledRun, startGateway } from "../../../testing/gateway.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"

/** A provider answers with another model than the requested one. */

const usage = { inputUncached: 100, output: 1_000 }
const oi = textReply("Oi", { usage })

test.each([
  ["a cheaper one", "gpt-6-luna", [0.1, 0.5]],
  ["a dearer one", "gpt-6-astra", [2, 8]],
  ["one nobody knows", "gpt-9-surprise", [2, 8]],
] as const)("20: %s answers: the cheaper price is charged, and the operator is told", (_, other, rates) =>
  withModels({ models: todayWith({ "gpt-4.1": { reroutesTo: other } }) }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    for (const stream of [true, false]) {
      const before = (await gateway.balance(code)).posted
      const response = await gateway.chat(code, { model: "gpt-4.1", stream })
      expect(response.status).toBe(200)
      await response.text()
      const run = await settledRun(gateway, code, response.headers.get("x-run-id") ?? "")
      expect(Math.round(Number(run["cost"]) * 1e6), `stream: ${String(stream)}`).toBe(costAt(rates, usage))
      const after = await gateway.balance(code)
      expect([before - after.posted, after.held]).toEqual([costAt(rates, usage), 0])
    }
    // One line a model, not one a call.
    const told = gateway.prosa
      .output()
      .split("\n")
      .filter((line) => line.includes(other))
    expect(told.length).toBeGreaterThanOrEqual(other === "gpt-9-surprise" ? 0 : 1)
  }),
)

test("another model's answer is priced as that one was when the call was let in", () =>
  withModels({ models: todayWith({ "gpt-4.1": { reroutesTo: "gpt-6-luna" } }) }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    const timesRead = () => gateway.prosa.output().split('"models-read"').length
    let [asked, release] = [() => {}, () => {}]
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const isSet = new Promise<void>((resolve) => (release = resolve))
    gateway.models.answer(async (request) => {
      asked()
      await isSet
      return oi(request)
    })
    const answer = gateway.chat(code, { model: "gpt-4.1", stream: true }).then(readAnswer)
    await isAsked
    const before = timesRead()
    const dear = ["--input", "90", "--output", "90", "--source", "a test"]
    await gateway.adminOk("prices", "set", "openai", "gpt-6-luna", ...dear)
    await expect.poll(timesRead).toBeGreaterThan(before)
    release()
    expect((await answer).meta?.cost).toBe(costAt([0.1, 0.5], usage) / 1e6)
  }))

test("20: another model's answer, of which more is told than can be true, costs the cheaper price of what can", () =>
  withModels({ models: todayWith({ "gpt-4.1": { reroutesTo: "gpt-6-astra" } }) }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(textReply("Oi", { usage: { inputUncached: 50_000_000, output: 10 } }))
    const before = (await gateway.balance(code)).posted
    await readAnswer(await gateway.chat(code, { model: "gpt-4.1", stream: true }))
    expect(before - (await gateway.balance(code)).posted).toBeLessThan(
      costAt([2, 8], { inputUncached: 150, output: 10 }),
    )
    expect(await gateway.booked("loss:overrun")).toBeLessThan(0)
  }))

test("20: who brings a key has between them and their provider what it answers", () =>
  withModels({ models: todayWith({ "gpt-4.1": { reroutesTo: "gpt-6-luna" } }) }, async (gateway) => {
    gateway.models.answer(oi)
    const headers = { authorization: "Bearer sk-of-the-caller" }
    const answer = await readAnswer(await gateway.chat(undefined, { model: "gpt-4.1", stream: true }, { headers }))
    expect(answer).toMatchObject({ status: 200, text: "Oi" })
    expect(gateway.models.asked.map(({ model }) => model)).toEqual(["gpt-4.1"])
    expect(gateway.prosa.output()).not.toContain("rerouted")
  }))

test("a snapshot's name in the answer is no other model", () =>
  withModels({ models: todayWith({ "gpt-4.1": { reroutesTo: "gpt-4.1-2025-04-14" } }) }, async (gateway) => {
    const code = await gateway.code("premium", 10)
    gateway.models.answer(oi)
    const { meta } = await readAnswer(await gateway.chat(code, { model: "gpt-4.1", stream: true }))
    expect(meta?.cost).toBe(costAt([2, 8], usage) / 1e6)
    expect(gateway.prosa.output()).not.toContain("rerouted")
  }))

test("what an operator has named answers under its provider's name for it, and costs what they have set", async () => {
  const dataDir = tempFolder("prosa-given-names")
  const rates = { prices: [{ input: 2_000_000, output: 8_000_000 }], source: "a test", read: "2026-11-22" }
  const models = [
    { provider: "bytedance", id: "ep-2024abc", ...rates },
    { provider: "bytedance", id: "doubao-seed-2-1-pro-260628", ...rates },
    { provider: "bytedance", id: "doubao-seed-2-0-mini-260428", prices: [{ input: 100_000, output: 500_000 }] },
  ]
  writeFileSync(join(dataDir, "models.json"), JSON.stringify({ models }))
  const gateway = await startGateway({
    start: (options) => startProsaInProcess({ ...options, dataDir }),
    env: { CUSTOM_MODELS: "+ep-2024abc@bytedance" },
    envFor: ({ url }) => ({ BYTEDANCE_API_KEY: "ark-key-of-ours", BYTEDANCE_URL: url }),
  })
  try {
    const code = await gateway.code("premium", 10)
    const costs = async (model: string, answered: string) => {
      gateway.script((request) => oi({ ...request, json: { ...request.json, model: answered } }))
      const response = await gateway.chat(code, { model, stream: true, providerName: "ByteDance" })
      const { meta, text } = await readAnswer(response)
      expect(text).toBe("Oi")
      return Math.round((meta?.cost ?? 0) * 1e6)
    }
    expect(await costs("ep-2024abc", "doubao-seed-2-0-mini-260428")).toBe(costAt([2, 8], usage))
    // A name of the provider's own means that model, and no other.
    const named = await costs("doubao-seed-2-1-pro-260628", "doubao-seed-2-0-mini-260428")
    expect(named).toBe(costAt([0.1, 0.5], usage))
    const told = () => gateway.prosa.output().match(/.*"model-rerouted".*/g) ?? []
    await expect.poll(told).toEqual([expect.stringContaining("doubao-seed-2-1-pro-260628")])
  } finally {
    await gateway.stop()
  }
})
