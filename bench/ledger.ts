// The books alone: hold and settle as a paid message does, each a transaction on a real disk.
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { microReais } from "#core/lib/micro-reais.ts"
import { createSteppedLedger, type SteppedLedger } from "../testing/ledger/stepped-ledger.ts"
import { openWallets } from "../server/ledger/wallet.ts"
import { openDatabase } from "../server/store/database.ts"
import type { Database } from "../server/store/sql.ts"
import { freshPostgres } from "../testing/postgres.ts"
import { type Measure, median, type Suite } from "./measure.ts"

const concurrency = 20
const newId = () => randomBytes(16).toString("base64url")

export const ledger: Suite = async ({ quick, say }) => {
  const seconds = quick ? 1 : 3
  const measures: Measure[] = []
  say("ledger: SQLite…")
  const folder = mkdtempSync(join(tmpdir(), "prosa-bench-"))
  const sqlite = await openDatabase({ dataDir: folder })
  measures.push(...(await measure(sqlite, seconds, "SQLite, synchronous=FULL", { must: 5000, aim: 20_000 })))
  await sqlite.close()
  rmSync(folder, { recursive: true })

  say("ledger: PostgreSQL…")
  const cluster = await freshPostgres()
  if (cluster === undefined) return measures
  const postgres = await openDatabase({ databaseUrl: cluster.url, dataDir: tmpdir() })
  measures.push(...(await measure(postgres, seconds, "PostgreSQL", { must: 1000, aim: 3000 })))
  await postgres.close()
  await cluster.close()
  return measures
}

async function measure(
  database: Database,
  seconds: number,
  name: string,
  bounds: { readonly must: number; readonly aim: number },
): Promise<Measure[]> {
  const books = createSteppedLedger(database, { now: Date.now, newId })
  const codes = await Promise.all(Array.from({ length: concurrency }, () => wallet(database, books)))
  await load(books, codes, seconds / 3)
  const rates: number[] = []
  for (let round = 0; round < 3; round++) rates.push(await load(books, codes, seconds))
  const { ok } = await books.verify()
  return [
    {
      name: `hold + settle, ${name}`,
      unit: "/s",
      value: ok ? median(rates) : Number.NaN,
      ...bounds,
      better: "higher",
      note: ok
        ? `${concurrency} at once, a code each; rounds ${rates.map(Math.round).join(", ")}`
        : "the books do not verify",
    },
  ]
}

async function wallet(database: Database, books: SteppedLedger): Promise<string> {
  const codeId = newId()
  await database.transaction((sql) => openWallets(sql, codeId))
  await books.credit({ codeId, purse: "premium", amount: microReais(1e12), ref: newId() })
  return codeId
}

/** @returns messages per second, each held and settled */
async function load(books: SteppedLedger, codes: readonly string[], seconds: number): Promise<number> {
  const startMs = performance.now()
  const endMs = startMs + seconds * 1000
  let done = 0
  await Promise.all(
    codes.map(async (codeId) => {
      while (performance.now() < endMs) {
        const id = newId()
        const held = await books.hold({
          id,
          codeId,
          purse: "premium",
          amount: microReais(50_000),
          priceVersion: "bench",
        })
        if (held.outcome !== "held") throw new Error(`a hold was refused: ${held.outcome}`)
        await books.settle({ id, model: "gpt-4o-mini", cost: microReais(12_345) }, codeId)
        done++
      }
    }),
  )
  return done / ((performance.now() - startMs) / 1000)
}
