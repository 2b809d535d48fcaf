import { afterAll, beforeAll, expect, test } from "vitest"
import { readJson, startGateway, type TestGateway } from "../../../testing/gateway.ts"

let demo: TestGateway
beforeAll(async () => {
  demo = await startGateway({ pretend: true })
})
afterAll(() => demo.stop())

test.each([true, false])(
  "'erro 402' and 'erro 403' show an empty purse and a model out of reach as they look (stream: %s)",
  async (stream) => {
    const code = await demo.code("premium", 10)
    const ask = (content: string) => demo.chat(code, { stream, messages: [{ role: "user", content }] })

    const unpaid = await ask("erro 402")
    expect(unpaid.status).toBe(402)
    const told = await readJson(unpaid)
    expect(told).toMatchObject({ balance_insufficient: true, error: { code: "balance_insufficient" } })
    expect(JSON.stringify(told)).toContain("Nada foi cobrado")
    expect(told["upgrade_url"]).toMatch(/\/settings$/)

    const barred = await ask("erro 403")
    expect(barred.status).toBe(403)
    expect(await readJson(barred)).toMatchObject({
      free_temp_limit_reached: true,
      available_models: ["gpt-4o-mini"],
      error: { code: "model_not_allowed" },
    })
    expect(await demo.balance(code)).toEqual({ posted: 10_000_000, held: 0, available: 10_000_000 })
  },
)
