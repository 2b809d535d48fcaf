import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { openDatabase, type Database } from "../store/database.ts"
import { createFreeQuota, type FreeQuota } from "./free-quota.ts"

const noon = Date.UTC(2026, 10, 21, 15)
const day = 24 * 60 * 60_000
const dataDir = mkdtempSync(join(tmpdir(), "prosa-quota-"))
const postgres = await freshPostgres()
afterAll(async () => {
  await postgres?.close()
  rmSync(dataDir, { recursive: true })
})

testFreeQuota("SQLite", () => openDatabase({ dataDir }))
testFreeQuota("PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" })))

function testFreeQuota(engine: string, open: (() => Promise<Database>) | undefined): void {
  describe.skipIf(open === undefined)(`the visitors' quota on ${engine}`, () => {
    let database: Database
    let other: Database
    let clock = noon
    let runs = 0

    beforeAll(async () => {
      if (open === undefined) return
      database = await open()
      other = await open()
    })
    afterAll(async () => {
      await database.close()
      await other.close()
    })
    beforeEach(async () => {
      clock = noon
      await database.transaction(async (sql) => {
        for (const table of ["free_usage", "day_reserve", "day_budget"]) await sql.run(`delete from ${table}`)
      })
    })

    const quota = (limits: { messages?: number; budget?: number } = {}, on = database): FreeQuota =>
      createFreeQuota(on, {
        dailyMessages: limits.messages ?? 30,
        dailyBudget: microReais(limits.budget ?? 1_000_000),
        pepper: "pepper",
        now: () => clock,
      })
    const ask = (visitorId: string | undefined, address: string, amount = 100) => ({
      runId: `run-${++runs}`,
      visitorId,
      address,
      amount: microReais(amount),
      countsAsMessage: true,
    })
    const times = (n: number) => Array.from({ length: n }, (_, index) => index)

    test("lets a new visitor have exactly a day's messages, asked for all at once by two servers", async () => {
      const [here, there] = [quota({ messages: 5 }), quota({ messages: 5 }, other)]
      const admitted = await Promise.all(
        times(60).map((n) => (n % 2 ? here : there).reserve(ask("visitor-1", `10.0.0.${n}`))),
      )
      expect(admitted.filter(Boolean)).toHaveLength(5)
    })

    test("counts an address for itself, whatever ids it invents", async () => {
      const visitors = quota({ messages: 5 })
      const admitted = await Promise.all(times(20).map((n) => visitors.reserve(ask(`invented-${n}`, "10.0.0.1"))))
      expect(admitted.filter(Boolean)).toHaveLength(5)
      expect(await visitors.reserve(ask(undefined, "10.0.0.1"))).toBe(false)
      expect(await visitors.reserve(ask("another", "10.0.0.2"))).toBe(true)
    })

    test("never lets all visitors together cost more than the day's ceiling", async () => {
      const visitors = quota({ budget: 1_000 })
      const admitted = await Promise.all(times(50).map((n) => visitors.reserve(ask(`v-${n}`, `10.0.${n}.1`, 300))))
      expect(admitted.filter(Boolean)).toHaveLength(3)
    })

    test("puts the true cost in the place of the reserve, once", async () => {
      const visitors = quota({ budget: 1_000 })
      const first = ask("v-1", "10.0.0.1", 900)
      expect(await visitors.reserve(first)).toBe(true)
      expect(await visitors.reserve(ask("v-2", "10.0.0.2", 200))).toBe(false)
      for (let i = 0; i < 3; i++)
        await database.transaction((sql) => visitors.settle(sql, { runId: first.runId, cost: microReais(100) }))
      expect(await visitors.reserve(ask("v-2", "10.0.0.2", 900))).toBe(true)
    })

    test("does not count a message that cost nothing", async () => {
      const visitors = quota({ messages: 1 })
      const failed = ask("v-1", "10.0.0.1")
      expect(await visitors.reserve(failed)).toBe(true)
      await database.transaction((sql) => visitors.settle(sql, { runId: failed.runId, cost: microReais(0) }))
      expect(await visitors.reserve(ask("v-1", "10.0.0.1"))).toBe(true)
      expect(await visitors.reserve(ask("v-1", "10.0.0.1"))).toBe(false)
    })

    test("leaves no trace of a refused message", async () => {
      const visitors = quota({ messages: 2, budget: 100 })
      for (let i = 0; i < 5; i++) expect(await visitors.reserve(ask("v-1", "10.0.0.1", 101))).toBe(false)
      expect(await visitors.reserve(ask("v-1", "10.0.0.1", 50))).toBe(true)
    })

    test("begins anew at midnight in São Paulo", async () => {
      const visitors = quota({ messages: 1, budget: 100 })
      clock = Date.UTC(2026, 10, 22, 2, 59)
      expect(await visitors.reserve(ask("v-1", "10.0.0.1"))).toBe(true)
      expect(await visitors.reserve(ask("v-1", "10.0.0.1"))).toBe(false)
      clock = Date.UTC(2026, 10, 22, 3, 0)
      expect(await visitors.reserve(ask("v-1", "10.0.0.1"))).toBe(true)
    })

    test("counts what a crashed run had set aside as spent", async () => {
      const visitors = quota({ budget: 100 })
      const lost = ask("v-1", "10.0.0.1")
      await visitors.reserve(lost)
      clock += day / 24
      await visitors.sweep()
      await database.transaction((sql) => visitors.settle(sql, { runId: lost.runId, cost: microReais(0) }))
      expect(await visitors.reserve(ask("v-2", "10.0.0.2", 1))).toBe(false)
    })

    test("is closed to all when no messages are given away", async () => {
      expect(await quota({ messages: 0 }).reserve(ask("v-1", "10.0.0.1"))).toBe(false)
    })
  })
}
