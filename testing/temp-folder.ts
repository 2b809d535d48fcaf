import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const made = new Set<string>()

/** A folder that is gone when this process is, whatever happened to the server that used it. */
export function tempFolder(name: string): string {
  if (made.size === 0)
    process.once("exit", () => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  made.add(folder)
  return folder
}
