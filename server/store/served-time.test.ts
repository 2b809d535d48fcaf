import { afterAll, describe, expect, test } from "vitest"
import { freshPostgres } from "../../testing/postgres.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import { openDatabase } from "./database.ts"
import { createServedTime } from "./served-time.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

const sweepMs = 15_000
const hour = 3_600_000

describe.each([
  ["SQLite", () => openDatabase({ dataDir: tempFolder("prosa-served") })],
  ["PostgreSQL", postgres && (() => openDatabase({ databaseUrl: postgres.url, dataDir: "" }))],
] as const)("time served on %s", (_, open) => {
  test.skipIf(open === undefined)("goes on with the servers, as one, and not with their clocks", async () => {
    const database = await open!()
    const servers = [0, 0, 0].map((at) => {
      const clock = { at }
      return { clock, time: createServedTime(database, () => clock.at) }
    })
    const reading = async () => (await database.read.get<{ ms: number }>("select ms from served_time"))?.ms ?? 0
    const sweep = async (passed: number) => {
      for (const { clock, time } of servers) {
        clock.at += passed
        await time.advance()
      }
    }
    const begun = await reading()
    await sweep(0)
    expect(await reading()).toBe(begun)
    for (let round = 0; round < 10; round++) await sweep(sweepMs)
    expect(await reading()).toBe(begun + 10 * sweepMs)

    // A clock that jumps, for all of them or for one, is worth no more than a little over one sweep.
    await sweep(25 * hour)
    expect(await reading()).toBe(begun + 10 * sweepMs + 20_000)
    await sweep(-25 * hour)
    expect(await reading()).toBe(begun + 10 * sweepMs + 20_000)

    // All at once, and one that begins later.
    const before = await reading()
    const late = createServedTime(database, () => 5 * hour)
    await late.advance()
    for (const { clock } of servers) clock.at += sweepMs
    await Promise.all([...servers.map(({ time }) => time.advance()), late.advance()])
    expect(await reading()).toBe(before + sweepMs)
    await database.close()
  })

  test.skipIf(open === undefined)("counts whole ms by a clock that is finer", async () => {
    const database = await open!()
    let at = 10.4
    const time = createServedTime(database, () => at)
    const reading = async () => (await database.read.get<{ ms: number }>("select ms from served_time"))?.ms ?? 0
    await time.advance()
    const begun = await reading()
    at += 15_000.7
    await time.advance()
    expect(await reading()).toBe(begun + 15_001)
    await database.close()
  })
})
