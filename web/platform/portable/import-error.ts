import type { FileTrouble } from "./import-messages.ts"
import { ZipError } from "./zip-reader.ts"

/** A file that cannot be read at all. */
export class ImportError extends Error {
  readonly trouble: FileTrouble
  readonly fileName: string | undefined
  constructor(trouble: FileTrouble, fileName?: string) {
    super(`a file cannot be imported: ${trouble}`)
    this.trouble = trouble
    this.fileName = fileName
  }
}

/** Whether an archive turned out to be damaged while it was read. */
export function isDamage(caught: unknown): boolean {
  return caught instanceof ZipError && caught.trouble === "damaged"
}
