/** The promises of the books, kept on every engine: `testLedger` is run by a test file per database. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { accounts } from "#core/ledger/entry.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { openDatabase, rollback, type Database, type DatabaseOptions } from "../store/database.ts"
import { grantDaily } from "./credit.ts"
import { createLedger, leaseMs, type Ledger } from "./ledger-store.ts"
import { findViolations } from "./verify.ts"
import { openWallets } from "./wallet.ts"

const start = Date.UTC(2026, 10, 21, 12)
const real = (reais: number) => microReais(reais * 1_000_000)
const times = (n: number) => Array.from({ length: n }, (_, index) => index)

/** Without a database to open, the promises are listed as skipped. */
export function testLedger(engine: string, options: DatabaseOptions | undefined): void {
  describe.skipIf(options === undefined)(`the books on ${engine}`, () => {
    let database: Database
    let other: Database
    let ledger: Ledger
    let elsewhere: Ledger
    let clock = start
    let ids = 0
    const newId = () => `id-${++ids}`
    const now = () => clock

    beforeAll(async () => {
      if (options === undefined) return
      database = await openDatabase(options)
      other = await openDatabase(options)
      ledger = createLedger(database, { now, newId })
      elsewhere = createLedger(other, { now, newId })
    })
    afterAll(async () => {
      await database.close()
      await other.close()
    })

    async function code(reais = 0, calls = 0): Promise<string> {
      const codeId = newId()
      await database.transaction((sql) => openWallets(sql, codeId))
      if (reais > 0) await ledger.credit({ codeId, purse: "premium", amount: real(reais), ref: newId() })
      if (calls > 0) await ledger.creditCalls({ codeId, calls, ref: newId() })
      return codeId
    }
    const ask = (codeId: string, reais: number, more: { id?: string; calls?: number } = {}) => ({
      id: newId(),
      codeId,
      purse: "premium" as const,
      amount: real(reais),
      priceVersion: "v1",
      ...more,
    })
    const cost = (id: string, reais: number, calls = 0) => ({ id, model: "gpt-5", cost: real(reais), calls })
    const premium = async (codeId: string) => (await ledger.balances(codeId)).premium
    const verified = async () => expect(await ledger.verify()).toMatchObject({ ok: true, violations: [] })

    test("holds, settles for less, and gives the rest back", async () => {
      const codeId = await code(20, 5)
      const request = ask(codeId, 3, { calls: 2 })
      expect(await ledger.hold(request)).toEqual({ outcome: "held" })
      expect(await premium(codeId)).toEqual({ posted: real(20), held: real(3), available: real(17) })
      expect((await ledger.balances(codeId)).calls).toEqual({ posted: 5, held: 2, available: 3 })
      const settled = await ledger.settle({ ...cost(request.id, 1.25, 1), meta: { output: 10 } }, codeId)
      expect(settled).toMatchObject({ outcome: "settled", charged: real(1.25), chargedCalls: 1 })
      expect(settled.balances.premium).toEqual({ posted: real(18.75), held: 0, available: real(18.75) })
      expect(settled.balances.calls).toEqual({ posted: 4, held: 0, available: 4 })
      await verified()
    })

    test("settles a run once, however often it is told", async () => {
      const codeId = await code(20)
      const request = ask(codeId, 3)
      await ledger.hold(request)
      const results = await Promise.all(times(20).map(() => ledger.settle(cost(request.id, 2), codeId)))
      expect(results.filter(({ outcome }) => outcome === "settled")).toHaveLength(1)
      expect(results.filter(({ outcome }) => outcome === "already")).toHaveLength(19)
      expect(await premium(codeId)).toMatchObject({ posted: real(18), held: 0 })
      await verified()
    })

    test("holds a run once and says what became of it", async () => {
      const codeId = await code(20)
      const request = ask(codeId, 3)
      const results = await Promise.all(times(10).map(() => ledger.hold(request)))
      expect(results.filter(({ outcome }) => outcome === "held")).toHaveLength(1)
      expect(results.filter(({ outcome }) => outcome === "duplicate")).toHaveLength(9)
      await ledger.void(request.id)
      expect(await ledger.hold(request)).toMatchObject({ outcome: "duplicate", state: "void" })
      expect(await premium(codeId)).toMatchObject({ held: 0 })
    })

    test("lets exactly as many parallel holds in as the balance pays for", async () => {
      const codeId = await code(7)
      const results = await Promise.all(times(200).map(() => ledger.hold(ask(codeId, 1))))
      expect(results.filter(({ outcome }) => outcome === "held")).toHaveLength(7)
      expect(results.filter(({ outcome }) => outcome === "insufficient")).toHaveLength(193)
      expect(await premium(codeId)).toEqual({ posted: real(7), held: real(7), available: 0 })
      await verified()
    })

    test("lets no more in when two servers share the database", async () => {
      const codeId = await code(7)
      const results = await Promise.all(times(200).map((n) => (n % 2 ? ledger : elsewhere).hold(ask(codeId, 1))))
      expect(results.filter(({ outcome }) => outcome === "held")).toHaveLength(7)
      expect(await premium(codeId)).toEqual({ posted: real(7), held: real(7), available: 0 })
      await verified()
    })

    test("lets no more in when two processes share the database", async () => {
      const codeId = await code(7)
      const held = await Promise.all(
        times(2).map(() => holdInProcess({ options, codeId, amount: real(1), count: 50, at: clock })),
      )
      expect(held.reduce((sum, some) => sum + some, 0)).toBe(7)
      expect(await premium(codeId)).toEqual({ posted: real(7), held: real(7), available: 0 })
      await verified()
    }, 60_000)

    test("refuses what is not there and leaves no trace of it", async () => {
      const codeId = await code(1, 1)
      expect(await ledger.hold(ask(codeId, 2))).toEqual({
        outcome: "insufficient",
        unit: "BRL",
        available: real(1),
        held: 0,
      })
      const searching = ask(codeId, 1, { calls: 2 })
      expect(await ledger.hold(searching)).toEqual({ outcome: "insufficient", unit: "CALL", available: 1, held: 0 })
      expect(await premium(codeId)).toMatchObject({ held: 0 })
      expect(await ledger.settle(cost(searching.id, 1), codeId)).toMatchObject({ outcome: "no-hold" })
      expect(await ledger.hold(ask("nobody", 1))).toEqual({ outcome: "no-wallet" })
      expect(await ledger.hold(ask("nobody", 1, { calls: 1 }))).toEqual({ outcome: "no-wallet" })
      await verified()
    })

    test("gives a void reservation back, once, and only its owner's", async () => {
      const codeId = await code(5, 3)
      const request = ask(codeId, 5, { calls: 3 })
      await ledger.hold(request)
      expect(await elsewhere.void(request.id)).toBe(false)
      expect(await elsewhere.settle(cost(request.id, 1), codeId)).toMatchObject({ outcome: "not-ours" })
      const results = await Promise.all(times(5).map(() => ledger.void(request.id)))
      expect(results.filter(Boolean)).toHaveLength(1)
      expect(await ledger.balances(codeId)).toMatchObject({
        premium: { posted: real(5), held: 0 },
        calls: { posted: 3, held: 0 },
      })
      await verified()
    })

    test("takes a cost beyond the hold from what is available and books the rest as our loss", async () => {
      const codeId = await code(5)
      const request = ask(codeId, 2)
      await ledger.hold(request)
      await ledger.hold(ask(codeId, 1))
      const settled = await ledger.settle(cost(request.id, 10), codeId)
      expect(settled).toMatchObject({ outcome: "settled", charged: real(4) })
      expect(settled.balances.premium).toEqual({ posted: real(1), held: real(1), available: 0 })
      await verified()
    })

    test("never overdraws a wallet when many runs at once cost more than they held", async () => {
      const codeId = await code(5)
      const requests = times(30).map((n) => ({ books: n % 2 ? ledger : elsewhere, ...ask(codeId, 0.1) }))
      for (const { books, ...request } of requests) await books.hold(request)
      const settled = await Promise.all(requests.map(({ books, id }) => books.settle(cost(id, 1), codeId)))
      const charged = settled.reduce((sum, result) => sum + ("charged" in result ? result.charged : 0), 0)
      expect(await premium(codeId)).toEqual({ posted: real(5) - charged, held: 0, available: real(5) - charged })
      expect(charged).toBeGreaterThanOrEqual(real(3))
      await verified()
    })

    test("settles late out of what is available after the hold was given back", async () => {
      const codeId = await code(5)
      const request = ask(codeId, 2)
      await ledger.hold(request)
      await ledger.void(request.id)
      await ledger.hold(ask(codeId, 4))
      const late = await Promise.all(times(5).map(() => ledger.settle(cost(request.id, 3), codeId)))
      expect(late.filter(({ outcome }) => outcome === "late")).toMatchObject([{ charged: real(1) }])
      expect(await premium(codeId)).toEqual({ posted: real(4), held: real(4), available: 0 })
      await verified()
    })

    test("bears itself what is absorbed, and books nothing for a run that cost nothing", async () => {
      const codeId = await code(5)
      const empty = ask(codeId, 2)
      const nothing = ask(codeId, 2)
      await ledger.hold(empty)
      await ledger.hold(nothing)
      const absorbed = { account: "loss:empty", amount: real(1) } as const
      expect(await ledger.settle({ ...cost(empty.id, 0), absorbed }, codeId)).toMatchObject({ charged: 0 })
      expect(await ledger.settle(cost(nothing.id, 0), codeId)).toMatchObject({ outcome: "settled", charged: 0 })
      expect(await premium(codeId)).toMatchObject({ posted: real(5), held: 0 })
      await verified()
    })

    test("never pays back through a settlement", async () => {
      const codeId = await code(5)
      const request = ask(codeId, 2)
      await ledger.hold(request)
      await expect(ledger.settle(cost(request.id, -1), codeId)).rejects.toThrow(RangeError)
      await expect(ledger.settle(cost(request.id, 1, -1), codeId)).rejects.toThrow(RangeError)
      expect(await premium(codeId)).toMatchObject({ posted: real(5), held: real(2) })
    })

    test("credits a payment once, even told ten times at once", async () => {
      const codeId = await code()
      const payment = { codeId, purse: "premium", amount: real(10), ref: newId() } as const
      const results = await Promise.all(times(10).map((n) => (n % 2 ? ledger : elsewhere).credit(payment)))
      expect(results.filter(({ outcome }) => outcome === "credited")).toHaveLength(1)
      expect(results.filter(({ outcome }) => outcome === "already")).toHaveLength(9)
      expect(await ledger.credit({ ...payment, amount: real(11) })).toEqual({ outcome: "conflict" })
      expect(await ledger.credit({ ...payment, codeId: await code() })).toEqual({ outcome: "conflict" })
      expect(await premium(codeId)).toMatchObject({ posted: real(10) })
      await verified()
    })

    test("freezes a wallet that a chargeback overdraws until it is covered", async () => {
      const codeId = await code(10)
      const request = ask(codeId, 6)
      await ledger.hold(request)
      await ledger.credit({ codeId, purse: "premium", amount: real(-10), ref: newId() })
      expect(await premium(codeId)).toEqual({ posted: 0, held: real(6), available: 0 })
      expect(await ledger.hold(ask(codeId, 1))).toEqual({ outcome: "frozen" })
      expect(await ledger.settle(cost(request.id, 7), codeId)).toMatchObject({ charged: real(6) })
      expect(await premium(codeId)).toEqual({ posted: real(-6), held: 0, available: 0 })
      await verified()
      await ledger.credit({ codeId, purse: "premium", amount: real(8), ref: newId() })
      expect(await premium(codeId)).toMatchObject({ available: real(2) })
      expect(await ledger.hold(ask(codeId, 2))).toEqual({ outcome: "held" })
      await verified()
    })

    test("keeps a wallet frozen by hand through credits, until it is thawed", async () => {
      const codeId = await code(10)
      const wallet = accounts.wallet(codeId, "premium")
      await ledger.freezeWallet(wallet, true)
      await ledger.credit({ codeId, purse: "premium", amount: real(1), ref: newId() })
      expect(await ledger.hold(ask(codeId, 1))).toEqual({ outcome: "frozen" })
      await ledger.freezeWallet(wallet, false)
      expect(await ledger.hold(ask(codeId, 1))).toEqual({ outcome: "held" })
    })

    test("never lets a balance grow beyond what can be counted", async () => {
      const codeId = await code()
      const most = microReais(Number.MAX_SAFE_INTEGER)
      expect(await ledger.credit({ codeId, purse: "premium", amount: most, ref: newId() })).toEqual({
        outcome: "credited",
      })
      expect(await ledger.credit({ codeId, purse: "premium", amount: microReais(1), ref: newId() })).toEqual({
        outcome: "too-much",
      })
      await ledger.credit({ codeId, purse: "premium", amount: microReais(-most), ref: newId() })
      await verified()
    })

    test("takes search calls back only as far as they are free", async () => {
      const codeId = await code(5, 5)
      await ledger.hold(ask(codeId, 1, { calls: 3 }))
      expect(await ledger.creditCalls({ codeId, calls: -3, ref: newId() })).toEqual({
        outcome: "insufficient",
        available: 2,
      })
      expect(await ledger.creditCalls({ codeId, calls: -2, ref: newId() })).toEqual({ outcome: "credited" })
      expect((await ledger.balances(codeId)).calls).toEqual({ posted: 3, held: 3, available: 0 })
      await verified()
    })

    test("grants the day's allowance once and never more than the target", async () => {
      const codeId = await code()
      const today = { codeId, day: "2026-11-21", target: real(0.5) }
      const granted = await Promise.all(times(100).map((n) => (n % 2 ? ledger : elsewhere).grantDaily(today)))
      expect(granted.filter((amount) => amount > 0)).toEqual([real(0.5)])
      const request = { ...ask(codeId, 0.2), purse: "free" as const }
      await ledger.hold(request)
      await ledger.settle(cost(request.id, 0.2), codeId)
      expect(await ledger.grantDaily(today)).toBe(0)
      expect(await ledger.grantDaily({ ...today, day: "2026-11-22" })).toBe(real(0.2))
      expect(await ledger.grantDaily({ ...today, day: "2026-11-23" })).toBe(0)
      expect((await ledger.balances(codeId)).free).toMatchObject({ posted: real(0.5) })
      // A payment that comes between the look and the grant leaves nothing to grant.
      await ledger.credit({ codeId, purse: "free", amount: real(1), ref: newId() })
      const late = { ...today, day: "2026-11-24" }
      expect(await database.transaction((sql) => grantDaily(sql, late, now()))).toEqual({ granted: 0 })
      expect((await ledger.balances(codeId)).free).toMatchObject({ posted: real(1.5) })
      await verified()
    })

    test("books what a free run cost us, once", async () => {
      const run = { id: newId(), model: "gpt-4o-mini", cost: microReais(1234) }
      const booked = await Promise.all(times(5).map(() => ledger.bookFree(run)))
      expect(booked.filter(Boolean)).toHaveLength(1)
      expect(await ledger.bookFree({ ...run, id: newId(), cost: microReais(0) })).toBe(false)
      await verified()
    })

    test("closes holds past their lease, settling those that had got somewhere", async () => {
      const codeId = await code(10)
      const [quiet, halfway, alive] = [ask(codeId, 1), ask(codeId, 2), ask(codeId, 3)]
      await elsewhere.hold(quiet)
      await elsewhere.hold(halfway)
      expect(await elsewhere.progress(halfway.id, JSON.stringify({ output: 5 }))).toBe(true)
      clock += leaseMs + 1
      await ledger.hold(alive)
      const decide = async (row: { readonly progress: string | null }) =>
        row.progress === null ? undefined : { model: "gpt-5", cost: real(0.5) }
      const closed = await ledger.sweep({ decide })
      expect(closed.settled).toBe(1)
      expect(await premium(codeId)).toEqual({ posted: real(9.5), held: real(3), available: real(6.5) })
      expect(await elsewhere.progress(quiet.id, "{}")).toBe(false)
      expect(await elsewhere.void(quiet.id)).toBe(false)
      await verified()
    })

    test("keeps the holds of a living owner, however long they take", async () => {
      const codeId = await code(10)
      const request = ask(codeId, 1)
      await ledger.hold(request)
      clock += leaseMs - 1
      expect(await ledger.extendLeases()).toBeGreaterThan(0)
      clock += leaseMs - 1
      await elsewhere.sweep()
      expect(await ledger.settle(cost(request.id, 1), codeId)).toMatchObject({ outcome: "settled" })
    })

    test("closes every hold of an earlier life when it is the only one alive", async () => {
      const codeId = await code(10)
      await elsewhere.hold(ask(codeId, 1))
      const mine = ask(codeId, 2)
      await ledger.hold(mine)
      expect(await ledger.sweep({ onlyOneAlive: true })).toEqual({ settled: 0, expired: 1 })
      expect(await premium(codeId)).toMatchObject({ held: real(2) })
      expect(await ledger.void(mine.id)).toBe(true)
    })

    test("exports every entry, and they sum to nothing", async () => {
      let sum = 0
      let previous = 0
      for await (const entry of ledger.exportEntries()) {
        expect(entry.txn).toBeGreaterThanOrEqual(previous)
        previous = entry.txn
        sum += entry.amount
      }
      expect(previous).toBeGreaterThan(20)
      expect(sum).toBe(0)
    })

    test("refuses to change or remove what is in the books", async () => {
      for (const statement of [
        "update entry set amount = 1",
        "delete from entry",
        "update txn set ref = 'x'",
        "delete from txn",
      ])
        await expect(database.transaction((sql) => sql.run(statement))).rejects.toThrow(/append-only/)
    })

    test("survives a storm of everything at once without a wrong centavo", async () => {
      const codes = await Promise.all(times(4).map(() => code(3, 20)))
      await Promise.all(
        times(300).map(async (n) => {
          const books = n % 2 ? ledger : elsewhere
          const codeId = codes[n % 4] ?? ""
          const request = ask(codeId, 0.1, { calls: n % 3 })
          if (n % 11 === 0) await books.credit({ codeId, purse: "premium", amount: real(0.1), ref: newId() })
          if ((await books.hold(request)).outcome !== "held") return
          if (n % 5 === 0) await books.void(request.id)
          if (n % 7 !== 0) await books.settle(cost(request.id, (n % 13) / 100, n % 3), codeId)
        }),
      )
      await verified()
    })

    test("finds each kind of damage", async () => {
      const codeId = await code(10, 5)
      const request = ask(codeId, 1, { calls: 1 })
      await ledger.hold(request)
      await ledger.settle(cost(request.id, 1, 1), codeId)
      const open = ask(codeId, 1)
      await ledger.hold(open)
      const wallet = accounts.wallet(codeId, "premium")
      const damages = [
        [
          "I1",
          `insert into entry (txn_id, seq, account, unit, amount) select max(id), 9, 'promo:free', 'BRL', 5 from txn`,
        ],
        ["I2", `update wallet set posted = posted + 1 where id = '${wallet}'`],
        ["I3", `update wallet set held = held + 1 where id = '${wallet}'`],
        ["I4", `update wallet set floor = 100000000000 where id = '${wallet}'`],
        ["I5", `update hold set state = 'void' where id = '${request.id}'`],
        ["I6", `update hold set captured = captured + 1 where id = '${request.id}'`],
        ["I6", `update hold set captured_calls = captured_calls + 1 where id = '${request.id}'`],
        ["I8", `update hold set lease_until = 1 where id = '${open.id}'`],
      ] as const
      for (const [invariant, damage] of damages) {
        expect({ damage, found: await damaged(database, damage, now()) }).toEqual({
          damage,
          found: expect.arrayContaining([invariant]),
        })
      }
      await verified()
    })
  })
}

/** Asks for holds, all at once, in a process of its own; answers how many were granted. */
async function holdInProcess(ask: object): Promise<number> {
  const script = `
    import { randomUUID } from "node:crypto"
    import { openDatabase } from ${JSON.stringify(new URL("../store/database.ts", import.meta.url))}
    import { createLedger } from ${JSON.stringify(new URL("ledger-store.ts", import.meta.url))}
    const { options, codeId, amount, count, at } = ${JSON.stringify(ask)}
    const database = await openDatabase(options)
    const ledger = createLedger(database, { now: () => at, newId: randomUUID })
    const hold = () => ledger.hold({ id: randomUUID(), codeId, purse: "premium", amount, priceVersion: "v" })
    const results = await Promise.all(Array.from({ length: count }, hold))
    process.stdout.write(String(results.filter(({ outcome }) => outcome === "held").length))
    await database.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script])
  return Number(stdout)
}

/** What verify would say of a damage, which is undone again. */
async function damaged(database: Database, damage: string, now: number): Promise<readonly string[]> {
  return database.transaction(async (sql) => {
    await sql.run(damage)
    return rollback((await findViolations(sql, now)).map(({ invariant }) => invariant))
  })
}
