import { existsSync, mkdirSync } from "node:fs"
import { dirname } from "node:path"

/**
 * Makes a folder for data that only this user may read, and the folders above it. Throws where that cannot be: each level is
 * made by itself, since Node's own recursive way never ends where a file system refuses every new folder (`/proc`).
 */
export function makeDataFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeDataFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it in the meantime.
    if (!existsSync(folder)) throw error
  }
}
