import { openDB, type DBSchema, type IDBPDatabase } from "idb"
import type { Attachment } from "#core/conversation/attachment.ts"
import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import type { Prompt } from "#core/prompts/prompt.ts"

/** The browser's database of conversations. One row a session, one a message: saving a word never rewrites a history. */
export interface ProsaSchema extends DBSchema {
  sessions: { key: string; value: Session }
  messages: { key: string; value: MessageRow; indexes: MessageIndexes }
  drafts: { key: string; value: Draft }
  settings: { key: string; value: unknown }
  images: { key: string; value: ImageRow }
  attachments: { key: string; value: DraftAttachments; indexes: { "by-image": string } }
  prompts: { key: string; value: Prompt }
}

/** `by-run` finds an answer by the server's name for it, `by-image` who needs a picture; messages without are not in them. */
type MessageIndexes = {
  "by-session": [sessionId: string, position: number]
  "by-run": string
  "by-image": string
}

/** A message and where it stands: messages of a session are ordered by `position`, which begins as their time. */
export interface MessageRow {
  readonly id: string
  readonly sessionId: string
  readonly position: number
  readonly message: Message
  /** The pictures of the store that it names; absent without any. */
  readonly images?: readonly string[]
}

/** A picture of a message or a draft. Kept while something names it. */
export interface ImageRow {
  readonly id: string
  readonly blob: Blob
}

/** What is attached and not sent, by session; apart from the text, which is written at every pause of the keys. */
export interface DraftAttachments {
  readonly sessionId: string
  readonly attachments: readonly Attachment[]
  readonly images: readonly string[]
}

/** What is typed and not sent, by session. */
export interface Draft {
  readonly sessionId: string
  readonly text: string
}

export type ProsaDatabase = IDBPDatabase<ProsaSchema>

export const databaseName = "nk-prosa"
export const databaseVersion = 3

/**
 * Opens the database and brings it to the current version, one step a version. `outdated` is called when a newer version
 * of the page, in another tab, needs to migrate: this tab has let go of the database and may no longer write.
 */
export async function openDatabase(outdated: () => void): Promise<ProsaDatabase> {
  return openDB<ProsaSchema>(databaseName, databaseVersion, {
    upgrade(database, oldVersion, _newVersion, transaction) {
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
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase | null)?.close()
      outdated()
    },
  })
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
