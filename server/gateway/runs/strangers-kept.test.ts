import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { seeded } from "../../../testing/fake-provider/timing.ts"
import { freshPostgres } from "../../../testing/postgres.ts"
import { outsider } from "../../servers/membership.ts"
import { openDatabase } from "../../store/database.ts"
import type { Database } from "../../store/sql.ts"
import { createRunStore } from "./run-store.ts"
import { createSealer } from "./encryption.ts"
import { jsonWhole } from "./whole-reply.ts"

const outcome = { state: "done", usage: noUsage, cost: microReais(7), limitedByBalance: false } as const
const random = seeded(3)
/** A frame of this many bytes that hardly compresses. */
const frame = (bytes: number) =>
  `id: 1\ndata: ${Array.from({ length: bytes / 10 }, () => random().toString(36).slice(2, 12).padEnd(10, "0")).join("")}\n\n`

const dataDir = mkdtempSync(join(tmpdir(), "prosa-strangers-"))
afterAll(() => rmSync(dataDir, { recursive: true }))
const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testStrangersKept("SQLite", () => openDatabase({ dataDir }))
testStrangersKept("PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" })))

function testStrangersKept(engine: string, openIt: (() => Promise<Database>) | undefined): void {
  describe.skipIf(openIt === undefined)(`answers of callers without a code on ${engine}`, () => {
    const hour = 3_600_000
    let now = 1_000 * hour

    /** A store with so small bounds, and a way to keep an ended answer of some thousand bytes. */
    async function setUp(inAll: number) {
      const database = await openIt!()
      const strangersBounds = { perOwner: 30_000, inAll }
      const deps = {
        database,
        sealer: createSealer("a secret"),
        server: outsider("s1"),
        now: () => ++now,
        strangersBounds,
      }
      const store = createRunStore(deps)
      await database.transaction(async (sql) => {
        await sql.run("delete from run_frames")
        await sql.run("delete from run")
      })
      const factsOf = (id: string, owner: string) =>
        ({ id, owner, key: `key of ${id}`, requestHash: "h", model: "gpt-5", startedAt: now }) as const
      const keep = async (id: string, owner: string, whole = false) => {
        const facts = factsOf(id, owner)
        await store.claim(facts)
        const said = frame(10_000)
        await database.transaction((sql) =>
          store.keepEnd(sql, facts, {
            state: "ended",
            outcome,
            frames: whole ? "" : said,
            firstId: 1,
            ...(whole ? { reply: jsonWhole(JSON.stringify(said)) } : {}),
          }),
        )
      }
      const isKept = async (id: string, owner: string) => (await store.load(id, owner)) !== undefined
      return { database, store, keep, isKept, factsOf }
    }

    test("are bounded for each owner, the oldest erased first; its key is known, and never paid again", async () => {
      const { database, store, keep, isKept, factsOf } = await setUp(1_000_000)
      for (const owner of ["key:a", "visitor:b", "code:c"]) {
        for (let at = 0; at < 8; at++) await keep(`run_${owner}_${at}`, owner, at % 2 === 1)
      }
      const kept = async (owner: string) =>
        (await Promise.all(Array.from({ length: 8 }, (_, at) => isKept(`run_${owner}_${at}`, owner))))
          .map(Number)
          .join("")
      expect(await kept("key:a")).toMatch(/^0+1+$/)
      expect(await kept("visitor:b")).toMatch(/^0+1+$/)
      expect(await kept("code:c")).toBe("11111111")
      const { bytes } = (await database.read.get<{ bytes: number }>(
        `select coalesce(sum(octet_length(content)), 0) + (select coalesce(sum(octet_length(reply)), 0) from run where owner = 'key:a') as bytes
         from run_frames join run on run.id = run_id where owner = 'key:a'`,
      ))!
      expect(bytes).toBeGreaterThan(10_000)
      expect(bytes).toBeLessThanOrEqual(30_000)
      const facts = factsOf("run_key:a_0", "key:a")
      expect(await store.claim({ ...facts, id: "run_again" })).toMatchObject({ acknowledged: true, state: "ended" })
      await database.close()
    })

    test("are bounded all together, at the end of each and by the chore, and a code's are never touched for it", async () => {
      const { database, store, keep, isKept } = await setUp(100_000)
      await keep("run_code", "code:c")
      for (let at = 0; at < 30; at++) await keep(`run_${at}`, `key:${at}`)
      const strangers = async () =>
        (await Promise.all(Array.from({ length: 30 }, (_, at) => isKept(`run_${at}`, `key:${at}`))))
          .map(Number)
          .join("")
      expect(await strangers()).toMatch(/^0{15,}1{5,}$/)
      expect(await isKept("run_code", "code:c")).toBe(true)

      // Acknowledged answers take no space; a server that begins with too much erases it.
      const smaller = { perOwner: 30_000, inAll: 30_000 }
      const deps = {
        database,
        sealer: createSealer("a secret"),
        server: outsider("s2"),
        now: () => now,
        strangersBounds: smaller,
      }
      await store.acknowledge("run_29", "key:29")
      await createRunStore(deps).eraseOld()
      expect(await strangers()).toMatch(/^0{26,28}1{1,3}0$/)
      expect(await isKept("run_code", "code:c")).toBe(true)
      await database.close()
    })
  })
}
