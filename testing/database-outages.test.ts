import { readFileSync } from "node:fs"
import { afterAll, describe, expect, test } from "vitest"
import { layDatabaseLine } from "./database-line.ts"
import { hello, pagePath, startGateway } from "./gateway.ts"
import { liveThrough } from "./outage-harness.ts"
import { freshCluster, type TestCluster } from "./postgres.ts"
import { shortTroubles } from "./troubles.ts"

const cluster = await freshCluster()

describe.skipIf(cluster === undefined)("a server whose PostgreSQL is in trouble", () => {
  afterAll(() => cluster?.close())

  test.each(Object.entries(shortTroubles))(
    "%s: it lives, and every answer is told once and paid once",
    async (_, trouble) => {
      const report = await liveThrough(cluster as TestCluster, trouble)
      expect(report.problems).toEqual([])
      expect(report.answers).toBeGreaterThan(20)
      expect(report.servedAfterMs).toBeLessThan(3_000)
      expect(report.readyzMostMs).toBeLessThan(2_000)
      expect(report.outageLines.length).toBeLessThanOrEqual(2)
      expect(report.otherLines).toEqual([])
    },
  )

  test("a crowd that asks meanwhile is told to come again, leaves nothing in memory, and a line or two in the log", async () => {
    const line = await layDatabaseLine(cluster!.url)
    const pepper = "a pepper that outlives its database, of enough characters"
    // A word of the operator's list is known without the database, and gets as far as the key.
    const env = { ACCESS_PEPPER: pepper, DATABASE_URL: line.url, CODE: "word-of-the-operator" }
    const gateway = await startGateway({ databaseUrl: cluster!.url, pepper, env })
    const code = await gateway.code("premium", 5)
    const resident = () =>
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${gateway.prosa.pid}/status`, "utf8"))?.[1]) / 1024
    const ask = (authorization: string, key?: string) =>
      fetch(gateway.url + pagePath, {
        method: "POST",
        headers: { "content-type": "application/json", authorization, ...(key && { "idempotency-key": key }) },
        body: JSON.stringify({ ...hello, messages: [{ role: "user", content: "palavra ".repeat(1_000) }] }),
      })
    const saidBefore = gateway.prosa.output().length
    line.cut()
    const told = new Map<string, number>()
    const before = resident()
    for (let round = 0; round < 15; round++) {
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, at) => [
          ask(`Bearer nk-${code.code}`),
          ask("Bearer word-of-the-operator", `${round}-${at}`),
        ]).flat(),
      )
      for (const reply of replies) {
        const what = `${reply.status} ${reply.headers.get("retry-after")}`
        told.set(what, (told.get(what) ?? 0) + 1)
        await reply.arrayBuffer()
      }
    }
    expect([...told]).toEqual([["503 5", 3_000]])
    expect(resident() - before).toBeLessThan(150)
    expect(await (await fetch(`${gateway.url}/readyz`)).json()).toEqual({ ready: false, reason: "away" })
    const said = gateway.prosa.output().slice(saidBefore)
    line.mend()
    await expect.poll(async () => (await ask(`Bearer nk-${code.code}`)).status, { interval: 50 }).toBe(200)
    // Their keys mean nothing yet.
    expect((await ask("Bearer word-of-the-operator", "0-0")).status).toBe(200)
    // Of whatever level: three thousand refusals are two lines.
    expect(said.split("\n").filter((text) => text !== "").length).toBeLessThanOrEqual(2)
    expect(said).toContain("database-away")
    await gateway.stop()
    await line.close()
  })

  test("who comes again with a key after an outage that took it from them is answered", async () => {
    const line = await layDatabaseLine(cluster!.url)
    const pepper = "a pepper that outlives its database, of enough characters"
    const env = { ACCESS_PEPPER: pepper, DATABASE_URL: line.url }
    const gateway = await startGateway({ databaseUrl: cluster!.url, pepper, env })
    const code = await gateway.code("premium", 5)
    const headers = { "idempotency-key": "a-key-taken-by-an-outage" }
    // The key is on disk, the money is not held.
    const isHolding = line.onceSaid("insert into hold", "hangs before")
    const asked = gateway.chat(code, {}, { headers })
    await isHolding
    line.cut()
    expect((await asked).status).toBe(503)
    line.mend()
    const statuses = new Set<number>()
    const askAgain = async () => {
      const { status } = await gateway.chat(code, {}, { headers })
      statuses.add(status)
      return status
    }
    await expect.poll(askAgain, { interval: 10 }).toBe(200)
    expect([...statuses].filter((status) => status !== 503)).toEqual([200])
    await gateway.stop()
    await line.close()
  })
})
