import { readSession, storedFolders, storedSessions } from "#core/conversation/collections.ts"
import type { Folder } from "#core/conversation/folder.ts"
import type { PlacedMessage } from "#core/conversation/message-record.ts"
import type { Session } from "#core/conversation/session.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { isRecordId } from "#core/lib/record-id.ts"
import { readRow } from "#core/storage/collection.ts"
import type { MessageRow, ProsaDatabase } from "./database.ts"
import { localNotes, noteLocally } from "./local-journal.ts"
import { readMessageRow } from "./message-row.ts"
import { readRows, usableRows, type DamagedRow, type StoredRows } from "./read-rows.ts"
import { ask, changedStores, inWhole, ofSession } from "./change-stores.ts"
import type { RecordChange } from "./record-writer.ts"

/** Where conversations are kept. Two are made: the browser's database, and memory where there is none. */
export interface ConversationStorage {
  /** All sessions without their messages, and how they were listed. */
  loadSessions(): Promise<StoredSessions>
  /** How sessions are listed, without reading them: there may be thousands. */
  loadList(): Promise<Pick<StoredSessions, "order" | "folders">>
  /** Those of some sessions that are there. */
  loadSome(sessionIds: readonly string[]): Promise<readonly Session[]>
  /** Oldest first. */
  loadMessages(sessionId: string): Promise<readonly MessageRow[]>
  /** The answer that a run of the server made. */
  findAnswer(runId: string): Promise<MessageRow | undefined>
  /** All of the change or nothing of it. `strict`: it is on the disk when the promise resolves. */
  save(change: StoredChange, durability: "strict" | "relaxed"): Promise<Saved>
  /** Notes a change for later, at once: a page that leaves hears no answers, which `save` needs. */
  journal(change: StoredChange, madeAt: number): void
  /** Notes a change beside a storage that is in trouble. Returns how to forget that, once it is saved. */
  putAside(change: StoredChange, madeAt: number): () => void
  /** Saves what was noted, by this page or another. False where nothing was. */
  drainJournal(): Promise<boolean>
  loadDraft(sessionId: string): Promise<string>
  /** An empty text removes the draft, where it still is the one the caller knows. */
  saveDraft(sessionId: string, text: string, known?: string): Promise<void>
}

export interface Saved {
  /** Sessions that another tab had deleted, and in which something was said here since: only the change of them is stored. */
  readonly revived: readonly string[]
}

export interface StoredSessions {
  readonly sessions: readonly Session[]
  readonly order: readonly string[]
  readonly currentId: string | undefined
  readonly folders: readonly Folder[]
}

/** The changes to write: each record as this tab knew it and as it is now, so that other tabs' changes to it stay. */
export interface StoredChange {
  readonly sessions: readonly RecordChange<Session>[]
  /** Their messages and drafts go with them. */
  readonly removedSessions: readonly string[]
  readonly messages: readonly RecordChange<PlacedMessage>[]
  readonly removedMessages: readonly string[]
  readonly folders: readonly RecordChange<Folder>[]
  readonly removedFolders: readonly string[]
  readonly order?: readonly string[]
  readonly currentId?: string
}

export function isEmptyChange(change: StoredChange): boolean {
  const { sessions, removedSessions, messages, removedMessages, folders, removedFolders } = change
  const rows = [sessions, removedSessions, messages, removedMessages, folders, removedFolders]
  return rows.every((list) => list.length === 0) && change.order === undefined && change.currentId === undefined
}

const allRemains = (): IDBKeyRange => IDBKeyRange.bound("remains:", "remains;", false, true)

async function sweepRemains(database: ProsaDatabase): Promise<void> {
  const left = await database.getAllKeys("settings", allRemains())
  if (left.length === 0) return
  const { removeMessages } = await loadWriting()
  for (const key of left) await removeMessages(database, String(key).slice("remains:".length))
}

/** The code that stamps and joins records. It is not part of the first load: nothing is joined before somebody says something. */
export const loadWriting = () => import("./apply-change.ts")

/**
 * Whether a change is only of conversations in which nothing was said, and of which is shown. Those are stored without stamps: they
 * are worth nothing to anybody else.
 */
function isOfUnused(change: StoredChange): boolean {
  const { sessions, order: _order, currentId: _currentId, ...rest } = change
  const isUnused = ({ messageCount, topic, pinned, folderId, memoryPrompt }: Session) =>
    messageCount === 0 && topic === "" && memoryPrompt === "" && !pinned && folderId === undefined
  const isOnly = Object.values(rest).every((list) => list.length === 0)
  return isOnly && sessions.every(({ before, after }) => isUnused(after) && (before === undefined || isUnused(before)))
}

/** Stores conversations without stamps. False, and nothing is done, where one of them is stored with some. */
async function saveUnused(
  database: ProsaDatabase,
  { sessions, order, currentId }: StoredChange,
  durability: "strict" | "relaxed",
): Promise<boolean> {
  const write = database.transaction(["sessions", "settings"], "readwrite", { durability })
  return inWhole(write, async () => {
    const [rows, settings] = [write.objectStore("sessions"), write.objectStore("settings")]
    const held = await Promise.all(sessions.map(({ after }) => rows.get(after.id)))
    if (held.some((row) => fieldsOf(row)["sync"] !== undefined)) return false
    for (const { after } of sessions) ask(rows.put({ id: after.id, version: storedSessions.version, value: after }))
    if (order) ask(settings.put([...order], "order"))
    if (currentId !== undefined) ask(settings.put(currentId, "currentId"))
    return true
  })
}

/**
 * Conversations in the browser's database. `tellDamaged` hears of every row that cannot be used as it is stored. `early`: the
 * rows of the sessions, where they were asked for before; undefined where they have to be read anew.
 */
export function databaseStorage(
  database: ProsaDatabase,
  tellDamaged: (damaged: readonly DamagedRow[]) => void = () => {},
  early?: () => Promise<readonly unknown[] | undefined>,
): ConversationStorage {
  // Finishes deletions that an earlier page could not; after a failure the next page tries again.
  void sweepRemains(database).catch(() => {})
  const counted = (sessionId: string) => database.countFromIndex("messages", "by-session", ofSession(sessionId))

  const sessionsOf = (rows: StoredRows) => usableRows("sessions", rows, (row) => readSession(row, counted), tellDamaged)
  const foldersOf = async (rows: StoredRows) => {
    const read = await usableRows("folders", rows, (row) => readRow(storedFolders, row), tellDamaged)
    return read.map(({ value }) => value)
  }

  /** Something was noted here and is not saved yet. */
  let isNoting = false
  const note = async (change: StoredChange, madeAt: number, durability: "strict" | "relaxed") => {
    isNoting = true
    const write = database.transaction("journal", "readwrite", { durability })
    ask(write.store.put({ madeAt, change }))
    // A page that leaves waits for nothing: told at once, the browser commits without it.
    write.commit()
    await write.done
  }

  const drainJournal = async (): Promise<boolean> => {
    const isEmpty = localNotes().length === 0 && (await database.count("journal")) === 0
    if (!isEmpty) {
      const writing = await loadWriting().catch(() => undefined)
      if (writing === undefined) return false
      await writing.drainInto(database, tellDamaged)
      await sweepRemains(database)
    }
    isNoting = false
    return !isEmpty
  }

  /** The early rows are of the start, and taken once. */
  const sessionRows = async (): Promise<StoredRows> => {
    const [asked, unreadable] = [early, []]
    early = undefined
    const rows = await asked?.()
    return rows === undefined ? readRows(database, "sessions") : { rows, unreadable }
  }

  const loadList = async () => {
    const [order, folders] = await Promise.all([database.get("settings", "order"), readRows(database, "folders")])
    return { order: Array.isArray(order) ? order.filter(isRecordId) : [], folders: await foldersOf(folders) }
  }

  return {
    async loadSessions() {
      const [rows, currentId, list] = await Promise.all([
        sessionRows(),
        database.get("settings", "currentId"),
        loadList(),
      ])
      return { ...list, sessions: await sessionsOf(rows), currentId: isRecordId(currentId) ? currentId : undefined }
    },
    loadList,

    async loadSome(sessionIds) {
      const { store } = database.transaction("sessions")
      const rows = await Promise.all(sessionIds.map((id) => store.get(id)))
      return sessionsOf({ rows: rows.filter((row) => row !== undefined), unreadable: [] })
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
      if (isNoting) await drainJournal()
      if (isOfUnused(change) && (await saveUnused(database, change, durability))) return { revived: [] }
      const writing = await loadWriting().catch(() => undefined)
      if (writing === undefined) {
        // Nothing is lost for want of code: a page that has it saves the change.
        await note(change, Date.now(), durability)
        return { revived: [] }
      }
      const write = database.transaction(changedStores, "readwrite", { durability })
      const saved = await inWhole(write, () => writing.applyChange(write, change))
      await writing.tidyUp(database, change)
      return saved
    },

    journal(change, madeAt) {
      const forget = noteLocally(change, madeAt)
      ask(note(change, madeAt, "relaxed").then(forget))
    },
    putAside: noteLocally,
    drainJournal,

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
  const keep = (change: StoredChange) => {
    for (const { after } of change.sessions) sessions.set(after.id, after)
    for (const { after } of change.messages) messages.set(after.id, after)
    for (const id of change.removedMessages) messages.delete(id)
    for (const sessionId of change.removedSessions) {
      sessions.delete(sessionId)
      drafts.delete(sessionId)
      for (const row of messages.values()) if (row.sessionId === sessionId) messages.delete(row.id)
    }
    for (const { after } of change.folders) folders.set(after.id, after)
    for (const id of change.removedFolders) folders.delete(id)
    order = change.order ?? order
    currentId = change.currentId ?? currentId
  }
  return {
    loadList: async () => ({ order, folders: [...folders.values()] }),
    loadSessions: async () => ({ sessions: [...sessions.values()], order, currentId, folders: [...folders.values()] }),
    loadSome: async (ids) => ids.flatMap((id) => sessions.get(id) ?? []),
    loadMessages: async (sessionId) =>
      [...messages.values()].filter((row) => row.sessionId === sessionId).toSorted((a, b) => a.position - b.position),
    findAnswer: async (runId) => [...messages.values()].find(({ message }) => message.runId === runId),
    save: async (change) => (keep(change), { revived: [] }),
    journal: keep,
    putAside: () => () => {},
    drainJournal: async () => false,
    loadDraft: async (sessionId) => drafts.get(sessionId) ?? "",
    async saveDraft(sessionId, text) {
      if (text === "") drafts.delete(sessionId)
      else drafts.set(sessionId, text)
    },
  }
}
