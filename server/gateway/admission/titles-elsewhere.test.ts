import { afterAll, beforeAll, expect, test } from "vitest"
import { compressModel } from "#core/models/default-models.ts"
import { summaryOf, titleOf } from "../../../testing/auxiliary-calls.ts"
import { jsonReply } from "../../../testing/fake-provider/replies.ts"
import { readJson, startGateway, type TestGateway } from "../../../testing/gateway.ts"

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway({
    env: { OPENAI_API_KEY: "" },
    envFor: ({ url }) => ({ ANTHROPIC_API_KEY: "sk-ant-of-ours", ANTHROPIC_URL: url }),
  })
})
afterAll(() => gateway.stop())

const said = jsonReply(200, {
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: "Um título" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 50, output_tokens: 5 },
})

test("without the usual model, the provider's cheapest writes titles, on the house like the usual one", async () => {
  const config = await readJson(await fetch(`${gateway.url}/api/config`, { method: "POST" }))
  const named = (config["compressModels"] as Record<string, string>)["Anthropic"] ?? ""
  expect(named).toMatch(/^claude-.+@Anthropic$/)
  const prices = (config["models"] as { name: string; pricePerMillion?: { input: number } }[]).flatMap(
    ({ pricePerMillion: price }) => (price ? [price.input] : []),
  )
  const writer = (config["models"] as { name: string; pricePerMillion?: { input: number } }[]).find(
    ({ name }) => `${name}@Anthropic` === named,
  )
  expect(writer?.pricePerMillion?.input).toBe(Math.min(...prices))

  const code = await gateway.code("premium", 10)
  gateway.script(said)
  await readJson(await gateway.chat(code, { model: "claude-sonnet-4-6" }))
  const before = (await gateway.balance(code)).posted
  const [model = ""] = named.split("@")
  const ask = { model, providerName: "Anthropic", max_tokens: 150, messages: titleOf() }
  expect((await gateway.chat(code, ask)).status).toBe(200)
  expect((await gateway.balance(code)).posted).toBe(before)
  // Only one was earned; a dearer model never is.
  expect((await gateway.chat(code, ask)).status).toBe(200)
  expect((await gateway.balance(code)).posted).toBeLessThan(before)
})

test("a summary that may cost more than a few centavos is charged, whoever writes it", async () => {
  const dear = await startGateway({
    env: { OPENAI_API_KEY: "", COMPRESS_MODEL: "claude-sonnet-5-5" },
    envFor: ({ url }) => ({ ANTHROPIC_API_KEY: "sk-ant-of-ours", ANTHROPIC_URL: url }),
  })
  const code = await dear.code("premium", 10)
  dear.script(said)
  await readJson(await dear.chat(code, { model: "claude-sonnet-4-6" }))
  const before = (await dear.balance(code)).posted
  const messages = summaryOf()
  const body = { model: "claude-sonnet-5-5", providerName: "Anthropic", max_tokens: 10_000, messages }
  await readJson(await dear.chat(code, body))
  expect((await dear.balance(code)).posted).toBeLessThan(before)
  await dear.stop()
})

test("a dearer model that claims to write a title is charged", async () => {
  const code = await gateway.code("premium", 10)
  gateway.script(said)
  await readJson(await gateway.chat(code, { model: "claude-sonnet-4-6" }))
  const before = (await gateway.balance(code)).posted
  await readJson(await gateway.chat(code, { model: "claude-sonnet-4-6", max_tokens: 150, messages: titleOf() }))
  expect((await gateway.balance(code)).posted).toBeLessThan(before)
})

test("the usual model stays the one where it is offered", async () => {
  const usual = await startGateway({
    envFor: ({ url }) => ({ ANTHROPIC_API_KEY: "sk-ant-of-ours", ANTHROPIC_URL: url }),
  })
  try {
    const config = await readJson(await fetch(`${usual.url}/api/config`, { method: "POST" }))
    expect(config["compressModels"]).toMatchObject({
      OpenAI: `${compressModel}@OpenAI`,
      Anthropic: `${compressModel}@OpenAI`,
    })
  } finally {
    await usual.stop()
  }
})
