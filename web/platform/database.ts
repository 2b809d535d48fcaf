import { openDB, type DBSchema, type IDBPDatabase } from "idb"
import type { Message } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"

/** The browser's database of conversations. One row a session, one a message: saving a word never rewrites a history. */
export interface ProsaSchema extends DBSchema {
  sessions: { key: string; value: Session }
  messages: { key: string; value: MessageRow; indexes: MessageIndexes }
  drafts: { key: string; value: Draft }
  settings: { key: string; value: unknown }
}

/** `by-run` finds an answer by the server's name for it; messages without one are not in it. */
type MessageIndexes = {
  "by-session": [sessionId: string, position: number]
  "by-run": string
}

/** A message and where it stands: messages of a session are ordered by `position`, which begins as their time. */
export interface MessageRow {
  readonly id: string
  readonly sessionId: string
  readonly position: number
  readonly message: Message
}

/** What is typed and not sent, by session. */
export interface Draft {
  readonly sessionId: string
  readonly text: string
}

export type ProsaDatabase = IDBPDatabase<ProsaSchema>

export const databaseName = "nk-prosa"
export const databaseVersion = 2

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
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase | null)?.close()
      outdated()
    },
  })
}
