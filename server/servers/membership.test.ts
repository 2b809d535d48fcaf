import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { seeded } from "../../testing/fake-provider/timing.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { joinAlone, joinOthers, type Membership } from "./membership.ts"
import { sqlClock } from "../../testing/sql-clock.ts"

const dataDir = mkdtempSync(join(tmpdir(), "prosa-servers-"))
afterAll(() => rmSync(dataDir, { recursive: true }))
const postgres = await freshPostgres()
afterAll(() => postgres?.close())

const second = 1_000
const hour = 3_600 * second

describe.each([
  ["SQLite", { dataDir }],
  ["PostgreSQL", postgres && { databaseUrl: postgres.url, dataDir: "" }],
] as const)("servers that share a database on %s", (_, options) => {
  let database: Database
  let clock = 1_000 * hour
  beforeAll(async () => {
    if (options) database = await openDatabase(options)
  })
  afterAll(() => database?.close())
  beforeEach(() => options && database.transaction((sql) => sql.run("delete from server")))

  const server = (id: string) => joinOthers(database, { id, clock: sqlClock(() => clock) })
  /** The servers that this one considers dead. */
  async function deadTo(judge: Membership): Promise<readonly string[]> {
    const dead = judge.isDead("server.id")
    const rows = await database.read.all<{ id: string }>(
      `select id from server where ${dead.text} order by id`,
      dead.params(),
    )
    return rows.map(({ id }) => id)
  }
  async function goOn(seconds: number, heard: readonly Membership[]): Promise<void> {
    for (let at = 0; at < seconds; at++) {
      clock += second
      for (const one of heard) await one.beat()
    }
  }

  test.skipIf(!options)("one that is heard is alive; one that is not is dead within seven seconds", async () => {
    const [a, b] = [await server("a"), await server("b")]
    await goOn(20, [a, b])
    expect([await deadTo(a), await deadTo(b)]).toEqual([[], []])
    await goOn(6, [a])
    expect(await deadTo(a)).toEqual([])
    await goOn(1, [a])
    expect(await deadTo(a)).toEqual(["b"])
    expect(await deadTo(b)).toEqual([])
  })

  test.skipIf(!options)("who has just come, or come back, says nothing about others for six seconds", async () => {
    const old = await server("old")
    await goOn(20, [old])
    const fresh = await server("fresh")
    clock += 10 * second
    expect(await deadTo(fresh)).toEqual([])
    await goOn(6, [fresh])
    expect(await deadTo(fresh)).toEqual([])
    await goOn(1, [fresh])
    expect(await deadTo(fresh)).toEqual(["old"])
  })

  test.skipIf(!options)(
    "after a database that was away for all, nobody that comes back is taken for dead",
    async () => {
      const [a, b, dead] = [await server("a"), await server("b"), await server("dead")]
      await goOn(20, [a, b, dead])
      clock += 150 * second
      expect(await deadTo(a)).toEqual([])
      await a.beat()
      expect(await deadTo(a)).toEqual([])
      await goOn(5, [a])
      expect(await deadTo(a)).toEqual([])
      await goOn(5, [a, b])
      expect(await deadTo(a)).toEqual(["dead"])
    },
  )

  test.skipIf(!options)("one that has died is found whatever the clock was set to since", async () => {
    for (const jump of [-hour, hour]) {
      const [a, dead] = [await server("a"), await server("dead")]
      await goOn(20, [a, dead])
      clock += jump
      await goOn(8, [a])
      expect({ jump, dead: await deadTo(a) }).toEqual({ jump, dead: ["dead"] })
      await database.transaction((sql) => sql.run("delete from server"))
    }
  })

  test.skipIf(!options)("no jump of the clock makes one look dead that is heard", async () => {
    const random = seeded(15)
    for (let life = 0; life < 60; life++) {
      const judge = await server("judge")
      const other = await server("other")
      await goOn(12, [judge, other])
      // Each is heard within a second and a half, at moments of its own, and the clock is set once in between.
      const size = [3, 5, 7, 12, 60, 3_600][life % 6]! * second
      const jump = (random() < 0.5 ? -1 : 1) * size * (0.5 + random())
      const beats = { judge: 0, other: 0 }
      for (let at = 0; at < 12_000; at += 250) {
        clock += 250
        if (at === 3_000) clock += Math.round(jump)
        for (const [one, name] of [[judge, "judge"] as const, [other, "other"] as const]) {
          if (at < beats[name]) continue
          await one.beat()
          beats[name] = at + 500 + 1_000 * random()
        }
        if (at >= 2_500 && at < 12_000)
          expect({ life, jump, at, dead: await deadTo(judge) }).toMatchObject({ dead: [] })
      }
      await database.transaction((sql) => sql.run("delete from server"))
    }
  })

  test.skipIf(!options)("one that was heard while the clock was ahead for a moment is not taken for dead", async () => {
    const [judge, other] = [await server("judge"), await server("other")]
    await goOn(20, [judge, other])
    clock += hour
    await other.beat()
    clock += 250 - hour
    expect(await deadTo(judge)).toEqual([])
    await judge.beat()
    expect(await deadTo(judge)).toEqual([])
    await goOn(7, [judge])
    expect(await deadTo(judge)).toEqual(["other"])
  })

  test.skipIf(!options)(
    "the dead are forgotten once nothing of theirs is open, and who leaves in order at once",
    async () => {
      const [a, b, leaving] = [await server("a"), await server("b"), await server("leaving")]
      const ids = async () =>
        (await database.read.all<{ id: string }>("select id from server order by id")).map(({ id }) => id)
      await database.transaction(async (sql) => {
        const reserve =
          "insert into day_reserve (run_id, day, amount, subjects, server) values (?, '2026-11-22', 1, '[]', ?)"
        for (const of of ["b", "leaving"]) await sql.run(reserve, [`run of ${of}`, of])
      })
      await leaving.leave()
      await goOn(20, [a])
      await a.forgetDead()
      expect([await ids(), await a.anyDead()]).toEqual([["a", "b", "leaving"], true])
      await database.transaction((sql) => sql.run("delete from day_reserve"))
      await b.leave()
      expect(await ids()).toEqual(["a", "leaving"])
      await a.forgetDead()
      expect([await ids(), await a.anyDead()]).toEqual([["a"], false])
    },
  )

  test.skipIf(!options)("to the one that is alone on its data every other one is dead", async () => {
    await joinAlone(database, "before")
    const now = await joinAlone(database, "now")
    expect(await deadTo(now)).toEqual(["before"])
    await now.forgetDead()
    expect(await now.anyDead()).toBe(false)
  })
})
