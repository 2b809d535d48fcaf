import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { startFakeProvider } from "../../../testing/fake-provider/fake-provider.ts"
import { textReply } from "../../../testing/fake-provider/replies.ts"
import { hello, pagePath, unlimited } from "../../../testing/gateway.ts"
import { freshPostgres } from "../../../testing/postgres.ts"
import { startProsaInProcess } from "../../../testing/prosa-in-process.ts"
import { serveFor } from "../../../testing/serve-for.ts"
import { tempFolder } from "../../../testing/temp-folder.ts"
import { createAccessCodes } from "../../access/access-code-store.ts"
import { readPepper } from "../../access/pepper.ts"
import { createSteppedLedger } from "../../../testing/ledger/stepped-ledger.ts"
import { openWallets } from "../../ledger/wallet.ts"
import { outsider } from "../../servers/membership.ts"
import { openDatabase } from "../../store/database.ts"
import type { Database } from "../../store/sql.ts"
import type { Outcome } from "./outcome.ts"
import { createRunStore } from "./run-store.ts"
import { createSealer } from "./encryption.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

const dataDir = tempFolder("prosa-old-runs-served")
const hour = 3_600_000
const day = 24 * hour
const year = 365 * day
const noon = Date.UTC(2026, 10, 21, 15)
const said = "id: 1\ndata: Oi\n\n"
const outcome: Outcome = { state: "done", usage: noUsage, cost: microReais(7), limitedByBalance: false }

describe.each([
  ["SQLite", () => openDatabase({ dataDir: tempFolder("prosa-old-runs") })],
  ["PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" }))],
] as const)("answers grow old on %s", (_, open) => {
  let ids = 0

  /** A store whose wall clock can be set, and answers that ended in it, paid or not. */
  async function setUp() {
    const database: Database = await open!()
    let clock = noon
    const now = () => clock
    const ledger = createSteppedLedger(database, { now, newId: () => `owner-${++ids}` })
    const store = createRunStore({ database, sealer: createSealer("a secret"), server: outsider("s1"), now })
    const codeId = `code-${++ids}`
    await database.transaction((sql) => openWallets(sql, codeId))
    await ledger.credit({ codeId, purse: "premium", amount: microReais(1_000), ref: codeId })
    const owner = `code:${codeId}`
    const facts = (key: string, requestHash = "h") =>
      ({ id: `run-${++ids}`, owner, key, requestHash, model: "gpt-5", startedAt: clock }) as const
    const answer = async (key: string, cost = 7) => {
      const run = facts(key)
      expect(await store.claim(run)).toBeUndefined()
      const purse = "premium" as const
      await ledger.hold({ id: run.id, codeId, purse, amount: microReais(10), priceVersion: "v" })
      await database.transaction(async (sql) => {
        await ledger.within(sql).settle({ id: run.id, model: "gpt-5", cost: microReais(cost) }, codeId)
        await store.keepEnd(sql, run, { state: "ended", outcome, frames: said, firstId: 1 })
      })
      return run.id
    }
    return {
      database,
      store,
      answer,
      facts,
      readAgain: async (id: string) => (await store.load(id, owner))?.framesAfter(0).join(""),
      /** Runs a server's chores `after` so many ms on both clocks, or with the wall clock moved by that much. */
      async sweep({ after = 0, set = 0 }) {
        clock += after + set
        await serveFor(database, after)
        await store.eraseOld()
      },
    }
  }

  test.skipIf(open === undefined)("are erased a day after their end, and not before", async () => {
    const { database, answer, readAgain, sweep } = await setUp()
    const id = await answer("k")
    await sweep({ after: 23 * hour })
    expect(await readAgain(id)).toBe(said)
    await sweep({ after: 2 * hour })
    expect(await readAgain(id)).toBeUndefined()
    expect(await database.read.all("select * from run_frames where run_id = ?", [id])).toEqual([])
    expect(await database.read.all("select * from run where id = ?", [id])).toEqual([])
    await database.close()
  })

  test.skipIf(open === undefined).each([25 * hour, -25 * hour, 10 * year])(
    "are read again after the wall clock was wrong by %i ms for a moment, also those of that moment",
    async (wrongBy) => {
      const { database, answer, readAgain, sweep } = await setUp()
      const before = await answer("before")
      await sweep({ set: wrongBy })
      const meanwhile = await answer("meanwhile")
      await sweep({ set: 0 })
      await sweep({ set: -wrongBy })
      expect(await readAgain(before)).toBe(said)
      expect(await readAgain(meanwhile)).toBe(said)
      // Nor are they kept for ever, whatever was noted as their end.
      await sweep({ after: 3 * day })
      expect(await readAgain(before)).toBeUndefined()
      expect(await readAgain(meanwhile)).toBeUndefined()
      await database.close()
    },
  )

  test.skipIf(open === undefined)("leave the key of a paid one known for a month, which never pays again", async () => {
    const { database, store, answer, facts, sweep } = await setUp()
    await answer("paid")
    await answer("free", 0)
    await sweep({ after: 2 * day })
    expect(await store.claim(facts("paid"))).toMatchObject({ state: "ended", acknowledged: true })
    expect(await store.claim(facts("paid", "another request"))).toMatchObject({ facts: { requestHash: "h" } })
    expect(await store.claim(facts("free"))).toBeUndefined()
    await sweep({ set: year })
    expect(await store.claim(facts("paid"))).toMatchObject({ acknowledged: true })
    await sweep({ after: 29 * day, set: -year })
    expect(await store.claim(facts("paid"))).toBeUndefined()
    await database.close()
  })
})

test("a server whose clock is a day ahead for one start erases no answer, and its key pays once", async () => {
  const provider = await startFakeProvider()
  provider.script(textReply("Olá!"))
  let calls = 0
  const databaseOf = () => openDatabase({ dataDir })
  const serveAt = async <Answer>(ahead: number, use: (url: string) => Promise<Answer>): Promise<Answer> => {
    const now = () => Date.now() + ahead
    const prosa = await startProsaInProcess({ dataDir, provider, env: unlimited }, { now })
    try {
      return await use(prosa.url)
    } finally {
      await prosa.stop()
    }
  }
  const ask = async (url: string, code: string) => {
    const headers = { authorization: `Bearer nk-${code}`, "idempotency-key": "k", "content-type": "application/json" }
    const response = await fetch(url + pagePath, { method: "POST", headers, body: JSON.stringify(hello) })
    calls = provider.requests.length
    return { status: response.status, text: await response.text() }
  }

  const { code, answer } = await serveAt(0, async (url) => {
    const database = await databaseOf()
    const ledger = createSteppedLedger(database, { now: Date.now, newId: randomUUID })
    const codes = createAccessCodes(database, readPepper({ dataDir }))
    const made = await database.transaction((sql) => codes.create(sql, { kind: "premium" }))
    await ledger.credit({ codeId: made.id, purse: "premium", amount: microReais(1_000_000), ref: "paid-in" })
    await database.close()
    return { code: made.code, answer: await ask(url, made.code) }
  })
  expect(answer).toMatchObject({ status: 200 })
  await serveAt(25 * hour, async () => undefined)
  expect(await serveAt(0, (url) => ask(url, code))).toEqual(answer)
  expect(calls).toBe(1)
  await provider.close()
})
