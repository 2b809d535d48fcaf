import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { expect, test } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { textReply } from "./fake-provider/replies.ts"
import { every } from "./fake-provider/timing.ts"
import { readChat, startGateway, unlimited } from "./gateway.ts"
import { freshCluster } from "./postgres.ts"

const postgres = await freshCluster()
const pepper = "a pepper that both servers know, of enough characters"
/** Far longer than a server may be silent. */
const standstillMs = 20_000

test.skipIf(postgres === undefined)(
  "a PostgreSQL that stands still for twenty seconds takes no answer from the servers that wait for it",
  async () => {
    const env = { ...unlimited, ACCESS_PEPPER: pepper }
    const gateway = await startGateway({ databaseUrl: postgres!.url, env, pepper })
    const other = await startProsa({
      provider: { url: gateway.provider.url },
      env: { ...env, DATABASE_URL: postgres!.url },
    })
    const text = "uma palavra ".repeat(120)
    gateway.script(textReply(text, { chunks: 120, timing: every(50), usage: { inputUncached: 20, output: 100 } }))
    const codes = await Promise.all([gateway.code("premium", 5), gateway.code("premium", 5)])
    const asked = await Promise.all(
      codes.map(async (code, at) => {
        const headers = { "idempotency-key": randomUUID() }
        const send = (server: string) => gateway.chat(code, { stream: true }, { headers, server })
        return { code, send, chat: readChat(await send(at === 0 ? gateway.url : other.url)) }
      }),
    )
    // Each has beaten for so long that it could take others for dead.
    await delay(3_000)
    postgres!.pause()
    await delay(standstillMs)
    postgres!.resume()
    for (const { code, send, chat } of asked) {
      const told = await chat
      expect(told).toMatchObject({ text, done: true, meta: { cost: 0.006006 } })
      for (const server of [gateway.url, other.url]) expect(await readChat(await send(server))).toEqual(told)
      expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000 - 6_006, held: 0 })
    }
    await other.stop()
    await gateway.stop()
    await postgres!.close()
  },
)
