import { expect, test } from "vitest"
import type { CountedAs } from "../../server/ledger/hold.ts"
import { joinAlone } from "../../server/servers/membership.ts"
import { createSteppedLedger, type SteppedLedger } from "./stepped-ledger.ts"
import { damaged, real, times, type Books } from "./test-books.ts"

/** The promises of the books where servers share them and where one dies, on every engine. */
export function testDeadServers(shared: Books): void {
  const halfOf = async (row: { readonly progress: string | null }) =>
    row.progress === null ? undefined : { model: "gpt-5", cost: real(0.5) }

  test("tells who holds how many answers a wallet has in progress at other servers that live", async () => {
    const { ledger, elsewhere, servers, code, ask, goOn } = shared
    await goOn(10, servers)
    const codeId = await code(10)
    const seen: number[] = []
    /** Holds one more as this server, and notes what it was told. */
    const begin = async (books: SteppedLedger, more: { readonly countedAs?: CountedAs } = {}) => {
      const { id, priceVersion, purse } = ask(codeId, 1)
      await books.holdPlanned({ id, codeId, purse, priceVersion, ...more }, (_wallet, _spent, open) => {
        seen.push(open)
        return { amount: real(1) }
      })
      return id
    }
    const told = async (books: SteppedLedger, countedAs: CountedAs = "auxiliary") => {
      seen.length = 0
      await ledger.void(await begin(books, { countedAs }))
      return seen.at(-1)
    }
    const first = await begin(elsewhere)
    expect(await told(ledger)).toBe(1)
    // One of its own, a title beside a message and another wallet's are none of them.
    await begin(ledger)
    await begin(elsewhere, { countedAs: "auxiliary" })
    expect(await told(ledger, "piece")).toBe(0)
    await begin(elsewhere, { countedAs: "piece" })
    expect(await told(ledger, "piece")).toBe(1)
    await elsewhere.hold(ask(await code(5), 1))
    expect(await told(ledger)).toBe(1)
    await begin(elsewhere)
    expect(await told(ledger)).toBe(2)
    await elsewhere.void(first)
    expect(await told(ledger)).toBe(1)
    await goOn(10, [servers[0]])
    expect(await told(ledger)).toBe(0)
    await goOn(10, servers)
    await elsewhere.sweep()
    await ledger.sweep()
  })

  test("two servers that hold at once for the same wallet see each other", async () => {
    const { ledger, elsewhere, code, ask } = shared
    const codeId = await code(10)
    const begin = (books: SteppedLedger) => {
      const { id, priceVersion, purse } = ask(codeId, 1)
      return books.holdPlanned({ id, codeId, purse, priceVersion }, (_wallet, _spent, open) =>
        open > 0 ? undefined : { amount: real(1) },
      )
    }
    const held = await Promise.all([begin(ledger), begin(elsewhere)])
    expect(held.filter((plan) => plan !== undefined)).toHaveLength(1)
  })

  test("closes the holds of a server that is not heard any more, settling those that had got somewhere", async () => {
    const { ledger, elsewhere, servers, code, ask, premium, verified, goOn } = shared
    const codeId = await code(10)
    const [quiet, halfway, alive] = [ask(codeId, 1), ask(codeId, 2), ask(codeId, 3)]
    await elsewhere.hold(quiet)
    await elsewhere.hold(halfway)
    expect(await elsewhere.progress(halfway.id, JSON.stringify({ output: 5 }))).toBe(true)
    await goOn(7, servers.slice(0, 1))
    await ledger.hold(alive)
    const closed = await ledger.sweep(halfOf)
    expect(closed.settled).toBe(1)
    expect(await premium(codeId)).toEqual({ posted: real(9.5), held: real(3), available: real(6.5) })
    expect(await elsewhere.progress(quiet.id, "{}")).toBe(false)
    expect(await elsewhere.void(quiet.id)).toBe(false)
    await verified()
  })

  test("keeps the holds of a server that is heard, however long they take and whatever its clock says", async () => {
    const { ledger, elsewhere, servers, code, ask, cost, goOn } = shared
    const codeId = await code(10)
    const request = ask(codeId, 1)
    await ledger.hold(request)
    await goOn(70, servers)
    expect(await elsewhere.sweep()).toEqual({ settled: 0, expired: 0 })
    expect(await ledger.settle(cost(request.id, 1), codeId)).toMatchObject({ outcome: "settled" })
  })

  test("a database that stood still for minutes takes no hold from those who waited for it", async () => {
    const { ledger, elsewhere, servers, code, ask, cost, premium, goOn } = shared
    const codeId = await code(10)
    await goOn(60, servers)
    const requests = [ask(codeId, 1), ask(codeId, 2)] as const
    await ledger.hold(requests[0])
    await elsewhere.hold(requests[1])
    shared.clock += 150_000
    expect([await ledger.sweep(), await elsewhere.sweep()].map(({ expired }) => expired)).toEqual([0, 0])
    await goOn(10, servers)
    expect([await ledger.sweep(), await elsewhere.sweep()].map(({ expired }) => expired)).toEqual([0, 0])
    expect(await ledger.settle(cost(requests[0].id, 1), codeId)).toMatchObject({ outcome: "settled" })
    expect(await elsewhere.settle(cost(requests[1].id, 2), codeId)).toMatchObject({ outcome: "settled" })
    expect(await premium(codeId)).toMatchObject({ posted: real(7), held: 0 })
  })

  /** A hold of a server that is taken for dead, with `decide` for what it is worth; then that server comes back. */
  async function sweptMeanwhile(codeId: string, amount: number, decide = halfOf): Promise<string> {
    const { ledger, elsewhere, servers, ask, goOn } = shared
    const request = ask(codeId, amount, { calls: 2 })
    await elsewhere.hold(request)
    await elsewhere.progress(request.id, JSON.stringify({ output: 5 }))
    await goOn(7, servers.slice(0, 1))
    await ledger.sweep(decide)
    await servers[1].beat()
    return request.id
  }

  test("an end that finds its hold swept books the difference, once, however often it is told", async () => {
    const { ledger, elsewhere, code, cost, premium, verified } = shared
    const codeId = await code(10, 5)
    const id = await sweptMeanwhile(codeId, 3)
    expect(await premium(codeId)).toMatchObject({ posted: real(9.5), held: 0 })
    const ends = await Promise.all(times(5).map(() => elsewhere.settle(cost(id, 2, 1), codeId)))
    expect(ends.map((end) => "charged" in end && end.charged)).toEqual(times(5).map(() => real(2)))
    expect(ends.filter(({ outcome }) => outcome === "late")).toMatchObject([{ chargedCalls: 1 }])
    expect(await ledger.balances(codeId)).toMatchObject({
      premium: { posted: real(8), held: 0 },
      calls: { posted: 4, held: 0 },
    })
    await verified()
  })

  test("an end that finds more charged than it cost gives the rest back", async () => {
    const { elsewhere, code, cost, premium, verified } = shared
    const codeId = await code(10, 5)
    const id = await sweptMeanwhile(codeId, 3)
    expect(await elsewhere.settle(cost(id, 0.25), codeId)).toMatchObject({ outcome: "late", charged: real(0.25) })
    expect(await premium(codeId)).toMatchObject({ posted: real(9.75), held: 0 })
    await verified()
  })

  test("an end that finds its hold swept takes no more than was held, and than there is; the rest is our loss", async () => {
    const { ledger, elsewhere, code, ask, cost, premium, verified } = shared
    const rich = await code(10, 5)
    const beyond = await sweptMeanwhile(rich, 3)
    expect(await elsewhere.settle(cost(beyond, 5), rich)).toMatchObject({ charged: real(3) })
    const poor = await code(3, 5)
    const unpaid = await sweptMeanwhile(poor, 3)
    await ledger.hold(ask(poor, 2))
    expect(await elsewhere.settle(cost(unpaid, 3), poor)).toMatchObject({ charged: real(1) })
    expect(await premium(poor)).toEqual({ posted: real(2), held: real(2), available: 0 })
    const given = await sweptMeanwhile(rich, 3, async () => undefined)
    expect(await elsewhere.settle(cost(given, 5), rich)).toMatchObject({ outcome: "late", charged: real(3) })
    await verified()
  })

  test("what a sweep has charged stays charged where the end is nothing", async () => {
    const { other, elsewhere, code, verified } = shared
    const codeId = await code(10, 5)
    const id = await sweptMeanwhile(codeId, 3)
    const told = await other.transaction((sql) => elsewhere.within(sql).void(id, codeId))
    expect(told).toMatchObject({ charged: real(0.5), balances: { premium: { posted: real(9.5), held: 0 } } })
    await verified()
  })

  test("a loss that a sweep has booked is given back where it stands, when the answer comes after all", async () => {
    const { database, elsewhere, code, cost, premium, verified } = shared
    const lossesOf = (id: string) =>
      database.read.all(
        `select account, sum(amount) as amount from txn join entry on entry.txn_id = txn.id
          where ref in (?, ?) and account like 'loss:%' group by account having sum(amount) <> 0`,
        [`use:${id}`, `end:${id}`],
      )
    const lost = (amount: number) => ({ account: "loss:cancel", amount: real(amount) }) as const
    const left = async () => ({ model: "dall-e-3", cost: real(0), absorbed: lost(1) })
    const codeId = await code(10, 5)
    const came = await sweptMeanwhile(codeId, 3, left)
    expect(await lossesOf(came)).toMatchObject([{ account: "loss:cancel" }])
    expect(await elsewhere.settle(cost(came, 2), codeId)).toMatchObject({ outcome: "late", charged: real(2) })
    expect(await lossesOf(came)).toEqual([])
    const lostAgain = await sweptMeanwhile(codeId, 3, left)
    await elsewhere.settle({ ...cost(lostAgain, 0), absorbed: lost(0.5) }, codeId)
    expect(await lossesOf(lostAgain)).toEqual([{ account: "loss:cancel", amount: -real(0.5) }])
    expect(await premium(codeId)).toMatchObject({ posted: real(8), held: 0 })
    await verified()
  })

  test("a server that is alone on its data closes every hold of an earlier one, whatever the time is", async () => {
    const { database, elsewhere, code, ask, premium, newId, now } = shared
    const codeId = await code(10)
    await elsewhere.hold(ask(codeId, 1))
    shared.clock -= 3_600_000
    const alone = await joinAlone(database, newId())
    const books = createSteppedLedger(database, { now, newId, server: alone })
    const mine = ask(codeId, 2)
    await books.hold(mine)
    expect((await books.sweep()).expired).toBeGreaterThan(0)
    expect(await premium(codeId)).toMatchObject({ held: real(2) })
    expect(await books.void(mine.id)).toBe(true)
    await alone.leave()
    shared.clock += 3_600_000
  })

  test("a clock that was set by hours accuses no hold of a server that lives", async () => {
    const { database, ledger, servers, code, ask, goOn, now } = shared
    const codeId = await code(10)
    const request = ask(codeId, 1)
    await ledger.hold(request)
    await goOn(60, servers)
    for (const jump of [3_600_000, -7_200_000]) {
      shared.clock += jump
      expect(await damaged(database, "select 1", now)).toEqual([])
      await goOn(2, servers)
      expect(await damaged(database, "select 1", now)).toEqual([])
    }
    await ledger.void(request.id)
  })
}
