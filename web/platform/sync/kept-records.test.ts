import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { beforeEach, describe, expect, it } from "vitest"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { applyRecords } from "./apply-records.ts"
import { keptMs, restoreKept, sweepKept } from "./kept-records.ts"

describe("a conversation that another device deleted while something was still to be sent in it", () => {
  const now = Date.now()
  let database: ProsaDatabase
  const unsent = async () => [await database.get("drafts", "a"), await database.getKey("attachments", "a")]
  const written = [{ sessionId: "a", text: "Ainda não" }, "a"]

  beforeEach(async () => {
    globalThis.indexedDB = new IDBFactory()
    database = await openDatabase(() => {})
    const value = newSession({ id: "a", now, modelConfig: defaultModelConfig, lang: "pt" })
    const born = nextStamp({ device: "device-one" }, now)
    const life = { alive: false, c: nextStamp({ device: "device-one" }, now + 1), seen: { "device-one": born } }
    await database.put("sessions", { id: "a", version: 1, value, sync: { born } })
    await database.put("drafts", { sessionId: "a", text: "Ainda não" })
    await database.put("attachments", { sessionId: "a", attachments: [], images: ["picture"] })
    const grave = { kind: "sessions", id: "a", row: { id: "a", sync: { life } } } as const
    await applyRecords(database, { records: [grave], from: "file" })
    expect(await database.getKey("sessions", "a")).toBeUndefined()
  })

  it("has it when it is brought back, and for as long as it can be", async () => {
    await sweepKept(database, now)
    expect(await unsent()).toEqual(written)
    expect(await restoreKept(database, "sessions", "a")).toBe(true)
    for (const later of [2, 3]) await sweepKept(database, now + later * keptMs)
    expect(await unsent()).toEqual(written)
  })

  it("keeps nothing of it once it cannot be brought back any more", async () => {
    for (const later of [2, 3]) await sweepKept(database, now + later * keptMs)
    expect(await unsent()).toEqual([undefined, undefined])
  })

  it("has it whole after a clock that was years ahead for a while", async () => {
    const ahead = now + 24 * keptMs
    for (const time of [ahead, ahead + 60_000, now, ahead, now]) await sweepKept(database, time)
    expect(await unsent()).toEqual(written)
    expect(await restoreKept(database, "sessions", "a")).toBe(true)
  })
})
