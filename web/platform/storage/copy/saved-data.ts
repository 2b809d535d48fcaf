import { readLocalEntries, type LocalEntries } from "./local-entries.ts"
import { readDatabase, type Unreadable } from "./read-database.ts"
import { seal } from "./seal.ts"

/** The version of the file (`docs/copy-format.md`). */
const fileVersion = 2

/** Everything this browser has stored of the product, read and not yet written to a file. */
export interface SavedData {
  readonly stores: ReadonlyMap<string, readonly string[]>
  readonly local: LocalEntries
  /** The conversations that could not be stored, as JSON: they exist only in this page's memory. */
  readonly unsaved: string | undefined
  readonly unreadable: readonly Unreadable[]
  /** Changes with whatever is kept in the database. */
  readonly fingerprint: string
}

export async function collectSavedData(unsaved?: string): Promise<SavedData> {
  const local = readLocalEntries()
  const { stores, unreadable } = await readDatabase(local.secretWords)
  const lost = local.unreadable.map((key): Unreadable => ({ store: "local", ...(key === "" ? {} : { key }) }))
  return {
    stores,
    local,
    unsaved,
    unreadable: [...unreadable, ...lost],
    fingerprint: fingerprintOf([...stores.values()].flat()) + (unsaved ?? ""),
  }
}

/** The file of a copy. The secrets are in it only where there is a passphrase for them. */
export async function writeCopy(data: SavedData, now: Date, passphrase?: string): Promise<Blob> {
  const { local, stores, unreadable, unsaved } = data
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
  return new Blob(parts, { type: "application/json" })
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
