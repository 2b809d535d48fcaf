import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { noteFreeProgress, takeFreeProgress } from "../ledger/free-progress.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { serveFor } from "../../testing/serve-for.ts"
import { joinAlone, type Membership, outsider } from "../servers/membership.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { createDayCounters } from "./day-counters.ts"
import { createFreeQuota, dailyPluginCalls, type FreeQuota } from "./free-quota.ts"

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
        for (const table of ["free_usage", "day_reserve", "day_closed"]) await sql.run(`delete from ${table}`)
      })
    })

    const counters = (on = database, server: Membership = outsider("here")) =>
      createDayCounters(on, () => clock, server)
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

    const everybodys = () =>
      database.read.get(
        "select sum(spent) as spent, sum(reserved) as reserved from free_usage where subject like 'everyone/%'",
      )

    test("lets a new visitor have exactly a day's messages, asked for all at once by two servers", async () => {
      const [here, there] = [quota({ messages: 5 }), quota({ messages: 5 }, other)]
      const admitted = await Promise.all(
        times(60).map((n) => (n % 2 ? here : there).reserve(ask("visitor-1", `10.0.0.${n}`))),
      )
      expect(admitted.filter(Boolean)).toHaveLength(5)
    })

    const admittedOf = async (asks: readonly Parameters<FreeQuota["reserve"]>[0][], visitors: FreeQuota) =>
      (await Promise.all(asks.map((one) => visitors.reserve(one)))).filter(Boolean).length

    test("calls of plugins take none of the day's messages", async () => {
      const visitors = quota({ messages: 2 })
      const visitor = { visitorId: "curious", address: "10.0.0.3" }
      for (const _ of times(5)) {
        expect(await visitors.hasPluginCall(visitor)).toBe(true)
        expect(await visitors.takePluginCall(visitor)).toBe(true)
      }
      expect(await visitors.left(visitor)).toEqual({ left: 2, of: 2 })
      expect(
        await admittedOf(
          times(3).map(() => ask("curious", "10.0.0.3")),
          visitors,
        ),
      ).toBe(2)
    })

    test("an address has the calls of plugins of five visitors, and a /48 those of twenty, whatever ids they bring", async () => {
      const visitors = quota()
      let ids = 0
      const call = (address: string) => visitors.takePluginCall({ visitorId: `made-${++ids}`, address })
      const used = (kind: string, calls: number) =>
        database.transaction((sql) =>
          sql.run(`update free_usage set messages = ? where subject like 'plugin-${kind}:%'`, [calls]),
        )
      expect(await call("10.0.0.1")).toBe(true)
      await used("address", dailyPluginCalls * 5 - 1)
      expect([await call("10.0.0.1"), await call("10.0.0.1"), await call("10.0.0.2")]).toEqual([true, false, true])
      expect(await call("2001:db8:1:2::1")).toBe(true)
      await used("network", dailyPluginCalls * 20 - 1)
      expect([await call("2001:db8:1:3::1"), await call("2001:db8:1:4::1")]).toEqual([true, false])
      expect(await call("2001:db8:2::1")).toBe(true)
    })

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
      const asked = [quota({ messages: 3 }), quota({ messages: 3 }, other)]
      const handed = await Promise.all(asked.map((one) => one.handOn("earlier-id", "issued")))
      expect(handed.filter(Boolean)).toHaveLength(1)
      expect(await visitors.left({ visitorId: "issued", address: "10.0.0.2" })).toEqual({ left: 1, of: 3 })
      await visitors.reserve(ask("issued", "10.0.0.2"))
      expect(await visitors.handOn("earlier-id", "issued")).toBe(false)
      expect(await visitors.reserve(ask("issued", "10.0.0.2"))).toBe(false)
      expect(await visitors.handOn("never-seen", "somebody")).toBe(false)
      expect(
        await database.read.all("select * from free_usage where messages = 0 and subject not like 'everyone/%'"),
      ).toEqual([])
    })

    test("an id from before that was used yesterday stands for its visitor still, and two days later for nobody", async () => {
      const visitors = quota({ messages: 3 })
      for (const id of ["yesterday", "long-ago"]) await visitors.reserve(ask(id, "10.0.0.1"))
      clock += day
      expect(await visitors.handOn("yesterday", "issued")).toBe(true)
      expect(await visitors.left({ visitorId: "issued", address: "10.0.0.2" })).toEqual({ left: 3, of: 3 })
      clock += day
      expect(await visitors.handOn("long-ago", "other")).toBe(false)
    })

    test("keeps counts for a week, and no address or id as it is", async () => {
      const visitors = quota()
      await visitors.reserve(ask("v-canary", "10.0.0.77"))
      const rows = async () => await database.read.all("select * from free_usage")
      expect(JSON.stringify([await rows(), await database.read.all("select * from day_reserve")])).not.toMatch(
        /canary|10\.0\.0/,
      )
      const [counted] = await rows()
      await serveFor(database, 6 * day)
      clock += 6 * day
      await counters().forgetOld()
      expect(await rows()).toContainEqual(counted)
      await serveFor(database, day + 1)
      clock += day
      await counters().forgetOld()
      expect(await rows()).toEqual([])
    })

    test("gives no day away twice, although the clock jumps a month ahead for a moment and everything old is deleted", async () => {
      const visitors = quota({ messages: 1 })
      expect(await visitors.reserve(ask("v-1", "10.0.0.1"))).toBe(true)
      clock += 30 * day
      await counters().forgetOld()
      clock -= 30 * day
      expect(await visitors.reserve(ask("v-1", "10.0.0.1"))).toBe(false)
    })

    test.each([
      ["dear calls", 1_000, 300, 3],
      ["calls of a part of it", 1_000, 62, 16],
      ["cheap calls", 1_000, 7, 142],
      ["a ceiling below its number of parts", 5, 2, 2],
    ])("never lets all visitors together cost more than the day's ceiling: %s", async (_, budget, amount, fitting) => {
      const [here, there] = [quota({ budget }), quota({ budget }, other)]
      const asks = times(200).map((n) => ask(`v-${n}`, `10.0.${n}.1`, amount))
      const admitted = await Promise.all(asks.map((one, n) => (n % 2 ? here : there).reserve(one)))
      expect(admitted.filter(Boolean)).toHaveLength(fitting)
      for (const [n, { runId }] of asks.entries())
        if (admitted[n] === true)
          await database.transaction((sql) => here.settle(sql, { runId, cost: microReais(amount) }))
      expect(await everybodys()).toEqual({ spent: fitting * amount, reserved: 0 })
      expect(await here.reserve(ask("late", "10.1.0.1", amount))).toBe(false)
    })

    test("lets nobody in any more that day once a call has cost what all may cost together", async () => {
      const visitors = quota({ budget: 16_000 })
      const dear = ask("v-1", "10.0.0.1", 100)
      expect(await visitors.reserve(dear)).toBe(true)
      await database.transaction((sql) => visitors.settle(sql, { runId: dear.runId, cost: microReais(20_000) }))
      expect(await everybodys()).toEqual({ spent: 20_000, reserved: 0 })
      for (const n of times(40)) expect(await visitors.reserve(ask(`w-${n}`, `10.1.${n}.1`, 1))).toBe(false)
      clock += day
      expect(await visitors.reserve(ask("v-1", "10.0.0.1", 100))).toBe(true)
    })

    test("is not asked about a day that is known to be spent", async () => {
      const visitors = quota({ budget: 100 })
      const all = ask("v-1", "10.0.0.1", 100)
      expect(await visitors.reserve(all)).toBe(true)
      await database.transaction((sql) => visitors.settle(sql, { runId: all.runId, cost: all.amount }))
      expect(await visitors.reserve(ask("v-2", "10.0.0.2", 1))).toBe(false)
      await database.transaction((sql) => sql.run("delete from free_usage"))
      expect(await visitors.reserve(ask("v-2", "10.0.0.2", 1))).toBe(false)
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

    test("gives back what a crashed run had set aside, once what came of it is booked", async () => {
      const visitors = quota({ messages: 1, budget: 100 })
      const lost = ask("v-1", "10.0.0.1")
      const left = () => database.read.all("select run_id from day_reserve")
      await visitors.reserve(lost)
      await counters().sweep()
      expect(await left()).toHaveLength(1)
      await database.transaction((sql) => noteFreeProgress(sql, lost.runId, "here", "{}"))
      const next = counters(database, await joinAlone(database, "the next server"))
      await next.sweep()
      expect(await left()).toHaveLength(1)
      await database.transaction((sql) => takeFreeProgress(sql, lost.runId))
      await next.sweep()
      expect(await left()).toHaveLength(0)
      // A run that cost nothing does not count as a message.
      await database.transaction((sql) => visitors.settle(sql, { runId: lost.runId, cost: microReais(50) }))
      expect(await visitors.reserve(ask("v-1", "10.0.0.1", 100))).toBe(true)
    })

    test("an end told after its call was closed for a server taken for dead counts the difference, once", async () => {
      // Beside others a server may come back; to this one, all others are dead.
      const besideOthers = { ...(await joinAlone(database, "the sweeper")), deadReturn: true }
      const sweeper = counters(database, besideOthers)
      const visitors = quota({ messages: 2, budget: 16_000 })
      const counted = async () => {
        const row = await database.read.get<{ messages: number; spent: number; reserved: number }>(
          "select messages, spent, reserved from free_usage where subject like 'visitor:%'",
        )
        return { ...row, everyone: await everybodys() }
      }
      const allCount = (messages: number, spent: number) => ({
        messages,
        spent,
        reserved: 0,
        everyone: { spent, reserved: 0 },
      })
      const close = async (runId: string, cost: number) =>
        database.transaction((sql) => sweeper.settleForGone(sql, { runId, cost: microReais(cost) }))
      const end = async (runId: string, cost: number) =>
        database.transaction((sql) => visitors.settle(sql, { runId, cost: microReais(cost) }))

      const cheaper = ask("v-1", "10.0.0.1", 1_500)
      await visitors.reserve(cheaper)
      for (const guess of [300, 200, 400]) await close(cheaper.runId, guess)
      expect(await counted()).toEqual(allCount(1, 400))
      for (let i = 0; i < 2; i++) await end(cheaper.runId, 350)
      expect(await counted()).toEqual(allCount(1, 350))

      const unseen = ask("v-1", "10.0.0.1", 1_500)
      await visitors.reserve(unseen)
      await sweeper.sweep()
      expect(await counted()).toEqual(allCount(1, 350))
      for (let i = 0; i < 2; i++) await end(unseen.runId, 1_700)
      expect(await counted()).toEqual(allCount(2, 2_050))
      expect(await visitors.reserve(ask("v-1", "10.0.0.1", 1))).toBe(false)

      const nothing = ask("v-2", "10.0.0.2", 1_500)
      await visitors.reserve(nothing)
      await close(nothing.runId, 600)
      await end(nothing.runId, 0)
      expect(await visitors.left({ visitorId: "v-2", address: "10.0.0.2" })).toEqual({ left: 2, of: 2 })
      expect(await everybodys()).toEqual({ spent: 2_050, reserved: 0 })
      expect(await database.read.all("select run_id from day_closed")).toEqual([])
    })

    test("forgets what was closed for others with the day that it was counted in", async () => {
      const sweeper = counters(database, { ...(await joinAlone(database, "another sweeper")), deadReturn: true })
      await quota().reserve(ask("v-1", "10.0.0.1"))
      await sweeper.sweep()
      const closed = () => database.read.all("select day from day_closed")
      clock += 9 * day
      await sweeper.forgetOld()
      expect(await closed()).toHaveLength(1)
      await serveFor(database, 8 * day)
      await sweeper.forgetOld()
      expect(await closed()).toHaveLength(0)
    })

    test("is closed to all when no messages are given away", async () => {
      expect(await quota({ messages: 0 }).reserve(ask("v-1", "10.0.0.1"))).toBe(false)
    })
  })
}
