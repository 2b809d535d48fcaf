import { expect, test } from "vitest"
import { textReply } from "./fake-provider/replies.ts"
import { listedRow, offeredModel, readAnswer, startModelsGateway, todayWith } from "./models-gateway.ts"
import { freshPostgres } from "./postgres.ts"

const postgres = await freshPostgres()
const skip = postgres === undefined
const soon = { timeout: 30_000 }

test.skipIf(skip)("two servers on one database agree on what is gone, added, aliased and learnt", async () => {
  const models = todayWith({
    "gpt-4.1": { until: 0 },
    "gpt-4o": { sampling: "never" },
    "gpt-7-sol": {},
  })
  const gateway = await startModelsGateway({ databaseUrl: postgres?.url ?? "", keys: "sk-one,sk-two", models })
  const server = await gateway.another()
  const code = await gateway.code("premium", 10)
  gateway.models.answer(textReply("Oi"))

  // Found by one, known to the other.
  expect(await readAnswer(await gateway.chat(code, { model: "gpt-4.1", stream: true }))).toMatchObject({
    status: 200,
    model: "gpt-6-luna",
  })
  await expect
    .poll(async () => offeredModel(await gateway.config(server), "gpt-4.1")?.["available"], soon)
    .not.toBe(true)
  gateway.models.forget()
  const there = await gateway.chat(code, { model: "gpt-4.1", stream: true }, { server })
  expect(await readAnswer(there)).toMatchObject({ status: 200, model: "gpt-6-luna" })
  expect(gateway.models.asked.map(({ model }) => model)).toEqual(["gpt-6-luna"])

  // Learnt by one, known to the other.
  const warm = { model: "gpt-4o", temperature: 0.5, stream: true }
  expect((await gateway.chat(code, warm)).status).toBe(200)
  await expect
    .poll(async () => {
      gateway.models.forget()
      await (await gateway.chat(code, warm, { server })).text()
      return gateway.models.asked.map(({ status }) => status)
    }, soon)
    .toEqual([200])

  // Said by the operator once, done by both.
  await gateway.adminOk("models", "add", "openai", "gpt-7-sol", "--like", "gpt-6.1-sol")
  await gateway.adminOk("models", "alias", "sol", "gpt-7-sol@OpenAI")
  for (const at of [gateway.url, server]) {
    const ask = async () => readAnswer(await gateway.chat(code, { model: "sol", stream: true }, { server: at }))
    await expect.poll(async () => (await ask()).model, soon).toBe("gpt-7-sol")
  }
  expect(listedRow(await gateway.adminOk("models", "list", "--all"), "gpt-4.1")).toMatchObject({ state: "gone" })
  await gateway.stop()
  await postgres?.close()
})
