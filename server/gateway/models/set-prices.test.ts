import { expect, test } from "vitest"
import { stallAfter } from "../../../testing/fake-provider/faults.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { readChat, readJson, settledRun, startGateway } from "../../../testing/gateway.ts"
import { operatorPrices } from "../../../testing/operator-prices.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"

test("a price holds from when it is set: the server goes on, and what is under way keeps the price it began with", async () => {
  const gateway = await startGateway({
    pretend: true,
    start: startProsaInProcess,
    envFor: ({ url }) => ({ ALIBABA_API_KEY: "alibaba-key-1", ALIBABA_URL: url }),
  })
  const code = await gateway.code("premium", 10)
  const prices = await operatorPrices(gateway.prosa)
  const set = (input: number, output: number) =>
    prices.set({ provider: "alibaba", model: "qwen-max", input, output, source: "the test" })
  const ask = (more: object = {}) => gateway.chat(code, { model: "qwen-max@Alibaba", stream: true, ...more })
  const usage = { inputUncached: 100, output: 500 }

  const refused = await ask()
  expect(refused.status).toBe(404)
  expect((await readJson(refused))["error"]).toMatchObject({ code: "model_unpriced" })

  await set(1_000_000, 2_000_000)
  gateway.script(textReply("Oi", { usage }))
  await expect.poll(async () => (await ask()).status).toBe(200)
  expect((await readChat(await ask())).meta?.cost).toBe(Math.ceil(1_100 * 7.15) / 1e6)

  // Begun at the old price, ended at it.
  gateway.script(stallAfter(textReply("Uma palavra e mais uma. ".repeat(40), { usage, chunks: 40 }), 6_000))
  const begun = await ask()
  gateway.script(textReply("Oi", { usage }))
  await set(10_000_000, 20_000_000)
  await expect.poll(async () => (await readChat(await ask())).meta?.cost).toBe(Math.ceil(11_000 * 7.15) / 1e6)
  const runId = begun.headers.get("x-run-id") ?? ""
  const headers = { authorization: `Bearer nk-${code.code}` }
  await fetch(`${gateway.url}/api/runs/${runId}/stop`, { method: "POST", headers })
  const stopped = await settledRun(gateway, code, runId)
  const { inputUncached, output } = stopped["usage"] as { inputUncached: number; output: number }
  expect(output).toBeGreaterThan(0)
  expect(stopped).toMatchObject({ state: "stopped", cost: Math.ceil((inputUncached + output * 2) * 7.15) / 1e6 })

  await prices.close()
  await gateway.stop()
})
