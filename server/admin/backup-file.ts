import { randomBytes } from "node:crypto"
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { backup, DatabaseSync } from "node:sqlite"
import { makeDataFolder } from "../store/data-folder.ts"
import { lockDataFolder } from "../store/server-lock.ts"
import { pepperFile } from "../access/pepper.ts"
import { sqliteFile } from "../store/database.ts"
import { isNothing, type Vanishing, whatVanishes } from "./what-vanishes.ts"
import { importedFiles } from "../gateway/models/import-files.ts"

/** Where the pepper of a backup lies: beside it and not inside, so that the backup alone lets nobody try codes. */
export function pepperBeside(file: string): string {
  return `${file}.pepper`
}

/** Where the operator's own prices of an earlier version's backup lie, if there were any; now the database holds them. */
function pricesBeside(file: string): string {
  return `${file}.prices.json`
}

/** Makes `file` a copy of the database, whole or not at all, and puts the pepper beside it. */
export async function writeBackup(
  file: string,
  options: { readonly dataDir: string; readonly copyTo: (file: string) => Promise<void> },
): Promise<void> {
  const aside = `${file}.${randomBytes(4).toString("hex")}`
  try {
    await options.copyTo(aside)
    chmodSync(aside, 0o600)
    renameSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
  const pepper = join(options.dataDir, pepperFile)
  if (existsSync(pepper)) copyPrivately(pepper, pepperBeside(file))
  // A leftover of an earlier backup of that name would be taken for this one's.
  rmSync(pricesBeside(file), { force: true })
}

/** Whether a backup was put in the database's place, and what went or would have gone with that. */
export interface Restored {
  readonly isDone: boolean
  readonly vanishes: Vanishing
}

/**
 * Puts a backup in the place of the database, in one transaction of SQLite, unless something would vanish and nobody
 * agrees to that. Throws, and changes nothing, when the file is no intact backup, a server is running on the folder, or
 * there is no room.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  isAgreed: (vanishes: Vanishing) => Promise<boolean>,
): Promise<Restored> {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`)
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    checkIntact(source, file)
    makeDataFolder(dataDir)
    // A running server knows the codes under its own pepper and would refuse those of the backup.
    const lock = lockDataFolder(dataDir)
    if (!lock) throw new Error(`a server is running on ${dataDir}: stop it, then restore`)
    const vanishes = whatVanishes(join(dataDir, sqliteFile), file, Date.now())
    const pepper = prepare(pepperBeside(file), join(dataDir, pepperFile))
    const prices = prepare(pricesBeside(file), join(dataDir, "prices.json"))
    try {
      if (!isNothing(vanishes) && !(await isAgreed(vanishes))) return { isDone: false, vanishes }
      // Steps that can fail were done on a copy, or fail here as a whole.
      await replaceDatabase(source, join(dataDir, sqliteFile), vanishes.unknown !== undefined)
      pepper?.take()
      setImportsAside(dataDir)
      prices?.take()
      return { isDone: true, vanishes }
    } finally {
      pepper?.drop()
      prices?.drop()
      lock.release()
    }
  } finally {
    source.close()
  }
}

/** Copies over the database as one transaction of it. One that cannot be read cannot be written either: it is kept beside. */
async function replaceDatabase(source: DatabaseSync, place: string, isUnreadable: boolean): Promise<void> {
  const kept = isUnreadable ? [place, `${place}-wal`, `${place}-shm`].filter((file) => existsSync(file)) : []
  for (const file of kept) renameSync(file, `${file}.before-restore`)
  try {
    await backup(source, place)
  } catch (error) {
    for (const file of kept) renameSync(`${file}.before-restore`, file)
    throw error
  }
}

function checkIntact(source: DatabaseSync, file: string): void {
  const problem = `${file} is not an intact backup`
  try {
    const check = source.prepare("pragma integrity_check").get()
    if (check?.["integrity_check"] !== "ok") throw new Error(problem)
    source.prepare("select number from migration").all()
  } catch (cause) {
    throw new Error(problem, { cause })
  }
}

/**
 * A file of the backup, copied beside its place so that only a renaming is left to do. What it replaces is kept. (The codes
 * in a backup are known under its pepper only.)
 */
function prepare(kept: string, place: string) {
  if (!existsSync(kept)) return undefined
  const aside = `${place}.${randomBytes(4).toString("hex")}`
  copyPrivately(kept, aside)
  return {
    take() {
      if (existsSync(place)) {
        if (readFileSync(place, "utf8") === readFileSync(aside, "utf8")) return
        renameSync(place, `${place}.before-restore`)
      }
      renameSync(aside, place)
    },
    drop: () => rmSync(aside, { force: true }),
  }
}

/** Files that belong to what is replaced would be taken into what comes back. */
function setImportsAside(dataDir: string): void {
  for (const name of importedFiles) {
    const file = join(dataDir, name)
    if (existsSync(file)) renameSync(file, `${file}.before-restore`)
  }
}

function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}
