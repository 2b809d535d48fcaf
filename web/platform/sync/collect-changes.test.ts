import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { beforeEach, expect, it } from "vitest"
import { nextStamp } from "#core/storage/stamp.ts"
import { openDatabase, type ProsaDatabase } from "../storage/database.ts"
import { beginWithRemote, forgetRemote, settleChanges } from "./collect-changes.ts"

let database: ProsaDatabase
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory()
  database = await openDatabase(() => {})
})

it("a recording that waits for its words stays, whatever becomes of the notes beside it", async () => {
  const at = nextStamp({ device: "device-one" }, Date.now())
  await database.put("outbox", { id: "recording:one", sessionId: "s", at: 1, slices: [] })
  await database.put("outbox", { id: "messages/m", at })
  await beginWithRemote(database, "vault:one", "vault:")
  expect(await database.getAllKeys("outbox")).toEqual(["recording:one"])
  await database.put("outbox", { id: "messages/m", at })
  await settleChanges(database, "vault:one", at)
  expect(await database.getAllKeys("outbox")).toEqual(["recording:one"])
  await forgetRemote(database, "vault:one")
  expect(await database.getAllKeys("outbox")).toEqual(["recording:one"])
})
