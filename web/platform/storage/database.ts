import { openDB, wrap, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from "idb"
import type { Attachment } from "#core/conversation/attachment.ts"
import type { PlacedMessage } from "#core/conversation/message-record.ts"
import type { Life } from "#core/storage/register.ts"
import type { Sync } from "#core/storage/row.ts"
import type { Stamp } from "#core/storage/stamp.ts"
import { databaseName, databaseVersion } from "./database-version.ts"

/** The browser's database of conversations. One row a session, one a message: saving a word never rewrites a history. */
export interface ProsaSchema extends DBSchema {
  sessions: RecordStore
  messages: { key: string; value: MessageRow; indexes: MessageIndexes }
  folders: RecordStore
  drafts: { key: string; value: Draft }
  settings: { key: string; value: unknown }
  images: { key: string; value: ImageRow }
  attachments: { key: string; value: DraftAttachments; indexes: { "by-image": string } }
  prompts: RecordStore
  masks: RecordStore
  plugins: RecordStore
  drawings: RecordStore
  sounds: RecordStore
  shares: RecordStore
  /** Notes of records that are still to be sent somewhere, and recordings that wait for their words. */
  outbox: RecordStore
  graves: { key: [kind: string, id: string]; value: Grave }
  journal: { key: number; value: JournalEntry }
  /** Content of records that were deleted elsewhere, for a while. */
  kept: { key: [kind: string, id: string]; value: { readonly kind: string; readonly id: string } }
  peers: { key: string; value: Peer }
}

/** A store of a collection. Its rows are read by the collection (`core/storage/collection.ts`). */
interface RecordStore {
  key: string
  value: object
}

/** Notes that a record was deleted, because another device may still have it. */
export interface Grave {
  readonly kind: string
  readonly id: string
  readonly life: Life
  /** The undoing of an import took it away: a later import may bring it again. Told to no other device. */
  readonly isTakenBack?: true
}

/** A change that a closing page had no time to merge. */
export interface JournalEntry {
  /** Epoch milliseconds. */
  readonly madeAt: number
  readonly change: unknown
}

/**
 * A device that this browser knows, itself by the name "self"; or, by "remote:" and a name, a place that it sends its records to,
 * without a device. Nothing of it is ever copied: two devices would be one.
 */
export interface Peer {
  readonly name: string
  readonly device: string
  /** The greatest stamp it has made or seen; of a place, up to where it has what was written here. */
  readonly last?: Stamp
}

/** `by-run` finds an answer by the server's name for it, `by-image` who needs a picture; messages without are not in them. */
type MessageIndexes = {
  "by-session": [sessionId: string, position: number]
  "by-run": string
  "by-image": string
}

/** A message as it is stored, with its stamps beside it: the indices read its fields. */
export type MessageRow = PlacedMessage & { readonly sync?: Sync }

/** A picture of a message or a draft. Kept while something names it. */
export interface ImageRow {
  readonly id: string
  readonly blob: Blob
}

/** Attachments that are not sent yet, by session; apart from the text, which is written at every pause in typing. */
export interface DraftAttachments {
  readonly sessionId: string
  readonly attachments: readonly Attachment[]
  readonly images: readonly string[]
}

/** Text that is typed and not sent yet, by session. */
export interface Draft {
  readonly sessionId: string
  readonly text: string
}

export type ProsaDatabase = IDBPDatabase<ProsaSchema>

/** What may happen to a connection besides a newer page. */
export interface DatabaseTrouble {
  /** Another tab holds an older version open: nothing is opened before it lets go. */
  readonly blocked?: () => void
  /** The browser has closed the connection by itself: it reads and writes nothing any more. */
  readonly closed?: () => void
}

/**
 * Opens the database and brings it to the current version, one step a version. `outdated` is called when a newer version
 * of the page, in another tab, needs to migrate: this tab has let go of the database and may no longer write.
 */
export async function openDatabase(
  outdated: () => void,
  { blocked, closed }: DatabaseTrouble = {},
): Promise<ProsaDatabase> {
  return openDB<ProsaSchema>(databaseName, databaseVersion, {
    async upgrade(database, oldVersion, _newVersion, transaction) {
      if (oldVersion < 1) {
        database.createObjectStore("sessions", { keyPath: "id" })
        const messages = database.createObjectStore("messages", { keyPath: "id" })
        messages.createIndex("by-session", ["sessionId", "position"])
        database.createObjectStore("drafts", { keyPath: "sessionId" })
        database.createObjectStore("settings")
      }
      if (oldVersion < 2) transaction.objectStore("messages").createIndex("by-run", "message.runId")
      if (oldVersion < 3) {
        transaction.objectStore("messages").createIndex("by-image", "images", { multiEntry: true })
        database.createObjectStore("images", { keyPath: "id" })
        const attachments = database.createObjectStore("attachments", { keyPath: "sessionId" })
        attachments.createIndex("by-image", "images", { multiEntry: true })
        database.createObjectStore("prompts", { keyPath: "id" })
      }
      if (oldVersion < 4) await addRecords(database, transaction)
    },
    ...(blocked && { blocked }),
    ...(closed && { terminated: closed }),
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase | null)?.close()
      outdated()
    },
  })
}

/** The same for a connection that stands already, at the current version. */
export function adoptDatabase(database: IDBDatabase, outdated: () => void, closed: () => void): ProsaDatabase {
  database.onclose = closed
  database.onversionchange = () => {
    database.close()
    outdated()
  }
  return wrap(database) as unknown as ProsaDatabase
}

const newCollections = ["folders", "masks", "plugins", "drawings", "sounds", "shares", "outbox"] as const

/**
 * Rows get their stamps when they are next written: one without is older than any stamp. So thousands of conversations are
 * neither read nor written here, and nobody waits. Folders, which are few, leave the settings.
 */
async function addRecords(
  database: ProsaDatabase,
  transaction: IDBPTransaction<ProsaSchema, StoreNames<ProsaSchema>[], "versionchange">,
): Promise<void> {
  for (const name of newCollections) database.createObjectStore(name, { keyPath: "id" })
  for (const name of ["graves", "kept"] as const) database.createObjectStore(name, { keyPath: ["kind", "id"] })
  database.createObjectStore("journal", { autoIncrement: true })
  database.createObjectStore("peers", { keyPath: "name" })
  const [settings, folders] = [transaction.objectStore("settings"), transaction.objectStore("folders")]
  const inSettings = IDBKeyRange.bound("folder:", "folder;", false, true)
  const [keys, rows] = await Promise.all([settings.getAllKeys(inSettings), settings.getAll(inSettings)])
  for (const [at, key] of keys.entries()) void folders.put({ id: key.slice("folder:".length), value: rows[at] })
  void settings.delete(inSettings)
}

let settle: (database: ProsaDatabase | undefined) => void = () => {}
const opened = new Promise<ProsaDatabase | undefined>((resolve) => (settle = resolve))

/** Hands the one connection of this tab to whoever waits for it; undefined where the browser gives no database. */
export function provideDatabase(database: ProsaDatabase | undefined): void {
  settle(database)
}

/** The tab's connection, once the conversations have opened it; undefined where there is no database. */
export function sharedDatabase(): Promise<ProsaDatabase | undefined> {
  return opened
}
