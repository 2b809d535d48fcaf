import "fake-indexeddb/auto"
import { afterEach, expect, test, vi } from "vitest"
import { readImageReference } from "#core/conversation/image-reference.ts"
import { loadImage } from "../../../platform/storage/image-storage.ts"
import { openDatabase, provideDatabase } from "../../../platform/storage/database.ts"
import { openedWell, openingIsLate } from "../../../state/storage-state.ts"
import { withKeptPictures } from "./kept-pictures.ts"

afterEach(() => vi.restoreAllMocks())

test("an answer with a picture does not wait for a storage that does not open", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 3, close: () => {} }))
  openingIsLate()
  const [event] = await withKeptPictures([{ type: "image", image: { b64: btoa("picture") } }], false)
  const url = event?.type === "image" ? (event.image.url ?? "") : ""
  const held = await loadImage(readImageReference(url)?.id ?? "")
  expect(await held?.text()).toBe("picture")
})

test("a picture that the storage refuses stays in its answer, which is stored with it", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 3, close: () => {} }))
  provideDatabase(await openDatabase(() => {}))
  openedWell()
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("no room", "QuotaExceededError")
  })
  const given = { type: "image", image: { b64: btoa("picture") } } as const
  expect(await withKeptPictures([given], false)).toEqual([given])
})
