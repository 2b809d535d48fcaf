import { expect, test } from "vitest"
import { accounts } from "#core/ledger/entry.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { grantDaily } from "../../server/ledger/credit.ts"
import { readAnswered } from "../../server/ledger/spent.ts"
import { real, times, type Books } from "./test-books.ts"

/** The promises of wallets (credits, freezing, grants), on every engine. */
export function testWallets(shared: Books): void {
  test("credits a payment once, even told ten times at once", async () => {
    const { ledger, elsewhere, code, premium, verified, newId } = shared
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

  test("counts as paid what left the wallet, not what was claimed", async () => {
    const { database, ledger, code, ask, cost, verified } = shared
    const codeId = await code(10)
    const [claimed, lost] = [ask(codeId, 6), ask(codeId, 2)]
    for (const request of [claimed, lost]) await ledger.hold(request)
    await ledger.settle({ ...cost(claimed.id, 500), owed: real(1) }, codeId)
    await ledger.settle({ ...cost(lost.id, 500), owed: real(0) }, codeId)
    const wallet = accounts.wallet(codeId, "premium")
    expect(await database.snapshot((sql) => readAnswered(sql, wallet, 0))).toEqual({ answered: 1, paid: real(1) })
    await verified()
  })

  test("freezes a wallet that a chargeback overdraws until it is covered", async () => {
    const { ledger, code, ask, cost, premium, verified, newId } = shared
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

  test.each(["settled", "void", "swept"])(
    "opens an overdrawn wallet when an answer that is %s covers it",
    async (how) => {
      const { ledger, elsewhere, servers, code, ask, cost, premium, verified, goOn, newId } = shared
      const codeId = await code(20)
      const [first, last] = [ask(codeId, 6), ask(codeId, 3)]
      await ledger.hold(first)
      await ledger.hold(last)
      await ledger.credit({ codeId, purse: "premium", amount: real(-16), ref: newId() })
      await ledger.settle(cost(first.id, 2), codeId)
      expect(await premium(codeId)).toEqual({ posted: real(2), held: real(3), available: 0 })
      expect(await ledger.hold(ask(codeId, 1))).toEqual({ outcome: "frozen" })
      if (how === "settled") await ledger.settle(cost(last.id, 1), codeId)
      if (how === "void") await ledger.void(last.id)
      if (how === "swept") {
        await goOn(7, servers.slice(1))
        await elsewhere.sweep()
      }
      const left = real(how === "settled" ? 1 : 2)
      expect(await premium(codeId)).toEqual({ posted: left, held: 0, available: left })
      expect(await ledger.hold(ask(codeId, 1))).toEqual({ outcome: "held" })
      await verified()
    },
  )

  test("keeps a wallet frozen by hand through credits and endings, until it is thawed", async () => {
    const { ledger, code, ask, cost, newId } = shared
    const codeId = await code(10)
    const wallet = accounts.wallet(codeId, "premium")
    const request = ask(codeId, 1)
    await ledger.hold(request)
    await ledger.freezeWallet(wallet, true)
    await ledger.credit({ codeId, purse: "premium", amount: real(1), ref: newId() })
    await ledger.settle(cost(request.id, 1), codeId)
    expect(await ledger.hold(ask(codeId, 1))).toEqual({ outcome: "frozen" })
    await ledger.freezeWallet(wallet, false)
    expect(await ledger.hold(ask(codeId, 1))).toEqual({ outcome: "held" })
  })

  test("never lets a balance grow beyond what can be counted", async () => {
    const { ledger, code, verified, newId } = shared
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
    const { ledger, code, ask, verified, newId } = shared
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
    const { database, ledger, elsewhere, code, ask, cost, verified, newId, now } = shared
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
}
