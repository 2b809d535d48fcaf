import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import type { ModelRow } from "#core/models/model-row.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { sqlClock } from "../../../testing/sql-clock.ts"
import { createSteppedLedger } from "../../../testing/ledger/stepped-ledger.ts"
import { createDayCounters } from "../../access/day-counters.ts"
import { textsFor } from "../../http/texts.ts"
import { loadPriceBook } from "../../ledger/price-book.ts"
import type { HoldRow } from "../../ledger/hold.ts"
import type { Ledger, LedgerOptions } from "../../ledger/ledger-store.ts"
import { openWallets } from "../../ledger/wallet.ts"
import { joinAlone, joinOthers, type Membership } from "../../servers/membership.ts"
import { openDatabase } from "../../store/database.ts"
import type { Database, Sql } from "../../store/sql.ts"
import { createCatalogueStore } from "../models/catalogue-store.ts"
import { apiFor } from "../apis/api-prefixes.ts"
import { createPricesAt, worthOfHold } from "./crash-worth.ts"
import { createSealer } from "./encryption.ts"
import { closeOrphan, type OrphanDeps } from "./recover.ts"
import type { RunFacts } from "./run-facts.ts"
import { createRunStore } from "./run-store.ts"

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
  ["nothing where its prices are not known any more", "of another time", 50_000_000, 0],
  ["nothing where its prices do not read any more", "torn", 50_000_000, 0],
])("a run whose server died is charged %s", async (_, priceVersion, amount, charged) => {
  const ledger = createSteppedLedger(database, { now: () => 1_000, newId: randomUUID })
  const server = await joinAlone(database, randomUUID())
  const next = createSteppedLedger(database, { now: () => 1_000, newId: randomUUID, server })
  await createCatalogueStore(database).keepPrices(bookAt(2).version, bookAt(2).toJson())
  await createCatalogueStore(database).keepPrices("torn", '{"rows":[')
  const [codeId, id] = [randomUUID(), randomUUID()]
  await database.transaction((sql) => openWallets(sql, codeId))
  await ledger.credit({ codeId, purse: "premium", amount: microReais(100_000_000), ref: randomUUID() })
  await ledger.hold({ id, codeId, purse: "premium", amount: microReais(amount), priceVersion })
  // Two dollars a million then, seven now; a million tokens in and a million out.
  await ledger.progress(id, JSON.stringify({ model: "m", provider: "openai", input: 1_000_000, output: 1_000_000 }))
  const closed = charged > 0 ? { settled: 1, expired: 0 } : { settled: 0, expired: 1 }
  expect(await next.sweep((hold, sql) => worthOfHold(createPricesAt(), sql, hold))).toEqual(closed)
  expect((await ledger.balances(codeId)).premium).toMatchObject({ posted: 100_000_000 - charged, held: 0 })
  expect(await ledger.verify()).toMatchObject({ ok: true })
})

test("a hold that cannot be closed is told and left, and the others are closed all the same", async () => {
  const ledger = createSteppedLedger(database, { now: () => 1_000, newId: randomUUID })
  const server = await joinAlone(database, randomUUID())
  const next = createSteppedLedger(database, { now: () => 1_000, newId: randomUUID, server })
  const [codeId, ...ids] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await database.transaction((sql) => openWallets(sql, codeId))
  await ledger.credit({ codeId, purse: "premium", amount: microReais(9_000), ref: randomUUID() })
  for (const id of ids)
    await ledger.hold({ id, codeId, purse: "premium", amount: microReais(1_000), priceVersion: "v" })
  const damaged = new Error("cannot be read")
  const told: unknown[] = []
  const decide = async ({ id }: HoldRow) => {
    if (id === ids[1]) throw damaged
    return undefined
  }
  expect(await next.sweep(decide, (error) => void told.push(error))).toEqual({ settled: 0, expired: 2 })
  expect(told).toEqual([damaged])
  expect((await next.balances(codeId)).premium).toMatchObject({ posted: 9_000, held: 1_000 })
})

interface Left {
  readonly facts: RunFacts
  readonly deps: OrphanDeps
  readonly codeId: string
  readonly dead: Ledger
  /** The one that closes, and that says who is dead. */
  readonly server: Membership
}

/** A paid run that a server has left open, with nothing of it on disk yet, and what another one needs to close it. */
async function leftOpen(server: Membership, of: Partial<LedgerOptions> = {}): Promise<Left> {
  const dead = createSteppedLedger(database, { now: () => 1_000, newId: randomUUID, ...of })
  const ledger = createSteppedLedger(database, { now: () => 1_000, newId: randomUUID, server })
  const store = createRunStore({ database, sealer: createSealer("a secret"), server, now: () => 1_000 })
  await createCatalogueStore(database).keepPrices(bookAt(2).version, bookAt(2).toJson())
  const [codeId, id] = [randomUUID(), randomUUID()]
  await database.transaction((sql) => openWallets(sql, codeId))
  await dead.credit({ codeId, purse: "premium", amount: microReais(100_000), ref: randomUUID() })
  await dead.hold({ id, codeId, purse: "premium", amount: microReais(50_000), priceVersion: bookAt(2).version })
  const facts = { id, owner: codeId, model: "m", startedAt: 0, key: "a-key", requestHash: "" }
  await createRunStore({
    database,
    sealer: createSealer("a secret"),
    server: of.server ?? server,
    now: () => 1_000,
  }).claim(facts)
  const counters = createDayCounters(database, () => 1_000, server)
  const onDamaged = (error: unknown) => expect.unreachable(String(error))
  const deps = { database, store, ledger, counters, apiFor, texts: textsFor(undefined), onDamaged }
  return { facts, deps, codeId, dead, server }
}

const said = `id: 1\ndata: ${JSON.stringify({ choices: [{ delta: { content: "Cem palavras. ".repeat(50) } }] })}\n\n`

/** As a checkpoint keeps some of an answer, and notes what that is worth. */
async function keepSome({ facts, deps, dead }: Left, sql: Sql): Promise<void> {
  const progress = { model: "m", provider: "openai", input: 1_000, output: 150 }
  await dead.within(sql).progress(facts.id, JSON.stringify(progress))
  await deps.store.keepFrames(sql, facts, 1, said)
}

test("what a server that stood still keeps between the count and the lock is charged as it was noted", async () => {
  const left = await leftOpen(await joinAlone(database, randomUUID()))
  const { facts, deps, codeId } = left
  const isClosed = await closeOrphan(deps, facts, async (sql, of) => {
    await keepSome(left, sql)
    return deps.store.lockOpen(sql, of)
  })
  expect(isClosed).toBe(true)
  expect((await deps.ledger.balances(codeId)).premium).toMatchObject({ posted: 100_000 - 2 * 1_150, held: 0 })
})

test("a run whose server wakes up while it is taken is left to it, with its hold", async () => {
  let clock = 1_000 * 3_600_000
  const join = () => joinOthers(database, { id: randomUUID(), clock: sqlClock(() => clock) })
  const [sleeper, server] = [await join(), await join()]
  const left = await leftOpen(server, { server: sleeper })
  const { facts, deps, codeId, dead } = left
  await database.transaction((sql) => keepSome(left, sql))
  for (let at = 0; at < 8; at++) {
    clock += 1_000
    await server.beat()
  }
  const isClosed = await closeOrphan(deps, facts, async (sql, of) => {
    const isTaken = await deps.store.takeOver(sql, of)
    await sql.run("update server set beat_at = ? where id = ?", [clock, sleeper.id])
    return isTaken
  })
  expect(isClosed).toBe(false)
  expect((await dead.balances(codeId)).premium).toMatchObject({ posted: 100_000, held: 50_000 })
  expect(await deps.store.load(facts.id, codeId)).toBeUndefined()
})
