import "fake-indexeddb/auto"
import { expect, test, vi } from "vitest"
import { readImageReference } from "#core/conversation/image-reference.ts"
import { loadImage } from "../../../platform/storage/image-storage.ts"
import { openingIsLate } from "../../../state/storage-state.ts"
import { withKeptPictures } from "./kept-pictures.ts"

test("an answer with a picture does not wait for a storage that does not open", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.resolve({ width: 4, height: 3, close: () => {} }))
  openingIsLate()
  const [event] = await withKeptPictures([{ type: "image", image: { b64: btoa("picture") } }], false)
  const url = event?.type === "image" ? (event.image.url ?? "") : ""
  const held = await loadImage(readImageReference(url)?.id ?? "")
  expect(await held?.text()).toBe("picture")
})
