import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { beforeEach, expect, it } from "vitest"
import { isKnown, nextStamp, stranger, strangersStamp } from "#core/storage/stamp.ts"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import type { SyncRecord } from "#core/sync/sync-record.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { applyRecords } from "./apply-records.ts"
import { collectChanges } from "./collect-changes.ts"

const [now, dayMs] = [Date.now(), 86_400_000]
const ahead = strangersStamp(now + 2 * dayMs, "fast")
const later = strangersStamp(now + dayMs, "said after a deletion")
const earlier = strangersStamp(now - dayMs, "said before")

let database: ProsaDatabase
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  database = await openDatabase(() => {})
})

const known = async () => {
  const { seen } = await collectChanges(database, "vault")
  return [earlier, later].map((stamp) => isKnown(seen, stamp))
}

it("what a page of before claims to know of a program that dates ahead goes no further than now", async () => {
  await applyRecords(database, { records: [], seen: { [stranger]: ahead }, from: "vault" })
  expect(await known()).toEqual([true, false])
})

it("nor does what was taken over before, and it is put right", async () => {
  await database.put("peers", { name: stranger, device: stranger, last: ahead })
  expect(await known()).toEqual([true, false])
  const seen = { "device-one": nextStamp({ device: "device-one" }, now) }
  await applyRecords(database, { records: [], seen, from: "vault" })
  expect((await database.get("peers", stranger))?.last).not.toBe(ahead)
  expect(await known()).toEqual([true, false])
})

it("what others knew counts as known here only once all that they wrote is here", async () => {
  const [first, second] = ["first", "second"].map((id): SyncRecord => {
    const born = nextStamp({ device: "device-one" }, now)
    const value = newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" })
    return { kind: "sessions", id, row: { id, version: 1, value, sync: { born } } }
  }) as [SyncRecord, SyncRecord]
  // Conversations are written in batches of forty. A record that no database takes ends the work in the second one.
  const others = Array.from({ length: 39 }, (_, at): SyncRecord => {
    const id = `other-${at}`
    return { ...first, id, row: { ...first.row, id, value: { ...first.row.value, id } } }
  })
  const unstorable = { ...second, row: { ...second.row, value: { ...second.row.value, topic: () => "" } } }
  const seen = { "device-one": nextStamp({ device: "device-one" }, now) }
  const records = [first, ...others, unstorable]
  await expect(applyRecords(database, { records, seen, from: "file" })).rejects.toThrow(DOMException)
  expect(await database.count("sessions")).toBe(40)
  expect((await collectChanges(database, "file")).seen).not.toHaveProperty("device-one")
  await applyRecords(database, { records: [first, ...others, second], seen, from: "file" })
  expect((await collectChanges(database, "file")).seen).toHaveProperty("device-one")
})
