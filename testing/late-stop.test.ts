import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type DatabaseLine, layDatabaseLine } from "./database-line.ts"
import { textReply } from "./fake-provider/replies.ts"
import { readChat, readJson, startGateway, unlimited } from "./gateway.ts"
import { freshCluster, type TestCluster } from "./postgres.ts"
import { startProsaInProcess } from "./prosa-in-process.ts"

const cluster = await freshCluster()
const pepper = "a pepper that outlives its server, of enough characters"
const text = "Uma resposta inteira, que chega enquanto uma nota não termina."

describe.skipIf(cluster === undefined)(
  "an answer that is whole while the last note of how far it had come hangs",
  () => {
    const postgres = cluster as TestCluster
    let line: DatabaseLine
    beforeAll(async () => void (line = await layDatabaseLine(postgres.url)))
    afterAll(async () => {
      await line.close()
      await postgres.close()
    })

    test.each([true, false])(
      "and whose server ends in that time is told and charged whole (streamed: %s)",
      async (stream) => {
        const gateway = await startGateway({
          databaseUrl: postgres.url,
          env: { ACCESS_PEPPER: pepper, DATABASE_URL: line.url },
          pepper,
          start: startProsaInProcess,
        })
        const code = await gateway.code("premium", 5)
        const hangs = line.onceSaid("update hold set progress", "hangs after")
        const requests = gateway.script(async (request) => {
          await hangs
          return textReply(text, { usage: { inputUncached: 20, output: 100 } })(request)
        })
        const headers = { "idempotency-key": `a-key-of-the-last-moment-${stream}` }
        const lossesBefore = await gateway.booked("loss:empty")
        const asked = gateway.chat(code, { stream }, { headers }).catch(() => undefined)
        await hangs
        await requests()[0]!.ended
        await gateway.prosa.stop()
        expect(gateway.prosa.output()).not.toContain("answers-not-settled")
        await asked

        expect(await gateway.balance(code)).toMatchObject({ posted: 5_000_000 - 6_006, held: 0 })
        expect(await gateway.booked("loss:empty")).toBe(lossesBefore)
        const env = { ...unlimited, ACCESS_PEPPER: pepper, DATABASE_URL: postgres.url }
        const next = await startProsaInProcess({ env, provider: { url: gateway.provider.url } })
        const again = await gateway.chat(code, { stream }, { headers, server: next.url })
        if (stream) expect(await readChat(again)).toMatchObject({ text, done: true, error: undefined })
        else expect(await readJson(again)).toMatchObject({ choices: [{ message: { content: text } }] })
        expect(requests()).toHaveLength(1)
        await next.stop()
        await gateway.stop()
      },
    )
  },
)
