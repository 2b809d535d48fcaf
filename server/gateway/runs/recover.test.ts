import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { createLedger, leaseMs } from "../../ledger/ledger-store.ts"
import { loadPriceBook } from "../../ledger/price-book.ts"
import { openWallets } from "../../ledger/wallet.ts"
import { type Database, openDatabase } from "../../store/database.ts"
import { createCatalogueStore } from "../models/catalogue-store.ts"
import { worthOf } from "./recover.ts"

const exchange = { fxBrlPerUsd: "1", margin: "1" }
const bookAt = (dollars: number) => {
  const prices = [{ input: dollars * 1_000_000, output: dollars * 1_000_000 }]
  const row: ModelRow = {
    provider: "openai",
    id: "m",
    name: "m",
    kind: "chat",
    prices,
    source: "s",
    read: "2026-11-22",
  }
  return loadPriceBook([row], exchange, 0)
}

let database: Database
beforeAll(async () => void (database = await openDatabase({ dataDir: tempFolder("prosa-recover") })))
afterAll(() => database.close())

test.each([
  ["at the prices it was held with, whatever they are now", bookAt(2).version, 5_000_000, 4_000_000],
  ["never above its hold", bookAt(2).version, 1_000_000, 1_000_000],
  ["at today's prices where none were kept with it", "of another time", 50_000_000, 14_000_000],
])("a run whose server died is charged %s", async (_, priceVersion, amount, charged) => {
  let clock = 1_000
  const ledger = createLedger(database, { now: () => clock, newId: randomUUID })
  await createCatalogueStore(database).keepPrices(bookAt(2).version, bookAt(2).toJson())
  const [codeId, id] = [randomUUID(), randomUUID()]
  await database.transaction((sql) => openWallets(sql, codeId))
  await ledger.credit({ codeId, purse: "premium", amount: microReais(100_000_000), ref: randomUUID() })
  await ledger.hold({ id, codeId, purse: "premium", amount: microReais(amount), priceVersion })
  // Two dollars a million then, seven now; a million tokens in and a million out.
  await ledger.progress(id, JSON.stringify({ model: "m", provider: "openai", input: 1_000_000, output: 1_000_000 }))
  clock += leaseMs + 1
  const priceOf = (name: string, provider = "openai") => bookAt(7).priceFor(provider, name)
  expect(await ledger.sweep({ decide: worthOf({ priceOf }) })).toEqual({ settled: 1, expired: 0 })
  expect((await ledger.balances(codeId)).premium).toMatchObject({ posted: 100_000_000 - charged, held: 0 })
  expect(await ledger.verify()).toMatchObject({ ok: true })
})
