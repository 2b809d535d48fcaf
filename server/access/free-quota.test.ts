import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { openDatabase, type Database } from "../store/database.ts"
import { createDayCounters } from "./day-counters.ts"
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
        for (const table of ["free_usage", "day_reserve"]) await sql.run(`delete from ${table}`)
      })
    })

    const counters = (on = database) => createDayCounters(on, () => clock)
    const quota = (limits: { messages?: number; budget?: number } = {}, on = database): FreeQuota =>
      createFreeQuota(on, counters(on), {
        dailyMessages: limits.messages ?? 30,
        dailyBudget: microReais(limits.budget ?? 1_000_000),
        pepper: "pepper",
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

    const admittedOf = async (asks: readonly Parameters<FreeQuota["reserve"]>[0][], visitors: FreeQuota) =>
      (await Promise.all(asks.map((one) => visitors.reserve(one)))).filter(Boolean).length

    test.each(["10.0.0.1", "2001:db8:1:2::7"])(
      "counts %s for itself, whatever ids it brings: as five visitors",
      async (at) => {
        const visitors = quota({ messages: 2 })
        const asks = times(30).map((n) => ask(`made-${n}`, at))
        expect(await admittedOf(asks, visitors)).toBe(10)
        expect(await visitors.reserve(ask(undefined, at))).toBe(false)
        expect(await visitors.reserve(ask("another", "10.0.0.2"))).toBe(true)
      },
    )

    test("counts a /64 as one subscriber, and a /48 as twenty visitors, however many /64s it has", async () => {
      const visitors = quota({ messages: 2 })
      const oneSubscriber = times(30).map((n) => ask(`v-${n}`, `2001:db8:1:2::${n}`))
      expect(await admittedOf(oneSubscriber, visitors)).toBe(10)
      const wholeNetwork = times(200).map((n) => ask(undefined, `2001:db8:1:${(n + 16).toString(16)}::1`))
      expect(await admittedOf(wholeNetwork, visitors)).toBe(30)
      expect(await visitors.reserve(ask("neighbour", "2001:db8:2::1"))).toBe(true)
    })

    test("leaves no address more than 15 % of the day's money, and no /48 more than 30 %", async () => {
      const visitors = quota({ budget: 10_000 })
      expect(
        await admittedOf(
          times(40).map((n) => ask(`a-${n}`, "10.0.0.1", 100)),
          visitors,
        ),
      ).toBe(15)
      const network = times(200).map((n) => ask(`n-${n}`, `2001:db8:1:${(n + 16).toString(16)}::1`, 100))
      expect(await admittedOf(network, visitors)).toBe(30)
      expect(await visitors.reserve(ask("neighbour", "10.0.0.2", 900))).toBe(true)
    })

    test("an address that has used nothing has one message, however little money the day has", async () => {
      const visitors = quota({ budget: 150 })
      expect(await visitors.reserve(ask("v-1", "2001:db8::1", 100))).toBe(true)
      expect(await visitors.reserve(ask("v-2", "2001:db8:0:1::1", 40))).toBe(false)
      expect(await visitors.reserve(ask("v-3", "10.0.0.1", 40))).toBe(true)
    })

    test("thirty people behind one address have five messages each", async () => {
      const visitors = quota({ budget: 20_000_000 })
      for (const round of times(5)) {
        const asks = times(30).map((n) => ask(`person-${n}`, "10.0.0.1", 45_000))
        expect(await admittedOf(asks, visitors), `round ${round}`).toBe(30)
        for (const { runId } of asks)
          await database.transaction((sql) => visitors.settle(sql, { runId, cost: microReais(10_000) }))
      }
      expect(await visitors.reserve(ask("person-1", "10.0.0.1"))).toBe(false)
    })

    test("tells what is left: of one's own messages, of the address's, of the money", async () => {
      const visitors = quota({ messages: 4, budget: 10_000 })
      const left = (visitorId: string | undefined, address: string) => visitors.left({ visitorId, address })
      expect(await left("v-1", "10.0.0.1")).toEqual({ left: 4, of: 4 })
      await visitors.reserve(ask("v-1", "10.0.0.1"))
      expect(await left("v-1", "10.0.0.1")).toEqual({ left: 3, of: 4 })
      expect(await left("v-1", "10.0.0.2")).toEqual({ left: 3, of: 4 })
      expect(await left(undefined, "10.0.0.1")).toEqual({ left: 4, of: 4 })
      for (const n of times(17)) await visitors.reserve(ask(`w-${n}`, "10.0.0.1", 1))
      expect(await left("new", "10.0.0.1")).toEqual({ left: 2, of: 4 })
      await visitors.reserve(ask("rich", "10.0.0.9", 1_500))
      expect(await left("new", "10.0.0.9")).toEqual({ left: 0, of: 4 })
    })

    test("an id from before ids were issued hands on its day, once", async () => {
      const visitors = quota({ messages: 3 })
      await visitors.reserve(ask("earlier-id", "10.0.0.1"))
      await visitors.reserve(ask("earlier-id", "10.0.0.1"))
      await visitors.carryOver("earlier-id", "issued")
      expect(await visitors.left({ visitorId: "issued", address: "10.0.0.2" })).toEqual({ left: 1, of: 3 })
      await visitors.reserve(ask("issued", "10.0.0.2"))
      await visitors.carryOver("earlier-id", "issued")
      expect(await visitors.reserve(ask("issued", "10.0.0.2"))).toBe(false)
      await visitors.carryOver("never-seen", "somebody")
      expect(await database.read.all("select * from free_usage where messages = 0 and subject <> 'everyone'")).toEqual(
        [],
      )
    })

    test("keeps counts for a week, and no address or id as it is", async () => {
      const visitors = quota()
      await visitors.reserve(ask("v-canary", "10.0.0.77"))
      const rows = async () => await database.read.all("select * from free_usage")
      expect(JSON.stringify([await rows(), await database.read.all("select * from day_reserve")])).not.toMatch(
        /canary|10\.0\.0/,
      )
      clock += 6 * day
      await counters().forgetOld()
      expect(await rows()).not.toEqual([])
      clock += day
      await counters().forgetOld()
      expect(await rows()).toEqual([])
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
      await counters().sweep()
      await database.transaction((sql) => visitors.settle(sql, { runId: lost.runId, cost: microReais(0) }))
      expect(await visitors.reserve(ask("v-2", "10.0.0.2", 1))).toBe(false)
    })

    test("is closed to all when no messages are given away", async () => {
      expect(await quota({ messages: 0 }).reserve(ask("v-1", "10.0.0.1"))).toBe(false)
    })
  })
}
