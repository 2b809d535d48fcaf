import type { Folder } from "#core/conversation/folder.ts"
import { readFolder, readSession } from "#core/conversation/read-session.ts"
import type { Session } from "#core/conversation/session.ts"
import { fieldsOf } from "#core/lib/read-value.ts"
import { isRecordId } from "#core/lib/record-id.ts"
import type { MessageRow, ProsaDatabase } from "./database.ts"
import { readMessageRow } from "./message-row.ts"
import { readRows, usableRows, type DamagedRow, type StoredRows } from "./read-rows.ts"

/** Where conversations are kept. Two are made: the browser's database, and memory where there is none. */
export interface ConversationStorage {
  /** All sessions without their messages, and how they were listed. */
  loadSessions(): Promise<StoredSessions>
  loadSession(sessionId: string): Promise<Session | undefined>
  /** Oldest first. */
  loadMessages(sessionId: string): Promise<readonly MessageRow[]>
  /** The answer that a run of the server made. */
  findAnswer(runId: string): Promise<MessageRow | undefined>
  /** All of the change or nothing of it. `strict`: it is on the disk when the promise resolves. */
  save(change: StoredChange, durability: "strict" | "relaxed"): Promise<void>
  loadDraft(sessionId: string): Promise<string>
  /** An empty text removes the draft, where it still is the one the caller knows. */
  saveDraft(sessionId: string, text: string, known?: string): Promise<void>
}

export interface StoredSessions {
  readonly sessions: readonly Session[]
  readonly order: readonly string[]
  readonly currentId: string | undefined
  readonly folders: readonly Folder[]
}

export interface StoredChange {
  readonly sessions: readonly Session[]
  /** Their messages and drafts go with them. */
  readonly removedSessions: readonly string[]
  readonly messages: readonly MessageRow[]
  readonly removedMessages: readonly string[]
  readonly folders: readonly Folder[]
  readonly removedFolders: readonly string[]
  readonly order?: readonly string[]
  readonly currentId?: string
}

export function isEmptyChange(change: StoredChange): boolean {
  const { sessions, removedSessions, messages, removedMessages, folders, removedFolders } = change
  const rows = [sessions, removedSessions, messages, removedMessages, folders, removedFolders]
  return rows.every((list) => list.length === 0) && change.order === undefined && change.currentId === undefined
}

/** A folder is a row of the settings, so that two tabs never write over each other's. */
const folderKey = (folderId: string): string => `folder:${folderId}`
const allFolders = (): IDBKeyRange => IDBKeyRange.bound("folder:", "folder;", false, true)

/**
 * A conversation that was deleted and whose messages are still to go. Finding them takes answers of the database, which a
 * page on its way out hears no more; the next start goes on from here.
 */
const remainsKey = (sessionId: string): string => `remains:${sessionId}`
const allRemains = (): IDBKeyRange => IDBKeyRange.bound("remains:", "remains;", false, true)

async function sweepRemains(database: ProsaDatabase): Promise<void> {
  const left = await database.getAllKeys("settings", allRemains())
  for (const key of left) await removeMessages(database, String(key).slice("remains:".length))
}

async function removeMessages(database: ProsaDatabase, sessionId: string): Promise<void> {
  const write = database.transaction(["messages", "settings"], "readwrite")
  const messages = write.objectStore("messages")
  const ids = await messages.index("by-session").getAllKeys(ofSession(sessionId))
  for (const id of ids) void messages.delete(id)
  void write.objectStore("settings").delete(remainsKey(sessionId))
  await write.done
}

/** Every message of a session, by the index that keeps them in order; also those whose place is damaged, and no number. */
function ofSession(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound([sessionId], [sessionId, []])
}

const written = ["sessions", "messages", "drafts", "attachments", "settings"] as const

/** Conversations in the browser's database. `tellDamaged` hears of every row that cannot be used as it is stored. */
export function databaseStorage(
  database: ProsaDatabase,
  tellDamaged: (damaged: readonly DamagedRow[]) => void = () => {},
): ConversationStorage {
  // What an earlier page could not finish; the next one tries again.
  void sweepRemains(database).catch(() => {})
  const counted = (sessionId: string) => database.countFromIndex("messages", "by-session", ofSession(sessionId))

  const sessionsOf = (rows: StoredRows) => usableRows("sessions", rows, (row) => readSession(row, counted), tellDamaged)

  return {
    async loadSessions() {
      const settings = database.transaction("settings").store
      const [rows, order, currentId, keys, folders] = await Promise.all([
        readRows(database, "sessions"),
        settings.get("order"),
        settings.get("currentId"),
        settings.getAllKeys(allFolders()),
        settings.getAll(allFolders()),
      ])
      return {
        sessions: await sessionsOf(rows),
        order: Array.isArray(order) ? order.filter(isRecordId) : [],
        currentId: isRecordId(currentId) ? currentId : undefined,
        folders: await usableRows(
          "settings",
          { rows: keys.map((key, at) => ({ key, row: folders[at] })), unreadable: [] },
          readFolder,
          tellDamaged,
        ),
      }
    },

    async loadSession(sessionId) {
      const row: unknown = await database.get("sessions", sessionId)
      const read = row === undefined ? [] : await sessionsOf({ rows: [{ key: sessionId, row }], unreadable: [] })
      return read[0]
    },

    async loadMessages(sessionId) {
      const rows = await readRows(database, "messages", { index: "by-session", range: ofSession(sessionId) })
      const usable = await usableRows("messages", rows, readMessageRow, tellDamaged)
      return usable.toSorted((a, b) => a.position - b.position)
    },

    async findAnswer(runId) {
      return readMessageRow(await database.getFromIndex("messages", "by-run", runId))?.value
    },

    async save(change, durability) {
      const write = database.transaction(written, "readwrite", { durability })
      const sessions = write.objectStore("sessions")
      const messages = write.objectStore("messages")
      const settings = write.objectStore("settings")
      const requests: Promise<unknown>[] = [write.done]
      for (const session of change.sessions) requests.push(sessions.put(session))
      for (const row of change.messages) requests.push(messages.put(row))
      for (const id of change.removedMessages) requests.push(messages.delete(id))
      for (const sessionId of change.removedSessions) {
        requests.push(sessions.delete(sessionId), write.objectStore("drafts").delete(sessionId))
        requests.push(write.objectStore("attachments").delete(sessionId))
        requests.push(settings.put(true, remainsKey(sessionId)))
      }
      for (const folder of change.folders) requests.push(settings.put(folder, folderKey(folder.id)))
      for (const id of change.removedFolders) requests.push(settings.delete(folderKey(id)))
      if (change.order) requests.push(settings.put([...change.order], "order"))
      if (change.currentId !== undefined) requests.push(settings.put(change.currentId, "currentId"))
      // A page on its way out hears no answers any more; told at once, the browser commits without them.
      write.commit()
      await Promise.all(requests)
      for (const sessionId of change.removedSessions) await removeMessages(database, sessionId)
    },

    async loadDraft(sessionId) {
      const row: unknown = await database.get("drafts", sessionId)
      const text: unknown = fieldsOf(row)["text"]
      if (row !== undefined && typeof text !== "string") tellDamaged([{ store: "drafts", key: sessionId, row }])
      return typeof text === "string" ? text : ""
    },

    async saveDraft(sessionId, text, known) {
      const write = database.transaction("drafts", "readwrite")
      if (text !== "") {
        const request = write.store.put({ sessionId, text })
        write.commit()
        return void (await Promise.all([request, write.done]))
      }
      const stored = await write.store.get(sessionId)
      if (known === undefined || stored?.text === known) await write.store.delete(sessionId)
      await write.done
    },
  }
}

/** Conversations that last as long as the page, for browsers that give no database (some private windows). */
export function memoryStorage(): ConversationStorage {
  const sessions = new Map<string, Session>()
  const messages = new Map<string, MessageRow>()
  const drafts = new Map<string, string>()
  const folders = new Map<string, Folder>()
  let order: readonly string[] = []
  let currentId: string | undefined
  return {
    loadSessions: async () => ({ sessions: [...sessions.values()], order, currentId, folders: [...folders.values()] }),
    loadSession: async (sessionId) => sessions.get(sessionId),
    loadMessages: async (sessionId) =>
      [...messages.values()].filter((row) => row.sessionId === sessionId).toSorted((a, b) => a.position - b.position),
    findAnswer: async (runId) => [...messages.values()].find(({ message }) => message.runId === runId),
    async save(change) {
      for (const session of change.sessions) sessions.set(session.id, session)
      for (const row of change.messages) messages.set(row.id, row)
      for (const id of change.removedMessages) messages.delete(id)
      for (const sessionId of change.removedSessions) {
        sessions.delete(sessionId)
        drafts.delete(sessionId)
        for (const row of messages.values()) if (row.sessionId === sessionId) messages.delete(row.id)
      }
      for (const folder of change.folders) folders.set(folder.id, folder)
      for (const id of change.removedFolders) folders.delete(id)
      order = change.order ?? order
      currentId = change.currentId ?? currentId
    },
    loadDraft: async (sessionId) => drafts.get(sessionId) ?? "",
    async saveDraft(sessionId, text) {
      if (text === "") drafts.delete(sessionId)
      else drafts.set(sessionId, text)
    },
  }
}
