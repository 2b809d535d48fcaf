import { afterAll, expect, test } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { titleOf } from "./auxiliary-calls.ts"
import { textReply } from "./fake-provider/replies.ts"
import { readJson, startGateway, unlimited } from "./gateway.ts"
import { freshPostgres } from "./postgres.ts"

const title = { model: "gpt-4.1-nano-2025-04-14", max_tokens: 150, messages: titleOf() }
/** A title that costs as much as its cap may. */
const dearTitle = textReply("Um título", { usage: { inputUncached: 20, output: 150 } })

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

test.skipIf(postgres === undefined)(
  "several servers, and one that is started again, agree on what is free",
  async () => {
    const pepper = "a pepper that both servers know, of enough characters"
    const first = await startGateway({ databaseUrl: postgres?.url ?? "", env: { ACCESS_PEPPER: pepper }, pepper })
    const env = { ...unlimited, ACCESS_PEPPER: pepper, DATABASE_URL: postgres?.url ?? "" }
    const code = await first.code("premium", 10)
    first.script(dearTitle)
    for (let at = 0; at < 3; at++) await readJson(await first.chat(code))
    const before = (await first.balance(code)).posted
    const other = await startProsa({ provider: { url: first.provider.url }, env })
    await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const response = await first.chat(code, title, at % 2 === 0 ? {} : { server: other.url })
        expect(response.status).toBe(200)
        await response.text()
      }),
    )
    const each = Math.ceil(150 * 2.86 + 20 * 0.715)
    expect(before - (await first.balance(code)).posted).toBe(5 * each)
    await other.stop()
    const again = await startProsa({ provider: { url: first.provider.url }, env })
    await (await first.chat(code, title, { server: again.url })).text()
    expect(before - (await first.balance(code)).posted).toBe(6 * each)
    await again.stop()
    await first.stop()
  },
)
