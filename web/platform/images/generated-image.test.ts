import { expect, test, vi } from "vitest"
import { keepGenerated, NoPicture } from "./generated-image.ts"

test("bytes that are no picture are told from a storage that takes none", async () => {
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("no picture", "InvalidStateError")))
  await expect(keepGenerated(new Blob(["?"]))).rejects.toBeInstanceOf(NoPicture)
})
