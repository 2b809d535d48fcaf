import { expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { times, type Books } from "./test-books.ts"

/** The promises of the books about runs that cost their users nothing, on every engine. */
export function testFreeRuns(shared: Books): void {
  test("books what a free run cost us, once", async () => {
    const { ledger, verified, newId } = shared
    const run = { id: newId(), model: "gpt-4o-mini", cost: microReais(1234) }
    const booked = await Promise.all(times(5).map(() => ledger.bookFree(run)))
    expect(booked.filter(Boolean)).toHaveLength(1)
    expect(await ledger.bookFree({ ...run, id: newId(), cost: microReais(0) })).toBe(false)
    await verified()
  })

  test("a free run that was booked for a server taken for dead comes to what its end says, up or down", async () => {
    const { database, ledger, elsewhere, verified, newId } = shared
    const bookedOf = async (id: string) => {
      const rows = await database.read.all<{ account: string; sum: number | string }>(
        `select account, sum(amount) as sum from entry join txn on txn.id = txn_id where ref like ? group by account
          having sum(amount) <> 0 order by account`,
        [`%:${id}`],
      )
      return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
    }
    const run = { id: newId(), model: "gpt-4o-mini" }
    const guess = (amount: number) =>
      database.transaction((sql) => elsewhere.within(sql).bookFreeAtLeast({ ...run, cost: microReais(amount) }))
    expect([await guess(300), await guess(200), await guess(400)]).toEqual([true, false, true])
    expect(await bookedOf(run.id)).toEqual({ "promo:free": -400, "revenue:gpt-4o-mini": 400 })
    const end = { ...run, model: "gpt-4o", cost: microReais(350), overrun: microReais(20) }
    expect([await ledger.bookFree(end), await ledger.bookFree(end)]).toEqual([true, false])
    expect(await bookedOf(run.id)).toEqual({ "promo:free": -350, "loss:overrun": -20, "revenue:gpt-4o": 370 })
    expect(await ledger.bookFree({ ...run, cost: microReais(0) })).toBe(true)
    expect(await bookedOf(run.id)).toEqual({})
    await verified()
  })

  test("books what a provider claims beyond what a free run can cost as a loss", async () => {
    const { database, ledger, verified, newId } = shared
    const run = { id: newId(), model: "gpt-4o-mini", cost: microReais(1234), overrun: microReais(700_000) }
    const sums = async () => {
      const rows = await database.read.all<{ account: string; sum: number | string }>(
        "select account, sum(amount) as sum from entry group by account",
      )
      return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]))
    }
    const before = await sums()
    expect(await ledger.bookFree(run)).toBe(true)
    const after = await sums()
    const more = (account: string) => (after[account] ?? 0) - (before[account] ?? 0)
    expect([more("promo:free"), more("loss:overrun"), more("revenue:gpt-4o-mini")]).toEqual([-1234, -700_000, 701_234])
    await verified()
  })

  test("closes what dead servers had noted of runs that hold nothing, each once", async () => {
    const { database, ledger, elsewhere, newId, goOn, servers } = shared
    const [lost, ended, alive] = [newId(), newId(), newId()]
    await database.transaction(async (sql) => {
      for (const id of [lost, ended]) await elsewhere.within(sql).noteFree(id, "1")
      await elsewhere.within(sql).noteFree(lost, "2")
      await ledger.within(sql).noteFree(alive, "3")
      expect(await elsewhere.within(sql).takeFree(ended)).toBe("1")
    })
    const closed: string[] = []
    const close = async (_: unknown, id: string, progress: string) => void closed.push(`${id} ${progress}`)
    expect(await ledger.sweepFree(close)).toBe(0)
    await goOn(7, servers.slice(0, 1))
    expect(await ledger.sweepFree(close)).toBe(1)
    expect(await ledger.sweepFree(close)).toBe(0)
    expect(closed).toEqual([`${lost} 2`])
    await database.transaction(async (sql) => void (await ledger.within(sql).takeFree(alive)))
  })
}
