import { writeZip, type ZipPart } from "../../portable/zip-writer.ts"
import { databaseVersion } from "../database-version.ts"
import { readLocalEntries, type LocalEntries } from "./local-entries.ts"
import { nextChatFile } from "./nextchat-file.ts"
import { readDatabase, type Unreadable } from "./read-database.ts"
import { seal } from "./seal.ts"

/** The version of the file (`docs/copy-format.md`). */
const fileVersion = 3

/** Everything this browser has stored of the product, read and not yet written to a file. */
export interface SavedData {
  readonly stores: ReadonlyMap<string, readonly string[]>
  /** The pictures, by their names in the copy. */
  readonly files: ReadonlyMap<string, Blob>
  readonly local: LocalEntries
  /** The conversations that could not be stored, as JSON: they exist only in this page's memory. */
  readonly unsaved: string | undefined
  readonly unreadable: readonly Unreadable[]
  /** Changes with whatever is kept in the database. */
  readonly fingerprint: string
}

export async function collectSavedData(unsaved?: string): Promise<SavedData> {
  const local = readLocalEntries()
  const { stores, files, unreadable } = await readDatabase(local.secretWords)
  const lost = local.unreadable.map((key): Unreadable => ({ store: "local", ...(key === "" ? {} : { key }) }))
  const sizes = [...files].map(([name, { size }]) => `${name}:${size}`)
  return {
    stores,
    files,
    local,
    unsaved,
    unreadable: [...unreadable, ...lost],
    fingerprint: fingerprintOf([...stores.values()].flat()) + sizes.join(" ") + (unsaved ?? ""),
  }
}

/** The name of a copy that is made now: its day, as the clock on the wall has it. */
export function backupName(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0")
  return `prosa-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.zip`
}

/**
 * The file of a copy: a ZIP with all rows as they are stored, a backup that NextChat reads, and the pictures. The secrets are in it
 * only where there is a passphrase for them.
 */
export async function writeCopy(data: SavedData, now: Date, passphrase?: string): Promise<Blob> {
  const { local, stores, unreadable, unsaved, files } = data
  const sealed = passphrase === undefined ? undefined : await seal(JSON.stringify({ local: local.secret }), passphrase)
  const head = {
    product: "prosa",
    version: fileVersion,
    savedAt: now.toISOString(),
    local: local.open,
    tab: local.tab,
    leftOut: sealed === undefined ? local.leftOut : [],
    unreadable,
    ...(sealed === undefined ? {} : { secrets: sealed }),
  }
  const parts: string[] = [JSON.stringify(head).slice(0, -1)]
  if (unsaved !== undefined) parts.push(`,"unsaved":${unsaved}`)
  parts.push(`,"stores":{`)
  for (const [index, [name, rows]] of [...stores].entries()) {
    parts.push(`${index === 0 ? "" : ","}${JSON.stringify(name)}:[`)
    for (const [at, row] of rows.entries()) parts.push(at === 0 ? row : `,${row}`)
    parts.push("]")
  }
  parts.push("}}")
  // Only for another program: a copy without it is whole.
  const forNextChat = await nextChatFile(data).catch(() => undefined)
  const manifest = {
    format: "prosa-backup",
    version: 1,
    savedAt: now.toISOString(),
    schemas: { copy: fileVersion, database: databaseVersion },
    counts: Object.fromEntries([...stores].map(([name, rows]) => [name, rows.length])),
    files: files.size,
  }
  const texts: ZipPart[] = [
    { name: "manifest.json", content: new Blob([JSON.stringify(manifest, undefined, 2)]), isFolded: true },
    { name: "copy.json", content: new Blob(parts), isFolded: true },
    ...(forNextChat === undefined ? [] : [{ name: "backup.json", content: forNextChat, isFolded: true }]),
  ]
  const pictures = [...files].map(([name, content]): ZipPart => ({ name, content, isFolded: false }))
  return writeZip([...texts, ...pictures], now)
}

/** A number for texts: others nearly always give another. */
function fingerprintOf(texts: readonly string[]): string {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      one = Math.imul(one ^ code, 2_654_435_761)
      other = Math.imul(other ^ code, 1_597_334_677)
    }
  }
  return `${texts.length}:${one >>> 0}:${other >>> 0}`
}
