import { afterAll, expect, test } from "vitest"
import { titleOf } from "./auxiliary-calls.ts"
import { layDatabaseLine } from "./database-line.ts"
import { startGateway } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

test.skipIf(postgres === undefined)(
  "a title that its user was to pay, and for which nothing could be held, is not counted as paid",
  async () => {
    const url = postgres?.url ?? ""
    const pepper = "a pepper that outlives its database, of enough characters"
    const line = await layDatabaseLine(url)
    const gateway = await startGateway({
      databaseUrl: url,
      env: { ACCESS_PEPPER: pepper, DATABASE_URL: line.url },
      pepper,
    })
    const code = await gateway.code("premium", 5)
    // No answer has earned it.
    const asked = gateway.chat(code, { model: "gpt-4.1-nano-2025-04-14", max_tokens: 150, messages: titleOf() })
    await line.onceSaid("insert into hold", "answer lost")
    line.cut()
    expect((await asked).status).toBe(503)
    expect(await gateway.rows("day_reserve")).toBe(1)

    line.mend()
    await expect.poll(() => gateway.rows("day_reserve"), { interval: 200 }).toBe(0)
    expect(await gateway.rows("free_usage where messages > 0")).toBe(0)
    expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000, held: 0 })
    await gateway.stop()
    await line.close()
  },
)
