import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/**
 * Keeps a data folder to one server: an exclusive transaction on a file of its own, held open for the life of the
 * process. The operating system lets go of it when the process dies, however it dies, so who gets it knows that every
 * earlier server on this folder is dead. Undefined when another one is alive;
 * throws where the file cannot be used at all.
 */
export function lockDataFolder(dataDir: string): { release(): void } | undefined {
  const lock = new DatabaseSync(join(dataDir, "server.lock"))
  try {
    lock.exec("pragma busy_timeout = 0")
    lock.exec("begin exclusive")
    return { release: () => lock.close() }
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/** SQLite's own number for "somebody else has it"; a full disk, say, is another. */
const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy
}
