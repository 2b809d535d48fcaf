import { randomBytes } from "node:crypto"
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { backup, DatabaseSync } from "node:sqlite"
import { filesFolder } from "../files/file-store.ts"
import type { Verification } from "../ledger/verify.ts"
import { isOurFile } from "../store/close-data-folder.ts"
import { makeDataFolder } from "../store/data-folder.ts"
import { lockDataFolder } from "../store/server-lock.ts"
import { pepperFile } from "../access/pepper.ts"
import { sqliteFile } from "../store/database.ts"
import { migrations } from "../store/migrations.ts"
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

/** What was copied, and what an operator has to keep besides. */
export interface Copied {
  readonly file: string
  /** The copy of the pepper; absent where the operator keeps it (`ACCESS_PEPPER`). */
  readonly pepper?: string
  /** The folder of what people share and of the pictures of vaults, which is in no copy; absent where there is none. */
  readonly files?: string
}

/**
 * Makes `file` a copy of the database as it is, whole or not at all, and puts the pepper beside it. Throws, and changes nothing,
 * where `file` is something else than an earlier copy.
 */
export async function writeBackup(file: string, dataDir: string): Promise<Copied> {
  const place = join(dataDir, sqliteFile)
  checkPlace(file, dataDir)
  const aside = `${file}.${randomBytes(4).toString("hex")}`
  const source = new DatabaseSync(place, { readOnly: true })
  try {
    await backup(source, aside)
    standAlone(aside)
    chmodSync(aside, 0o600)
    renameSync(aside, file)
  } finally {
    source.close()
    rmSync(aside, { force: true })
  }
  const pepper = join(dataDir, pepperFile)
  const isPepperOurs = existsSync(pepper)
  if (isPepperOurs) copyPrivately(pepper, pepperBeside(file))
  // A leftover of an earlier backup of that name would be taken for this one's.
  rmSync(pricesBeside(file), { force: true })
  const files = join(dataDir, filesFolder)
  return { file, ...(isPepperOurs && { pepper: pepperBeside(file) }), ...(existsSync(files) && { files }) }
}

/** The first bytes of every database of SQLite. */
const sqliteMark = "SQLite format 3\0"

/** Throws where a copy would take the place of the data themselves, or of a file that is no copy. */
function checkPlace(file: string, dataDir: string): void {
  const place = existsSync(file) ? realpathSync(file) : resolve(file)
  const folder = existsSync(dirname(place)) ? realpathSync(dirname(place)) : dirname(place)
  const isOfData = folder === realpathSync(dataDir) && isOurFile(basename(place))
  if (isOfData) throw new Error(`${file} is a file of DATA_DIR itself: name another place for the copy`)
  if (!existsSync(file)) return
  const start = statSync(file).isFile() ? readStart(file) : undefined
  if (start !== "" && start !== sqliteMark)
    throw new Error(`${file} is there and no copy of a database: name another place`)
}

function readStart(file: string): string {
  const opened = openSync(file, "r")
  try {
    const start = Buffer.alloc(sqliteMark.length)
    return start.toString("latin1", 0, readSync(opened, start))
  } finally {
    closeSync(opened)
  }
}

/** A copy has the mode of its database, in which even a reader needs files beside it; in this one it can be read from a medium that nobody can write. */
function standAlone(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    copy.exec("pragma journal_mode = delete")
  } finally {
    copy.close()
  }
}

/** Whether a backup was put in the database's place, and what went or would have gone with that. */
export interface Restored {
  readonly isDone: boolean
  readonly vanishes: Vanishing
  /** The check of the books that came back; absent where nothing was restored. */
  readonly books?: Verification
}

/**
 * Puts a backup in the place of the database, in one transaction of SQLite, unless something would vanish and nobody
 * agrees to that. Throws, and changes nothing, when the file is no intact backup or a newer program's, a server is running on
 * the folder, or there is no room.
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
  let step: number
  try {
    const check = source.prepare("pragma integrity_check").get()
    if (check?.["integrity_check"] !== "ok") throw new Error(String(check?.["integrity_check"]))
    step = Number(source.prepare("select max(number) as step from migration").get()?.["step"] ?? 0)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const help = cannotWriteBeside(cause)
      ? "is on a medium that cannot be written, which a copy of an earlier version needs: copy it elsewhere"
      : "is not an intact backup"
    throw new Error(`${file} ${help} (${why})`, { cause })
  }
  if (step > migrations.length)
    throw new Error(`${file} is of a newer program (step ${step}) than this one (step ${migrations.length})`)
}

/** SQLite could not open or make a file beside the database. */
function cannotWriteBeside(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && [8, 14].includes(Number(error.errcode) & 0xff)
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
