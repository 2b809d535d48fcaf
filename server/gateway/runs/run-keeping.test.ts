import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { freshPostgres } from "../../../testing/postgres.ts"
import type { UsageRecord } from "../../ledger/usage-records.ts"
import { joinAlone, outsider } from "../../servers/membership.ts"
import { DatabaseUnavailable } from "../../store/database-unavailable.ts"
import { openDatabase } from "../../store/database.ts"
import type { Database } from "../../store/sql.ts"
import { realTimers } from "../../time/timers.ts"
import { endRun, type RunEnding } from "./end-run.ts"
import { createRunKeeping } from "./run-keeping.ts"
import { replyWithMeta } from "./closing-frames.ts"
import { createRunStore, type RunStore } from "./run-store.ts"
import { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"
import { createSealer } from "./encryption.ts"
import { jsonWhole } from "./whole-reply.ts"

const outcome = { state: "done", usage: noUsage, cost: microReais(7), limitedByBalance: false } as const
const sealer = createSealer("a secret")
const whole = jsonWhole(JSON.stringify({ text: "palavra ".repeat(100_000) }))

const dataDir = mkdtempSync(join(tmpdir(), "prosa-keeping-"))
afterAll(() => rmSync(dataDir, { recursive: true }))
const postgres = await freshPostgres()
afterAll(() => postgres?.close())

testRunKeeping("SQLite", () => openDatabase({ dataDir }))
testRunKeeping("PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" })))

function testRunKeeping(engine: string, openIt: (() => Promise<Database>) | undefined): void {
  describe.skipIf(openIt === undefined)(`a run without a key on ${engine}`, () => {
    let database: Database
    beforeAll(async () => {
      database = await openIt!()
    })
    afterAll(() => database.close())

    let runs = 0
    function setUp(facts: Partial<RunFacts> = {}) {
      const failures: unknown[] = []
      const store = createRunStore({ database, sealer, server: outsider("s1"), now: Date.now })
      const onFailed = (error: unknown) => void failures.push(error)
      const keeping = createRunKeeping({ database, store, timers: realTimers, onFailed })
      const run = new Run({
        id: `run_${++runs}`,
        owner: "code:a",
        key: undefined,
        requestHash: "/v1/chat/completions",
        model: "gpt-5",
        startedAt: Date.now(),
        ...facts,
      })
      const say = (text: string) => run.append(run.encode([{ data: text }]))
      /** Ends it as every run ends; `settling` is waited for in the middle. */
      const end = (ending: Partial<RunEnding> = {}, settling = Promise.resolve()) =>
        endRun(
          { database, store, timers: realTimers },
          run,
          async () => (await settling, { cost: microReais(7) }),
          () => ({ outcome, closing: [{ data: "[DONE]" }], isAnswered: true, record: recordOf(run.facts), ...ending }),
        )
      const load = () => store.load(run.facts.id, run.facts.owner)
      return { store, keeping, run, say, end, load, failures }
    }

    const saidBy = (run: Run | undefined) => run?.framesAfter(0).join("")
    const allOf = "id: 1\ndata: Olá\n\nid: 2\ndata: ação 💎\n\nid: 3\ndata: [DONE]\n\n"

    test("leaves no trace where its reader has it all", async () => {
      const { run, say, end, load, store } = setUp()
      say("Olá")
      await end()
      expect([run.keepsFrames, run.isKept, await load(), await store.list("code:a")]).toEqual([
        false,
        false,
        undefined,
        [],
      ])
    })

    test("that has ended is kept with all it said, listed, and erased when it is acknowledged", async () => {
      const { keeping, run, say, end, load, store, failures } = setUp()
      say("Olá")
      say("ação 💎")
      await end()
      expect(keeping.keep(run)).toBe(true)
      expect(keeping.keep(run)).toBe(true)
      await keeping.settled()
      expect(failures).toEqual([])
      const kept = await load()
      expect(saidBy(kept)).toBe(allOf)
      expect(kept?.facts).toMatchObject({ key: undefined, requestHash: "/v1/chat/completions" })
      expect(kept?.outcome).toEqual(outcome)
      expect(await store.list("code:a")).toMatchObject([{ facts: { id: run.facts.id }, frameCount: 3 }])
      expect(await store.load(run.facts.id, "code:b")).toBeUndefined()
      expect(await store.acknowledge(run.facts.id, "code:a")).toBe("erased")
      expect([await load(), await store.list("code:a")]).toEqual([undefined, []])
    })

    test("is found while it waits to be written, by its owner, and not written where it was acknowledged meanwhile", async () => {
      const { keeping, run, end, load, store } = setUp()
      await end({ closing: [], reply: whole })
      keeping.keep(run)
      expect(keeping.find(run.facts.id, "code:a")).toBe(run)
      expect(keeping.find(run.facts.id, "code:b")).toBeUndefined()
      await keeping.drop(run)
      await store.acknowledge(run.facts.id, "code:a")
      expect([keeping.find(run.facts.id, "code:a"), await load()]).toEqual([undefined, undefined])
    })

    test("is not kept once its reader has said that it has it, though its connection breaks only then", async () => {
      const { keeping, run, end, load } = setUp()
      await end({ closing: [], reply: whole })
      await keeping.drop(run)
      keeping.keep(run)
      await keeping.settled()
      expect([keeping.find(run.facts.id, "code:a"), await load()]).toEqual([undefined, undefined])
    })

    test("is kept with its whole reply", async () => {
      const { keeping, run, end, load, failures } = setUp()
      await end({ closing: [], reply: whole })
      keeping.keep(run)
      await keeping.settled()
      expect([failures, (await load())?.reply]).toEqual([[], whole])
    })

    test("that goes on is kept when it ends", async () => {
      const { keeping, run, say, end, load } = setUp()
      say("Olá")
      keeping.keep(run)
      say("ação 💎")
      await end()
      expect([run.isKept, saidBy(await load())]).toEqual([true, allOf])
    })

    test("that is just ending is kept, whether its end knows of it or not", async () => {
      const { keeping, run, say, end, load, failures } = setUp()
      say("Olá")
      say("ação 💎")
      let settled = () => {}
      const ended = end({}, new Promise<void>((resolve) => (settled = resolve)))
      keeping.keep(run)
      settled()
      await ended
      await keeping.settled()
      expect([failures, run.isKept, saidBy(await load())]).toEqual([[], true, allOf])
    })

    test("is kept once, and no fault told, where the word that it is on disk was lost", async () => {
      const { run, say, end, failures, load, store } = setUp()
      let lost = 0
      const unheard: Pick<Database, "transaction"> = {
        async transaction(work, when) {
          const done = await database.transaction(work, when)
          if (lost++ === 0) throw new DatabaseUnavailable(new Error("the answer to a commit was lost"))
          return done
        },
      }
      const onFailed = (error: unknown) => void failures.push(error)
      const keeping = createRunKeeping({ database: { ...database, ...unheard }, store, timers: realTimers, onFailed })
      say("Olá")
      say("ação 💎")
      await end()
      keeping.keep(run)
      await keeping.settled()
      expect(failures).toEqual([])
      expect(run.isKept).toBe(true)
      expect(saidBy(await load())).toBe(allOf)
    })

    test("with a key is sealed before its wallet is locked, and tells its end when it is read again", async () => {
      const { run, store, load } = setUp({ owner: "code:sealed", key: "a long reply" })
      await store.claim(run.facts)
      const given: unknown[] = []
      const watched: RunStore = {
        ...store,
        keepEnd: (sql, facts, end) => {
          given.push(typeof end.reply)
          return store.keepEnd(sql, facts, end)
        },
      }
      const balance = { total: microReais(9), premium: microReais(9), free: microReais(0), calls: 0 }
      const told = { ...outcome, balance: { ...balance, cost: outcome.cost, runId: run.facts.id } }
      const asRead = replyWithMeta(whole, told)
      const deps = { database, store: watched, timers: realTimers }
      const ending = () => ({ outcome: told, closing: [], reply: asRead, isAnswered: true })
      await endRun(deps, run, async () => ({ cost: microReais(7) }), ending, { asItCame: whole })
      expect(given).toEqual(["string"])
      expect(run.reply).toEqual(asRead)
      const again = (await load())?.reply
      expect(again?.bytes.toString()).toBe(asRead.bytes.toString())
      expect(again?.bytes.toString()).toContain("_meta")
    })

    test("is found by its id, though the key of another looks like it", async () => {
      for (const isWhole of [true, false]) {
        const kept = setUp({ owner: "code:twins", key: `a key ${String(isWhole)}` })
        await kept.store.claim(kept.run.facts)
        await kept.end(isWhole ? {} : { closing: [], reply: whole })
        const other = setUp({ owner: "code:twins", key: kept.run.facts.id })
        await other.store.claim(other.run.facts)
        await other.end(isWhole ? { closing: [], reply: whole } : {})
        expect((await kept.load())?.facts.id).toBe(kept.run.facts.id)
      }
    })

    test("of nobody in particular is not kept, nor one that came to nothing", async () => {
      const nobodys = setUp({ owner: "visitor:anybody", isNobodys: true })
      nobodys.say("Olá")
      await nobodys.end()
      expect(nobodys.keeping.keep(nobodys.run)).toBe(false)
      const failed = setUp()
      const failure = { kind: "upstream-timeout" } as const
      await failed.end({ outcome: { ...outcome, cost: microReais(0), state: "failed", failure }, closing: [] })
      failed.keeping.keep(failed.run)
      for (const { keeping, load } of [nobodys, failed]) {
        await keeping.settled()
        expect(await load()).toBeUndefined()
      }
    })

    test("of a caller without a code counts in what is kept for those", async () => {
      const { keeping, run, end, load } = setUp({ owner: "key:a-word" })
      await end({ closing: [], reply: whole })
      keeping.keep(run)
      await keeping.settled()
      expect((await load())?.reply).toEqual(whole)
      const query = "select stranger_bytes as bytes from run where id = ?"
      expect((await database.read.get<{ bytes: number }>(query, [run.facts.id]))?.bytes).toBeGreaterThan(1_000)
    })

    test("whose server dies while it is kept is one that the next server closes", async () => {
      const { keeping, run, say, store } = setUp()
      say("Olá")
      keeping.keep(run)
      await database.transaction((sql) => store.enter(sql, run.facts))
      const next = createRunStore({ database, sealer, server: await joinAlone(database, "s2"), now: Date.now })
      const orphans = await next.orphans()
      expect(orphans.map(({ facts }) => facts)).toEqual([expect.objectContaining({ id: run.facts.id, key: undefined })])
      await database.transaction((sql) => store.unclaim(sql, run.facts))
      expect(await next.orphans()).toEqual([])
    })
  })
}

function recordOf({ id, owner, model }: RunFacts): UsageRecord {
  return {
    runId: id,
    owner,
    tier: "premium",
    model,
    provider: "openai",
    at: Date.now(),
    durationMs: 1,
    usage: noUsage,
    cost: microReais(7),
    charged: microReais(7),
    priceVersion: "p",
    ending: "done",
  }
}
