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

/**
 * What a trouble means for whoever imports. A file that was moved, changed, or never fetched and a storage that does not work have the same
 * names in browsers: it is the file where one of them cannot be read now.
 */
export async function importErrorOf(caught: unknown, files: readonly File[]): Promise<ImportError> {
  if (caught instanceof ImportError) return caught
  if (!(caught instanceof DOMException)) return new ImportError("damaged")
  if (caught.name === "QuotaExceededError") return new ImportError("full")
  const canRead = await Promise.all(files.map(isReadable))
  const at = canRead.indexOf(false)
  return at === -1 ? new ImportError("storage") : new ImportError("unreadable", files[at]?.name)
}

/** Its end is looked at: of a file that became shorter only that is missing. */
function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(-1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}
