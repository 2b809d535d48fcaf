import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

/**
 * Keeps a data folder to one server: an exclusive transaction on a file of its own, held open for the life of the
 * process. The operating system lets go of it when the process dies, however it dies, so who gets it knows that every
 * earlier server on this folder is dead. Undefined when another one is alive.
 */
export function lockDataFolder(dataDir: string): { release(): void } | undefined {
  const lock = new DatabaseSync(join(dataDir, "server.lock"))
  try {
    lock.exec("pragma busy_timeout = 0")
    lock.exec("begin exclusive")
    return { release: () => lock.close() }
  } catch {
    lock.close()
    return undefined
  }
}
