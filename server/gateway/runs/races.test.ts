import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { startGateway, type TestGateway } from "../../../testing/gateway.ts"
import { freshPostgres, type TestDatabase } from "../../../testing/postgres.ts"

describe.each(["sqlite", "postgres"])("on %s", (engine) => {
  let postgres: TestDatabase | undefined
  let gateway: TestGateway | undefined
  beforeAll(async () => {
    if (engine === "postgres") postgres = await freshPostgres()
    if (engine === "sqlite" || postgres) {
      gateway = await startGateway(postgres ? { databaseUrl: postgres.url } : {})
    }
  })
  afterAll(async () => {
    await gateway?.stop()
    await postgres?.close()
  })

  test.each([1, 7])(
    "T1: two hundred sends at once on a balance for %i: just so many reach the provider",
    async (most) => {
      if (!gateway) return
      // 100 tokens of gpt-4.1 and a prompt of a few are held as about 7 000 micro-reais.
      const ask = { stream: true, max_tokens: 100 }
      const probe = await gateway.code("premium", 1)
      let held = 0
      gateway.script(async (request) => {
        held = (await gateway!.balance(probe)).held
        return textReply("Oi")(request)
      })
      await (await gateway.chat(probe, ask)).text()

      const code = await gateway.code("premium", (held * most + held / 2) / 1e6)
      let release: () => void = () => {}
      const answered = new Promise<void>((resolve) => (release = resolve))
      const usage = { inputUncached: 20, output: 100 }
      const requests = gateway.script(async (request) => {
        await answered
        return textReply("Uma resposta.", { usage })(request)
      })
      const before = await gateway.balance(code)
      let refused = 0
      const statuses = await Promise.all(
        Array.from({ length: 200 }, async () => {
          const response = await gateway!.chat(code, ask)
          await response.text()
          if (response.status === 429 && ++refused === 200 - most) release()
          return response.status
        }),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(most)
      expect(statuses.filter((status) => status === 429)).toHaveLength(200 - most)
      expect(requests()).toHaveLength(most)
      const cost = Math.ceil(20 * 14.3 + 100 * 57.2)
      const after = await gateway.balance(code)
      expect([before.posted - after.posted, after.held]).toEqual([cost * most, 0])
    },
  )

  test("T2, T4: a new free code's first day begins once, however many look at it at once", async () => {
    if (!gateway) return
    const code = await gateway.code("free")
    const looks = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await fetch(`${gateway!.url}/api/getBalance`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ accessCode: code.code }),
        })
        return (await response.json()) as object
      }),
    )
    for (const look of looks) expect(look).toMatchObject({ saldo_gratuito: 0.5, tipo_usuario: "gratuito" })
    expect(await gateway.balance(code)).toMatchObject({ posted: 500_000 })
  })
})
