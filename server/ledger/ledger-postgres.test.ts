import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { joinOthers } from "../servers/membership.ts"
import { openDatabase } from "../store/database.ts"
import { createSteppedLedger } from "../../testing/ledger/stepped-ledger.ts"
import { testLedger } from "../../testing/ledger/test-ledger.ts"
import { testStatement } from "../../testing/ledger/test-statement.ts"
import { accounts } from "#core/ledger/entry.ts"
import { take } from "./take.ts"
import { openWallets } from "./wallet.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testLedger("PostgreSQL", postgres && { databaseUrl: postgres.url, dataDir: "" })
testStatement("PostgreSQL", postgres && { databaseUrl: postgres.url, dataDir: "" })

const hours = 3_600_000

describe.skipIf(postgres === undefined)("servers whose clocks differ", () => {
  /** A server on the database whose clock is so many ms ahead. */
  async function serverAhead(ms: number) {
    const database = await openDatabase({ databaseUrl: postgres?.url, dataDir: "" })
    const now = () => Date.now() + ms
    const server = await joinOthers(database, { id: randomUUID() })
    return { database, server, ledger: createSteppedLedger(database, { now, newId: randomUUID, server }) }
  }

  test.each([3 * hours, -3 * hours])("take nothing from each other: one is %d ms ahead", async (ahead) => {
    const [one, other] = [await serverAhead(0), await serverAhead(ahead)]
    const codeId = randomUUID()
    await one.database.transaction((sql) => openWallets(sql, codeId))
    await one.ledger.credit({ codeId, purse: "premium", amount: microReais(9_000_000), ref: randomUUID() })
    const ask = { codeId, purse: "premium", amount: microReais(1_000_000), priceVersion: "v1" } as const
    await one.ledger.hold({ ...ask, id: randomUUID() })
    await other.ledger.hold({ ...ask, id: randomUUID() })
    // Both are old enough to take whom they think dead.
    await one.database.transaction((sql) => sql.run("update server set beating_since = 0"))
    await one.ledger.sweep()
    await other.ledger.sweep()
    expect((await one.ledger.balances(codeId)).premium).toMatchObject({ held: 2_000_000 })
    expect(await other.ledger.verify()).toMatchObject({ ok: true })
    await Promise.all([one.database.close(), other.database.close()])
  })
})

test.skipIf(postgres === undefined)("two late ends of one wallet take all that there is between them", async () => {
  const database = await openDatabase({ databaseUrl: postgres?.url, dataDir: "" })
  const ledger = createSteppedLedger(database, { now: Date.now, newId: randomUUID })
  const codeId = randomUUID()
  await database.transaction((sql) => openWallets(sql, codeId))
  await ledger.credit({ codeId, purse: "premium", amount: microReais(1_000), ref: randomUUID() })
  const wallet = accounts.wallet(codeId, "premium")
  let letGo = () => {}
  const isOver = new Promise<void>((resolve) => (letGo = resolve))
  let taken = 0
  const first = database.transaction(async (sql) => {
    taken = await take(sql, wallet, 0, 800)
    await isOver
  })
  await expect.poll(() => taken).toBe(800)
  const second = database.transaction((sql) => take(sql, wallet, 0, 700))
  const waiting = "select count(*) as n from pg_locks where not granted"
  await expect.poll(async () => Number((await database.read.get<{ n: number }>(waiting, []))?.n)).toBe(1)
  letGo()
  expect(await second).toBe(200)
  await first
  await database.close()
})
