import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { afterEach, expect, test, vi } from "vitest"
import { microReais } from "#core/lib/micro-reais.ts"
import { openDatabase, provideDatabase } from "./database.ts"
import { heardOf, noteHeard, storeSound } from "./sound-cache.ts"

const dayMs = 24 * 3_600_000
afterEach(() => vi.useRealTimers())

test("what was heard of a message is known as long as the message is, and for a day after it is gone", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const start = Date.now()
  globalThis.indexedDB = new IDBFactory()
  const database = await openDatabase(() => {})
  provideDatabase(database)
  const message = { id: "here", date: start, role: "assistant", content: "Oi" }
  await database.put("messages", { id: "here", sessionId: "a", position: 1, images: [], message } as never)
  for (const id of ["here", "gone"]) await noteHeard(id, 10, microReais(5))

  const sound = () => storeSound("a-sound", new Blob(["x"]))
  vi.setSystemTime(start + dayMs - 1_000)
  await sound()
  expect(await heardOf("gone")).toBeDefined()
  vi.setSystemTime(start + dayMs + 1_000)
  await sound()
  expect(await heardOf("gone")).toBeUndefined()
  expect(await heardOf("here")).toEqual({ characters: 10, cost: 5 })
  database.close()
})
