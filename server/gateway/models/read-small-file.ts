import { closeSync, openSync, readSync, statSync } from "node:fs"
import { err, ok, type Result } from "#core/lib/result.ts"

/** No catalogue of models is longer, in bytes: models.dev's own has two million. */
export const longestCatalogue = 8 * 1024 * 1024

/** The text of a file of at most 8 MiB, of which no more is ever read; the error is a sentence. */
export function readSmallFile(file: string): Result<string, string> {
  let handle: number | undefined
  try {
    // A pipe would never open.
    const found = statSync(file)
    if (!found.isFile()) return err("it is no file")
    if (found.size > longestCatalogue) return err("it has more than 8 MiB")
    handle = openSync(file, "r")
    const bytes = Buffer.alloc(found.size)
    let read = 0
    for (let more = -1; more !== 0 && read < bytes.length; read += more) {
      more = readSync(handle, bytes, read, bytes.length - read, null)
    }
    return ok(bytes.toString("utf8", 0, read))
  } catch (error) {
    return err(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
