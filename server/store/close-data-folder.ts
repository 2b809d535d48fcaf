import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"

/** The files that the server and its command line create in a data folder; any others are not ours to close. */
const ours = [
  /^prosa\.sqlite(-wal|-shm|-journal)?$/,
  /^server\.lock(-wal|-shm|-journal)?$/,
  /^(pepper|admin-token)([.].*)?$/,
  /\.pepper$/,
  /\.before-restore$/,
]
/** Whether a name in a data folder is that of one of our files. */
export function isOurFile(name: string): boolean {
  return ours.some((pattern) => pattern.test(name))
}

const openToOthers = 0o077
const sharedByMany = 0o1000

/** The results for files that other users of the machine could read; a sentence each. */
export interface ClosedFolder {
  /** Readable by others until now. */
  readonly closed: readonly string[]
  /** Still readable, and why. */
  readonly warnings: readonly string[]
}

/**
 * Takes a data folder and our files in it away from other users of the machine: 700 and 600. What belongs to another
 * user, or is a folder that many use, stays as it is and is reported.
 */
export function closeDataFolder(folder: string): ClosedFolder {
  // Windows has no such modes.
  if (process.getuid === undefined) return { closed: [], warnings: [] }
  const closed: string[] = []
  const warnings: string[] = []
  const close = (path: string, mode: number) => {
    const found = statOf(path)
    if (found === undefined || found.isSymbolicLink() || (found.mode & openToOthers) === 0) return
    const was = `${path} ${found.isDirectory() ? "is open to" : "can be read by"} other users (mode ${modeOf(found)})`
    const reason = reasonToLeave(path, found)
    const trouble = reason ?? changeMode(path, mode)
    if (trouble === undefined) closed.push(`${was}; closed`)
    else warnings.push(`${was}, and ${trouble}: close it`)
  }
  const place = realpathSync(folder)
  close(place, 0o700)
  for (const name of readdirSync(place)) if (isOurFile(name)) close(join(place, name), 0o600)
  return { closed, warnings }
}

function reasonToLeave(path: string, found: Stats): string | undefined {
  if (found.uid !== process.geteuid?.()) return "belongs to another user"
  if (!found.isDirectory()) return undefined
  const at = resolve(path)
  const isShared = (found.mode & sharedByMany) !== 0 || dirname(at) === at || at === resolve(homedir())
  return isShared ? "is no folder for data alone" : undefined
}

function changeMode(path: string, mode: number): string | undefined {
  try {
    chmodSync(path, mode)
    return undefined
  } catch (error) {
    return error instanceof Error && "code" in error ? `cannot be closed (${String(error.code)})` : "cannot be closed"
  }
}

/** Files of a database come and go while others use it. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch {
    return undefined
  }
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o7777).toString(8)
}
