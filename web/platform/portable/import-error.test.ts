import { openAsBlob } from "node:fs"
import { rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { ImportError, importErrorOf } from "./import-error.ts"

it("a file that went away is told by its name, and a storage that does not work as that", async () => {
  const path = join(tmpdir(), `export-${crypto.randomUUID()}.json`)
  await writeFile(path, "[]")
  const gone = Object.assign(await openAsBlob(path), { name: "export.json" }) as File
  const here = new File(["[]"], "outro.json")
  const missing = new DOMException("", "NotFoundError")
  expect(await importErrorOf(missing, [here, gone])).toMatchObject({ trouble: "storage" })
  await rm(path)
  expect(await importErrorOf(missing, [here, gone])).toMatchObject({ trouble: "unreadable", fileName: "export.json" })
  expect(await importErrorOf(missing, [])).toMatchObject({ trouble: "storage" })
  expect(await importErrorOf(new DOMException("", "QuotaExceededError"), [gone])).toMatchObject({ trouble: "full" })
  expect(await importErrorOf(new ImportError("bomb"), [gone])).toMatchObject({ trouble: "bomb" })
})
