import { expect, it } from "vitest"
import { droppedFiles } from "./dropped-files.ts"

/** What a browser gives for a folder that is dropped; some tell all of it at once. */
function dropped(names: readonly string[]): DataTransfer {
  const entries = names.map((name) => ({
    isDirectory: false,
    file: (give: (file: File) => void) => give(new File([], name)),
  }))
  const parts: (typeof entries)[] = [entries, []]
  const folder = {
    isDirectory: true,
    createReader: () => ({ readEntries: (give: (part: typeof entries) => void) => give(parts.shift() ?? []) }),
  }
  return { items: [{ kind: "file", webkitGetAsEntry: () => folder }], files: [] } as unknown as DataTransfer
}

it("a folder is read with however many files there are in it, as far as they are taken", async () => {
  const names = Array.from({ length: 200_000 }, (_, at) => `${at}.json`)
  const files = await droppedFiles(dropped(names))
  expect(files).toHaveLength(20_000)
  expect(files.at(-1)?.name).toBe("19999.json")
})
