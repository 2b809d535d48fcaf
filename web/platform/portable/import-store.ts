import { unwrap, type IDBPObjectStore } from "idb"
import { storedSessions } from "#core/conversation/collections.ts"
import type { Message } from "#core/conversation/message.ts"
import { messageShape, type PlacedMessage } from "#core/conversation/message-record.ts"
import { sessionShape } from "#core/conversation/shapes.ts"
import type { Session } from "#core/conversation/session.ts"
import type { ImportedChat } from "#core/portable/imported-chat.ts"
import type { Known } from "#core/portable/known-chat.ts"
import { placedMessages } from "#core/portable/session-of-chat.ts"
import { readRow } from "#core/storage/collection.ts"
import { ask, inWhole, ofSession, remainsKey, writerStores } from "../storage/change-stores.ts"
import type { ImageRow, MessageRow, ProsaDatabase, ProsaSchema } from "../storage/database.ts"
import { openRecordWriter } from "../storage/record-writer.ts"
import { openTabChannel, type TabChannel } from "../storage/tab-channel.ts"
import { noteKey, type ImportNote, type RecordStoreName } from "./import-notes.ts"

export interface ChatToWrite {
  readonly chat: ImportedChat
  readonly session: Session
  /** Those of the conversation, with their pictures in place. */
  readonly messages: readonly Message[]
  readonly known: Known
  readonly images: readonly ImageRow[]
}

/** The stores that imported conversations are written to. */
export const chatStores = ["sessions", "messages", "images", "settings", ...writerStores] as const

/**
 * Writes conversations with their pictures, and the note that takes them back again: all of it or nothing. `noteFor`: the note of the
 * import with these, by the stamp that they bear.
 */
export async function writeChats(
  database: ProsaDatabase,
  chats: readonly ChatToWrite[],
  noteFor: (stamp: string | undefined) => ImportNote,
): Promise<void> {
  const write = database.transaction(chatStores, "readwrite")
  const written = await inWhole(write, async () => {
    const writer = await openRecordWriter(write, Date.now())
    let stamp: string | undefined
    const [sessions, messages] = [write.objectStore("sessions"), write.objectStore("messages")]
    // There are thousands of messages: what `idb` does for each request would take longer than the request.
    const manyMessages = unwrap(messages)
    const mayBeBuried = await findBuried(write.objectStore("graves"), chats)
    const ids: string[] = []
    for (const { chat, session, messages: said, known, images } of chats) {
      for (const image of images) ask(write.objectStore("images").put(image))
      let placed: readonly PlacedMessage[]
      let after = session
      if (known.kind === "grown") {
        const stored = await sessions.get(chat.id)
        const held = stored && readRow(storedSessions, stored)?.value
        const keys = await messages.index("by-session").getAllKeys(ofSession(chat.id))
        const last = await messages.get(keys.at(-1) ?? "")
        if (held === undefined) continue
        placed = placedMessages(chat.id, said.slice(-known.added), last?.position)
        const lastUpdate = Math.max(held.value.lastUpdate, session.lastUpdate)
        after = { ...held.value, lastUpdate, messageCount: keys.length + placed.length }
        const row = writer.row({ ...storedSessions, name: "sessions", shape: sessionShape }, held, {
          id: chat.id,
          before: held.value,
          after,
        })
        if (row !== undefined) ask(sessions.put(row))
      } else {
        placed = placedMessages(chat.id, said)
        const row = writer.row({ ...storedSessions, name: "sessions", shape: sessionShape }, undefined, {
          id: chat.id,
          after,
        })
        if (row !== undefined) {
          stamp ??= row.sync?.born
          ask(sessions.put(row))
        }
        writer.revive("sessions", chat.id)
        ask(write.objectStore("settings").delete(remainsKey(chat.id)))
      }
      for (const message of placed) {
        const row = writer.row({ version: 1, name: "messages", shape: messageShape }, undefined, {
          id: message.id,
          after: message,
        })
        stamp ??= row?.sync?.born
        const stored: MessageRow = { ...message, ...(row?.sync === undefined ? {} : { sync: row.sync }) }
        manyMessages.put(stored)
        if (mayBeBuried(message.id)) writer.revive("messages", message.id)
      }
      ids.push(chat.id)
    }
    const note = noteFor(stamp)
    ask(write.objectStore("settings").put(note, noteKey(note.id)))
    writer.close()
    return ids
  })
  tellTabs(written, [])
}

/** Tells which messages may have been deleted before. These are few, as a rule, and read at once; where they are not, any may have been. */
async function findBuried(
  graves: IDBPObjectStore<ProsaSchema, typeof chatStores, "graves", "readwrite">,
  chats: readonly ChatToWrite[],
): Promise<(messageId: string) => boolean> {
  const ofMessages = IDBKeyRange.bound(["messages"], ["messages", []])
  const count = await graves.count(ofMessages)
  if (count === 0) return () => false
  if (count > chats.reduce((sum, { messages }) => sum + messages.length, 0)) return () => true
  const buried = new Set((await graves.getAllKeys(ofMessages)).map(([, id]) => id))
  return (messageId) => buried.has(messageId)
}

/** Writes masks, prompts and plugins that are not here yet. Returns those that were written. */
export async function writeRecords(
  database: ProsaDatabase,
  store: RecordStoreName,
  records: readonly { readonly id: string; readonly version: number; readonly value: object }[],
): Promise<{ readonly ids: readonly string[]; readonly stamp: string | undefined }> {
  const write = database.transaction([store, ...writerStores], "readwrite")
  let stamp: string | undefined
  const ids = await inWhole(write, async () => {
    const writer = await openRecordWriter(write, Date.now())
    const added: string[] = []
    for (const { id, version, value } of records) {
      if ((await write.objectStore(store).getKey(id)) !== undefined) continue
      const row = writer.row<object>({ name: store, version, shape: {} }, undefined, { id, after: value })
      if (row === undefined) continue
      stamp ??= row.sync?.born
      ask(write.objectStore(store).put(row as never))
      writer.revive(store, id)
      added.push(id)
    }
    writer.close()
    return added
  })
  if (ids.length > 0) tellCollection(store)
  return { ids, stamp }
}

export async function knownRecords(
  database: ProsaDatabase,
  store: RecordStoreName,
  ids: readonly string[],
): Promise<number> {
  const read = database.transaction(store)
  const keys = await Promise.all(ids.map((id) => read.store.getKey(id)))
  return keys.filter((key) => key !== undefined).length
}

let tabs: TabChannel | undefined

/** Tells every tab, this one too, which conversations were written. */
export function tellTabs(sessions: readonly string[], removedSessions: readonly string[]): void {
  if (sessions.length + removedSessions.length === 0) return
  tabs ??= openTabChannel()
  tabs.tell({ sessions, removedSessions, folders: false })
}

/** Tells every tab that records of a store were written. */
export function tellCollection(name: string): void {
  if (typeof BroadcastChannel === "undefined") return
  const channel = new BroadcastChannel("nk-prosa-records")
  channel.postMessage(name)
  channel.close()
}
