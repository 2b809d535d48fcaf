import "fake-indexeddb/auto"
import { expect, test } from "vitest"
import { openDatabase, provideDatabase } from "../platform/storage/database.ts"
import { loadImage } from "../platform/storage/image-storage.ts"
import { keepImage } from "./keep-image.ts"
import { openingIsLate } from "./storage-state.ts"

test("a picture does not wait for a storage that does not open, and is stored once it does", async () => {
  const blob = new Blob(["picture"])
  openingIsLate()
  await keepImage("one", blob, false)
  expect(await loadImage("one")).toBe(blob)
  const database = await openDatabase(() => {})
  provideDatabase(database)
  await keepImage("two", blob, false)
  expect(await database.getAllKeys("images")).toContain("one")
})
