import { describe, expect, test } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { jsonReply } from "./fake-provider/replies.ts"
import { startGateway, unlimited } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"

const postgres = await freshPostgres()

describe.each(["SQLite", "PostgreSQL"] as const)("%s", (engine) => {
  test.skipIf(engine === "PostgreSQL" && postgres === undefined)(
    "a picture that is being made when its server dies costs its user nothing, stands in the statement, and in our losses",
    async () => {
      const databaseUrl = engine === "PostgreSQL" ? postgres?.url : undefined
      const gateway = await startGateway(databaseUrl === undefined ? {} : { databaseUrl })
      const { dataDir } = gateway.prosa
      const code = await gateway.code("premium", 10)
      gateway.script(jsonReply(200, {}, { headersAfterMs: 60_000 }))
      const reply = fetch(`${gateway.url}/api/openai/v1/images/generations`, {
        method: "POST",
        headers: { authorization: `Bearer nk-${code.code}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "dall-e-3", prompt: "um gato" }),
      })
      const end = reply.then(
        () => "answered",
        () => "broken",
      )
      await expect.poll(() => gateway.rows("hold where progress like '%billedWhole%'")).toBe(1)
      await gateway.prosa.kill()
      expect(await end).toBe("broken")

      const env = { ...unlimited, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
      const next = await startProsa({ dataDir, env, provider: { url: gateway.provider.url } })
      await expect.poll(() => gateway.rows("hold where state = 'open'")).toBe(0)
      expect(await gateway.balance(code)).toMatchObject({ posted: 10_000_000, held: 0 })
      // US$ 0.04 at 5.50 reais and the margin of 1.3.
      expect(Math.abs(await gateway.booked("loss:cancel"))).toBe(286_000)
      expect(await gateway.rows(`txn where kind = 'use' and meta like '%"output":1,%"unit":"picture"%'`)).toBe(1)
      const said = await fetch(`${next.url}/api/statement?kind=use`, {
        headers: { authorization: `Bearer nk-${code.code}` },
      })
      // Who was told to look at the statement finds what became of it.
      expect(await said.json()).toMatchObject({
        lines: [{ amount: 0, model: "dall-e-3", ending: "crash", pieces: { count: 1, unit: "picture" } }],
      })
      await next.stop()
      await gateway.stop()
      if (engine === "PostgreSQL") await postgres?.close()
    },
  )
})
