import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { real, times, type Books } from "./test-books.ts"

/** The promises of holds and settlements, on every engine. */
export function testHolds(shared: Books): void {
  test("holds, settles for less, and gives the rest back", async () => {
    const { ledger, code, ask, cost, premium, verified } = shared
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
    const { ledger, code, ask, cost, premium, verified } = shared
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
    const { ledger, code, ask, premium } = shared
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
    const { ledger, code, ask, premium, verified } = shared
    const codeId = await code(7)
    const results = await Promise.all(times(200).map(() => ledger.hold(ask(codeId, 1))))
    expect(results.filter(({ outcome }) => outcome === "held")).toHaveLength(7)
    expect(results.filter(({ outcome }) => outcome === "insufficient")).toHaveLength(193)
    expect(await premium(codeId)).toEqual({ posted: real(7), held: real(7), available: 0 })
    await verified()
  })

  test("lets no more in when two servers share the database", async () => {
    const { ledger, elsewhere, code, ask, premium, verified } = shared
    const codeId = await code(7)
    const results = await Promise.all(times(200).map((n) => (n % 2 ? ledger : elsewhere).hold(ask(codeId, 1))))
    expect(results.filter(({ outcome }) => outcome === "held")).toHaveLength(7)
    expect(await premium(codeId)).toEqual({ posted: real(7), held: real(7), available: 0 })
    await verified()
  })

  test("lets no more in when two processes share the database", async () => {
    const { options, code, premium, verified, newId } = shared
    const codeId = await code(7)
    const held = await Promise.all(
      times(2).map(() => holdInProcess({ options, codeId, amount: real(1), count: 50, at: shared.clock, id: newId() })),
    )
    expect(held.reduce((sum, some) => sum + some, 0)).toBe(7)
    expect(await premium(codeId)).toEqual({ posted: real(7), held: real(7), available: 0 })
    await verified()
  }, 60_000)

  test("refuses what is not there and leaves no trace of it", async () => {
    const { ledger, code, ask, cost, premium, verified } = shared
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
    const { ledger, elsewhere, code, ask, cost, verified } = shared
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
    const { ledger, code, ask, cost, verified } = shared
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
    const { ledger, elsewhere, code, ask, cost, premium, verified } = shared
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
    const { ledger, code, ask, cost, premium, verified } = shared
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
    const { ledger, code, ask, cost, premium, verified } = shared
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
    const { ledger, code, ask, cost, premium } = shared
    const codeId = await code(5)
    const request = ask(codeId, 2)
    await ledger.hold(request)
    await expect(ledger.settle(cost(request.id, -1), codeId)).rejects.toThrow(RangeError)
    await expect(ledger.settle(cost(request.id, 1, -1), codeId)).rejects.toThrow(RangeError)
    expect(await premium(codeId)).toMatchObject({ posted: real(5), held: real(2) })
  })
}

/** Asks for holds, all at once, in a process of its own; answers how many were granted. */
async function holdInProcess(ask: object): Promise<number> {
  const script = `
    import { randomUUID } from "node:crypto"
    import { openDatabase } from ${JSON.stringify(new URL("../../server/store/database.ts", import.meta.url))}
    import { createSteppedLedger } from ${JSON.stringify(new URL("stepped-ledger.ts", import.meta.url))}
    import { joinOthers } from ${JSON.stringify(new URL("../../server/servers/membership.ts", import.meta.url))}
    const { options, codeId, amount, count, at, id } = ${JSON.stringify(ask)}
    const database = await openDatabase(options)
    const server = await joinOthers(database, { id, clock: { text: "cast(? as bigint)", params: () => [at] } })
    const ledger = createSteppedLedger(database, { now: () => at, newId: randomUUID, server })
    const hold = () => ledger.hold({ id: randomUUID(), codeId, purse: "premium", amount, priceVersion: "v" })
    const results = await Promise.all(Array.from({ length: count }, hold))
    process.stdout.write(String(results.filter(({ outcome }) => outcome === "held").length))
    await database.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script])
  return Number(stdout)
}
