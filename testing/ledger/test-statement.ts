/** The promises of a statement, kept on every engine: run by a test file per database. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { accounts } from "#core/ledger/entry.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { openDatabase, type DatabaseOptions } from "../../server/store/database.ts"
import type { Database } from "../../server/store/sql.ts"
import { createSteppedLedger, type SteppedLedger } from "./stepped-ledger.ts"
import { readSpent } from "../../server/ledger/spent.ts"
import { readStatement, type StatementQuery } from "../../server/ledger/statement.ts"
import { recordUsage } from "../../server/ledger/usage-records.ts"
import { openWallets } from "../../server/ledger/wallet.ts"

const start = Date.UTC(2026, 10, 21, 12)
const minuteMs = 60_000

export function testStatement(engine: string, options: DatabaseOptions | undefined): void {
  describe.skipIf(options === undefined)(`statements on ${engine}`, () => {
    let database: Database
    let ledger: SteppedLedger
    let clock = start
    let ids = 0
    const newId = () => `statement-${++ids}`
    const now = () => clock

    beforeAll(async () => {
      if (options === undefined) return
      database = await openDatabase(options)
      ledger = createSteppedLedger(database, { now, newId })
    })
    afterAll(() => database.close())

    async function code(kind: "premium" | "free" = "premium") {
      const codeId = newId()
      await database.transaction((sql) => openWallets(sql, codeId))
      return { codeId, owner: `code:${codeId}`, purse: kind }
    }
    type Code = Awaited<ReturnType<typeof code>>

    const credit = (of: Code, amount: number) =>
      ledger.credit({ codeId: of.codeId, purse: of.purse, amount: microReais(amount), ref: newId() })

    /** A run with its record, as the gateway ends one. */
    async function use(of: Code, cost: number, { ending = "done", calls = 0 } = {}): Promise<string> {
      clock += minuteMs
      const id = `run_${newId()}`
      const run = { id, codeId: of.codeId, purse: of.purse, priceVersion: "v1", calls }
      await ledger.hold({ ...run, amount: microReais(Math.max(1, cost)) })
      const usage = { ...noUsage, inputUncached: 1_000, inputCached: 200, output: cost === 0 ? 0 : 400, reasoning: 100 }
      await database.transaction(async (sql) => {
        if (cost === 0) await ledger.within(sql).void(id, of.codeId)
        else {
          const settlement = { id, model: "gpt-5", cost: microReais(cost), calls, meta: { usage } }
          await ledger.within(sql).settle(settlement, of.codeId)
        }
        await recordUsage(sql, {
          runId: id,
          owner: of.owner,
          tier: "premium",
          model: "gpt-5",
          provider: "openai",
          at: now(),
          durationMs: 10,
          usage: { ...usage, searchCalls: calls },
          cost: microReais(cost),
          charged: microReais(cost),
          priceVersion: "v1",
          ending,
        })
      })
      return id
    }

    const page = (of: Code, query: Partial<StatementQuery> = {}) =>
      database.snapshot((sql) => readStatement(sql, of, { limit: 200, ...query }))

    test("every line says what was left, and their sum is the balance to the micro-real", async () => {
      const of = await code()
      await credit(of, 10_000_001)
      await ledger.creditCalls({ codeId: of.codeId, calls: 3, ref: newId() })
      await use(of, 333_333)
      await use(of, 0, { ending: "failed" })
      await use(of, 1, { calls: 2 })
      const { lines } = await page(of)
      expect(
        lines.map(({ kind, amount, calls, balanceAfter, ending }) => [kind, amount, calls, balanceAfter, ending]),
      ).toEqual([
        ["use", -1, -2, 9_666_667, "done"],
        ["use", 0, 0, 9_666_668, "failed"],
        ["use", -333_333, 0, 9_666_668, "done"],
        ["calls", 0, 3, 10_000_001, undefined],
        ["credit", 10_000_001, 0, 10_000_001, undefined],
      ])
      const { premium, calls } = await ledger.balances(of.codeId)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(premium.posted)
      expect(lines.reduce((sum, line) => sum + line.calls, 0)).toBe(calls.posted)
      expect(lines[2]).toMatchObject({
        model: "gpt-5",
        tokens: { input: 1_000, cached: 200, output: 400, reasoning: 100 },
        searchCalls: 0,
        purse: "premium",
      })
      expect(lines.at(-1)).toMatchObject({ source: "manual" })
    })

    test("pages of any size, one after the other, are the whole", async () => {
      const of = await code()
      await credit(of, 1_000_000)
      for (let n = 1; n <= 7; n++) await use(of, n % 3 === 0 ? 0 : n * 1_000)
      const whole = (await page(of)).lines
      expect(whole).toHaveLength(8)
      for (const limit of [1, 2, 3, 8]) {
        const seen = []
        let next: StatementQuery["before"]
        do {
          const some = await page(of, { limit, ...(next ? { before: next } : {}) })
          seen.push(...some.lines)
          next = some.next
        } while (next)
        expect(seen).toEqual(whole)
      }
    })

    test("a long history of money, searches and free runs is read in pieces and is whole", async () => {
      const of = await code()
      for (let n = 0; n < 300; n++) {
        clock += minuteMs
        await credit(of, n + 1)
        if (n % 4 === 0) await ledger.creditCalls({ codeId: of.codeId, calls: 1, ref: newId() })
        if (n % 50 === 0) await use(of, 1, { calls: 1 })
        if (n % 20 === 0) await use(of, 0, { ending: "failed" })
      }
      const lines = []
      for (let next: StatementQuery["before"], more = true; more;) {
        const some = await page(of, { limit: 190, ...(next ? { before: next } : {}) })
        lines.push(...some.lines)
        next = some.next
        more = next !== undefined
      }
      expect(lines).toHaveLength(300 + 75 + 6 + 15)
      let [money, searches] = [0, 0]
      for (const { amount, calls, balanceAfter, callsAfter } of lines.toReversed()) {
        money += amount
        searches += calls
        expect([balanceAfter, callsAfter]).toEqual([money, searches])
      }
      expect(money).toBe((await ledger.balances(of.codeId)).premium.posted)
      expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted((a, b) => b - a))
    })

    test("a filter hides lines and changes none", async () => {
      const of = await code()
      await credit(of, 1_000_000)
      await use(of, 100_000)
      const from = clock + 1
      await use(of, 0, { ending: "stopped" })
      await credit(of, 5)
      const until = clock + 1
      await use(of, 100_000)
      const whole = (await page(of)).lines
      const credits = (await page(of, { kind: "credit" })).lines
      expect(credits).toEqual(whole.filter(({ kind }) => kind === "credit"))
      expect((await page(of, { kind: "use" })).lines).toEqual(whole.filter(({ kind }) => kind === "use"))
      const between = (await page(of, { from, until })).lines
      expect(between).toEqual(whole.filter(({ at }) => at >= from && at < until))
      expect(between.map(({ balanceAfter }) => balanceAfter)).toEqual([900_005, 900_000])
    })

    test("shows nobody else's lines, and a code of the operator's list its uses", async () => {
      const [of, other] = [await code(), await code()]
      await credit(other, 1_000_000)
      await use(other, 1_000)
      expect(await page(of)).toEqual({ lines: [] })
      expect(await page({ ...of, codeId: "" })).toEqual({ lines: [] })
      const usage = { ...noUsage, inputUncached: 5, output: 7 }
      const record = { runId: newId(), owner: "operator:x", tier: "premium", model: "gpt-4.1", provider: "openai" }
      const facts = { at: now(), durationMs: 1, usage, cost: microReais(9), charged: microReais(0) }
      await database.transaction((sql) => recordUsage(sql, { ...record, ...facts, priceVersion: "v1", ending: "done" }))
      const lines = (
        await database.snapshot((sql) => readStatement(sql, { owner: "operator:x", purse: "premium" }, { limit: 5 }))
      ).lines
      expect(lines).toMatchObject([{ amount: 0, balanceAfter: 0, model: "gpt-4.1", tokens: { input: 5, output: 7 } }])
    })

    test("knows a run that crashed with its server from the books alone", async () => {
      const of = await code()
      await credit(of, 1_000_000)
      const id = `run_${newId()}`
      await ledger.hold({ id, codeId: of.codeId, purse: "premium", amount: microReais(50), priceVersion: "v1" })
      const usage = { ...noUsage, inputUncached: 11, output: 30 }
      await ledger.settle({ id, model: "o3", cost: microReais(41), meta: { usage, ending: "crash" } }, of.codeId)
      const [line] = (await page(of)).lines
      const tokens = { input: 11, cached: 0, output: 30, reasoning: 0 }
      expect(line).toMatchObject({ runId: id, model: "o3", ending: "crash", amount: -41, tokens })
    })

    test("counts what was charged since an instant, free runs and other wallets aside", async () => {
      const [of, other] = [await code(), await code()]
      for (const each of [of, other]) await credit(each, 1_000_000)
      await use(of, 5_000)
      const since = clock + 1
      await use(of, 0)
      await use(of, 300)
      await use(other, 7_000)
      await use(of, 21)
      const wallet = accounts.wallet(of.codeId, "premium")
      expect(await readSpent(database.read, wallet, since)).toBe(321)
      expect(await readSpent(database.read, wallet, clock + 1)).toBe(0)
    })
  })
}
