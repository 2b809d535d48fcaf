import { openDB, type IDBPDatabase } from "idb"
import { databaseName } from "../database-version.ts"
import { encodeRow } from "./encode-row.ts"

/** Rows read at a time; pictures are among them. */
const batchSize = 50

/** How long the browser has to open the database, in ms: where it is broken, some never answer. */
const openingMs = 10_000

/** Something that is not in the copy. Without a key it is the whole store, without a store the whole database. */
export interface Unreadable {
  readonly store?: string
  readonly key?: string
  /** The conversation it belongs to, by id, where that is known. */
  readonly sessionId?: string
  /** Something of it is in the copy. */
  readonly isPart?: true
}

export interface StoredTexts {
  /** By store, each row as JSON. */
  readonly stores: ReadonlyMap<string, readonly string[]>
  /** The files of the rows, by the names that the rows have for them. */
  readonly files: ReadonlyMap<string, Blob>
  readonly unreadable: readonly Unreadable[]
}

/** Stores whose rows do not hold their own keys. */
const apart: ReadonlySet<string> = new Set(["settings", "journal"])

/** Stores that may stand openly in a copy. A store that only a newer version knows is named instead. */
const openStores: ReadonlySet<string> = new Set([
  "sessions",
  "messages",
  "drafts",
  "settings",
  "images",
  "attachments",
  "prompts",
  "folders",
  "masks",
  "plugins",
  "drawings",
  "shares",
  "graves",
  "journal",
  "kept",
])

/**
 * Stores that a copy leaves out: the clocks hold nothing of the user's, and would make two devices look like one; sounds can be made
 * again, and recordings become words in their field.
 */
const unsaid: ReadonlySet<string> = new Set(["peers", "sounds", "outbox"])

/** Reads the database as it is, whatever its version: this is for when the rest of the page cannot. */
export async function readDatabase(secrets: readonly string[]): Promise<StoredTexts> {
  const stores = new Map<string, readonly string[]>()
  const files = new Map<string, Blob>()
  let database: IDBPDatabase | undefined
  try {
    database = await openAsItIs()
  } catch {
    return { stores, files, unreadable: [{}] }
  }
  if (database === undefined) return { stores, files, unreadable: [] }
  const unreadable: Unreadable[] = []
  try {
    for (const name of database.objectStoreNames) {
      // oxlint-disable-next-line no-await-in-loop -- one store at a time is little memory
      if (openStores.has(name)) stores.set(name, await readStore(database, name, { secrets, unreadable, files }))
      // oxlint-disable-next-line no-await-in-loop
      else if (!unsaid.has(name) && (await database.count(name).catch(() => 1)) > 0) unreadable.push({ store: name })
    }
  } finally {
    database.close()
  }
  return { stores, files, unreadable }
}

/** Undefined where there is none: looking for it makes none. */
async function openAsItIs(): Promise<IDBPDatabase | undefined> {
  let isMissing = false
  const opening = openDB(databaseName, undefined, {
    upgrade(_database, _old, _new, transaction) {
      isMissing = true
      transaction.abort()
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase | null)?.close()
    },
  }).catch((trouble: unknown) => {
    if (isMissing) return undefined
    throw trouble
  })
  const tooLong = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("the browser does not open the database")), openingMs)
  })
  return Promise.race([opening, tooLong])
}

interface Reading {
  readonly secrets: readonly string[]
  readonly unreadable: Unreadable[]
  readonly files: Map<string, Blob>
}

async function readStore(
  database: IDBPDatabase,
  name: string,
  { secrets, unreadable, files }: Reading,
): Promise<readonly string[]> {
  const rows: string[] = []
  const keys = await database.getAllKeys(name).catch(() => undefined)
  if (keys === undefined) unreadable.push({ store: name })
  const first = unreadable.length
  for (let at = 0; at < (keys?.length ?? 0); at += batchSize) {
    const batch = keys?.slice(at, at + batchSize) ?? []
    // oxlint-disable-next-line no-await-in-loop -- a batch at a time is little memory
    for (const { key, row } of await readBatch(database, name, batch)) {
      const place = { store: name, key: keyText(key) }
      if (row === undefined) {
        unreadable.push(place)
        continue
      }
      const whole = apart.has(name) ? { key, value: row() } : row()
      // oxlint-disable-next-line no-await-in-loop
      const encoded = await encodeRow(whole, secrets, keeperOf(name, keyText(key), files)).catch(() => undefined)
      if (encoded === undefined) unreadable.push(place)
      else rows.push(encoded.json)
      if (encoded?.isWhole === false) unreadable.push({ ...place, isPart: true })
    }
  }
  if (name === "messages" && unreadable.length > first) {
    const owners = await ownersOf(database).catch(() => new Map<string, string>())
    const owned = unreadable.splice(first).map((one): Unreadable => {
      const sessionId = owners.get(one.key ?? "")
      return sessionId === undefined ? one : { ...one, sessionId }
    })
    unreadable.push(...owned)
  }
  return rows
}

/** Gives the files of a row their names in the copy: a picture that of its id. */
function keeperOf(store: string, key: string, files: Map<string, Blob>): (file: Blob) => string {
  return (file) => {
    const isPlain = store === "images" && /^[\w-]{1,200}$/.test(key)
    const name = isPlain ? `images/${key}` : `files/${files.size}`
    files.set(name, file)
    return name
  }
}

/** By message, the conversation it belongs to: the index knows it where the message itself cannot be read. */
async function ownersOf(database: IDBPDatabase): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>()
  const index = database.transaction("messages").store.index("by-session")
  for (let cursor = await index.openKeyCursor(); cursor !== null; cursor = await cursor.continue()) {
    const [sessionId] = Array.isArray(cursor.key) ? cursor.key : []
    if (typeof sessionId === "string") owners.set(keyText(cursor.primaryKey), sessionId)
  }
  return owners
}

interface Found {
  readonly key: IDBValidKey
  readonly row: (() => unknown) | undefined
}

/** Rows by their keys: together, and where the browser refuses that, each by itself. One that is gone meanwhile is none. */
async function readBatch(
  database: IDBPDatabase,
  name: string,
  keys: readonly IDBValidKey[],
): Promise<readonly Found[]> {
  const [first, last] = [keys[0], keys.at(-1)]
  const range = first === undefined || last === undefined ? undefined : IDBKeyRange.bound(first, last)
  const rows: readonly unknown[] = await database.getAll(name, range).catch(() => [])
  if (rows.length === keys.length) return keys.map((key, index) => ({ key, row: () => rows[index] }))
  const found: Found[] = []
  for (const key of keys) {
    // A reading of its own for each: one that fails takes the others of its transaction along.
    // oxlint-disable-next-line no-await-in-loop
    const row = await database.get(name, key).then(
      (value: unknown) => () => value,
      () => undefined,
    )
    if (row === undefined || row() !== undefined) found.push({ key, row })
  }
  return found
}

function keyText(key: IDBValidKey): string {
  return typeof key === "string" ? key : key instanceof Date ? key.toISOString() : (JSON.stringify(key) ?? "")
}
