import { expect, test } from "vitest"
import { accounts } from "#core/ledger/entry.ts"
import { damaged, real, times, type Books } from "./test-books.ts"

/** The promises of the books as a whole, on every engine. */
export function testBooks(shared: Books): void {
  test("exports every entry, and they sum to nothing", async () => {
    const { ledger } = shared
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
    const { database } = shared
    for (const statement of [
      "update entry set amount = 1",
      "delete from entry",
      "update txn set ref = 'x'",
      "delete from txn",
    ])
      await expect(database.transaction((sql) => sql.run(statement))).rejects.toThrow(/append-only/)
  })

  test("survives a storm of everything at once without a wrong centavo", async () => {
    const { ledger, elsewhere, code, ask, cost, verified, newId } = shared
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
    const { database, ledger, servers, code, ask, cost, verified, goOn, now } = shared
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
      ["I8", `update hold set owner = 'a server that is gone' where id = '${open.id}'`],
    ] as const
    await goOn(60, servers)
    for (const [invariant, damage] of damages) {
      expect({ damage, found: await damaged(database, damage, now) }).toEqual({
        damage,
        found: expect.arrayContaining([invariant]),
      })
    }
    await verified()
  })
}
