import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { freshPostgres } from "../../../testing/postgres.ts"
import { outsider } from "../../servers/membership.ts"
import { openDatabase } from "../../store/database.ts"
import type { Database, Sql } from "../../store/sql.ts"
import { createSealer } from "./encryption.ts"
import type { Outcome } from "./outcome.ts"
import { createRunStore } from "./run-store.ts"
import type { RunFacts } from "./run-facts.ts"

const owner = "code:a"
const done: Outcome = { state: "done", usage: noUsage, cost: microReais(7), limitedByBalance: false }
const failure = { kind: "server-restarted" } as const
const cut: Outcome = { ...done, state: "interrupted", failure }
const part = "id: 1\ndata: Uma \n\n"
const whole = "id: 1\ndata: Uma \n\nid: 2\ndata: resposta inteira\n\n"
/** As many frames as the whole has. */
const told = "id: 2\ndata: the server has restarted\n\n"

const dataDir = mkdtempSync(join(tmpdir(), "prosa-acknowledge-"))
afterAll(() => rmSync(dataDir, { recursive: true }))
const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testAcknowledging("SQLite", () => openDatabase({ dataDir }))
testAcknowledging("PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" })))

function testAcknowledging(engine: string, openIt: (() => Promise<Database>) | undefined): void {
  describe.skipIf(openIt === undefined)(`an answer that its reader says to have, on ${engine}`, () => {
    let database: Database
    beforeAll(async () => {
      database = await openIt!()
    })
    afterAll(() => database.close())

    let runs = 0
    /** A run of which a part was kept, as another server has told it: interrupted. */
    async function interrupted() {
      const store = createRunStore({
        database,
        sealer: createSealer("a secret"),
        server: outsider("s1"),
        now: Date.now,
      })
      const id = `run_${++runs}`
      const facts: RunFacts = { id, owner, key: id.replace("run", "key"), requestHash: "", model: "m", startedAt: 0 }
      await store.claim(facts)
      const end = (sql: Sql, outcome: Outcome, frames: string, firstId: number) =>
        store.keepEnd(sql, facts, {
          state: outcome.state === "interrupted" ? "interrupted" : "ended",
          outcome,
          frames,
          firstId,
        })
      await database.transaction(async (sql) => {
        await store.keepFrames(sql, facts, 1, part)
        await end(sql, cut, told, 2)
      })
      /** The server that makes it ends it after all. */
      const complete = (sql: Sql, outcome = done) => end(sql, outcome, whole, 1)
      const said = async () => (await store.load(id, owner))?.framesAfter(0).join("")
      return { id, store, complete, said }
    }

    test("is erased where it is still the part that was read", async () => {
      const { id, store, said } = await interrupted()
      expect(await said()).toBe(part + told)
      expect(await store.acknowledge(id, owner, "interrupted")).toBe("erased")
      expect(await said()).toBeUndefined()
    })

    test("stays where the whole has taken the place of the part that was read, until the whole was", async () => {
      const { id, store, complete, said } = await interrupted()
      await database.transaction(complete)
      expect(await store.acknowledge(id, owner, "interrupted")).toBe("replaced")
      expect(await store.acknowledge(id, owner, "interrupted")).toBe("replaced")
      expect(await said()).toBe(whole)
      expect(await store.acknowledge(id, owner, "done")).toBe("erased")
      expect(await said()).toBeUndefined()
      expect(await store.acknowledge(id, "code:b", "interrupted")).toBe("nothing")
    })

    test("stays where what took its place was ended by a restart as well", async () => {
      const { id, store, complete, said } = await interrupted()
      await database.transaction((sql) => complete(sql, { ...done, state: "failed", failure }))
      expect(await store.acknowledge(id, owner, "interrupted")).toBe("replaced")
      expect(await said()).toBe(whole)
    })

    test("is erased where a restart has ended it and nothing else was ever told of it", async () => {
      const { store } = await interrupted()
      const facts: RunFacts = {
        id: `run_${++runs}`,
        owner,
        key: "restarted",
        requestHash: "",
        model: "m",
        startedAt: 0,
      }
      await store.claim(facts)
      const outcome: Outcome = { ...done, state: "failed", failure }
      await database.transaction((sql) =>
        store.keepEnd(sql, facts, { state: "ended", outcome, frames: part, firstId: 1 }),
      )
      expect(await store.acknowledge(facts.id, owner, "interrupted")).toBe("erased")
    })

    test("is erased whatever it has become where nobody says what was read", async () => {
      const { id, store, complete, said } = await interrupted()
      await database.transaction(complete)
      expect(await store.acknowledge(id, owner)).toBe("erased")
      expect(await said()).toBeUndefined()
    })

    test("stays where the whole takes the place of the part in that very moment", async () => {
      const { id, store, complete, said } = await interrupted()
      let [isWritten, end] = [() => {}, () => {}]
      const written = new Promise<void>((resolve) => (isWritten = resolve))
      const mayEnd = new Promise<void>((resolve) => (end = resolve))
      const completed = database.transaction(async (sql) => {
        await complete(sql)
        isWritten()
        await mayEnd
      })
      await written
      const acknowledged = store.acknowledge(id, owner, "interrupted")
      // SQLite has one writer at a time; PostgreSQL has both, and the one that comes later waits for the row.
      if (database.dialect === "postgres") await expect.poll(waiting).toBe(1)
      end()
      await completed
      expect(await acknowledged).toBe("replaced")
      expect(await said()).toBe(whole)
    })

    /** Statements that wait for somebody else's. */
    async function waiting(): Promise<number> {
      const query =
        "select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      return Number((await database.read.get<{ waiting: number | string }>(query))?.waiting)
    }

    test("that its reader has erased stays erased, and the whole finds no place", async () => {
      const { id, store, complete, said } = await interrupted()
      expect(await store.acknowledge(id, owner, "interrupted")).toBe("erased")
      await expect(database.transaction(complete)).rejects.toThrow("closed by another server")
      expect(await said()).toBeUndefined()
    })
  })
}
