import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { beforeEach, expect, test } from "vitest"
import { graveLimits } from "#core/storage/life.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import { openDatabase, type ProsaDatabase } from "./database.ts"
import { sweepGraves } from "./sweep-graves.ts"

const now = Date.now()
const { keptMs } = graveLimits
let database: ProsaDatabase
const graves = () => database.getAllKeys("graves")

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  database = await openDatabase(() => {})
  const life = { alive: false, c: nextStamp({ device: "device-one" }, now), seen: {} }
  await database.put("graves", { kind: "sessions", id: "a", life })
})

test("a deletion is known until it was old at two looks", async () => {
  for (const time of [now, now + 2 * keptMs]) await sweepGraves(database, time)
  expect(await graves()).toEqual([["sessions", "a"]])
  await sweepGraves(database, now + 3 * keptMs)
  expect(await graves()).toEqual([])
})

test("a clock that is years ahead for a while forgets no deletion", async () => {
  const ahead = now + 2 * keptMs
  for (const time of [ahead, ahead + 60_000, now, ahead, now]) await sweepGraves(database, time)
  expect(await graves()).toEqual([["sessions", "a"]])
})
