import { unwrap, type IDBPObjectStore } from "idb"
import { storedSessions } from "#core/conversation/collections.ts"
import type { Message } from "#core/conversation/message.ts"
import { storedImageIds } from "#core/conversation/image-reference.ts"
import { messageShape, type PlacedMessage } from "#core/conversation/message-record.ts"
import { sessionShape } from "#core/conversation/shapes.ts"
import type { Session } from "#core/conversation/session.ts"
import type { ImportedChat } from "#core/portable/imported-chat.ts"
import { addedTo, isApart, linesBeside, placeOf, withOwnIds, type Known } from "#core/portable/known-chat.ts"
import { placedMessages } from "#core/portable/session-of-chat.ts"
import { messageHere, tellsMore, textsOfMessage } from "#core/portable/told-more.ts"
import { readRow } from "#core/storage/collection.ts"
import { hashOf, isSameValue } from "#core/storage/same-value.ts"
import { messageToPut } from "../storage/apply-change.ts"
import { ask, inWhole, ofSession, remainsKey, writerStores } from "../storage/change-stores.ts"
import type { ImageRow, MessageRow, ProsaDatabase, ProsaSchema } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import { openRecordWriter } from "../storage/record-writer.ts"
import { openTabChannel, type TabChannel } from "../storage/tab-channel.ts"
import { noteKey, readNotes, type ImportNote, type RecordStoreName } from "./import-notes.ts"

/** An imported conversation, and what of it is here. */
export interface JudgedChat {
  readonly chat: ImportedChat
  readonly known: Known
}

/** What would be here by now of an import that is only counted: in which conversation which messages. */
export class Brought {
  private readonly chats = new Map<string, string[]>()
  private readonly holders = new Map<string, string>()
  private readonly texts = new Set<string>()

  add(chatId: string, messages: readonly Message[]): void {
    this.chats.set(chatId, [...(this.chats.get(chatId) ?? []), ...messages.map(({ id }) => id)])
    for (const message of messages) {
      this.holders.set(message.id, chatId)
      for (const text of textsOfMessage(message)) this.texts.add(hashOf([message.id, text]))
    }
  }

  /** Whether a message that would be here says all of this one. Only traces of texts are kept, for there are many. */
  says(message: Message): boolean {
    return textsOfMessage(message).every((text) => this.texts.has(hashOf([message.id, text])))
  }

  /** The messages of a conversation, in order; undefined where none of it would be here. */
  of(chatId: string): readonly string[] | undefined {
    return this.chats.get(chatId)
  }

  /** The conversation in which a message would be. */
  holderOf(messageId: string): string | undefined {
    return this.holders.get(messageId)
  }
}

/**
 * Of entries, each a conversation with its branches, what is here already. The lines of one that is here are told apart anew, and a message
 * whose id stands in another conversation gets one of its own. `brought`: what counts as here because it would have been written before.
 */
export async function knownChats(
  database: ProsaDatabase,
  entries: readonly (readonly ImportedChat[])[],
  brought: Brought,
): Promise<readonly (readonly JudgedChat[])[]> {
  const read = database.transaction(["sessions", "messages", "graves", "settings"])
  const [sessions, messages, graves] = [
    read.objectStore("sessions"),
    read.objectStore("messages"),
    read.objectStore("graves"),
  ]
  /** What the entries before bring, where it counts as here for those after. */
  const coming = new Brought()
  let notes: Promise<readonly ImportNote[]> | undefined
  /** The stamps of imports: what bears one is nobody's change. */
  const imported = async () =>
    (await (notes ??= readNotes(read.objectStore("settings")))).flatMap(({ stamps }) => stamps)
  const isStored = await storedIds(
    messages,
    entries.flatMap((chats) => chats.flatMap((chat) => chat.messages.map(({ id }) => id))),
  )
  const hereOf = async (id: string): Promise<readonly string[] | undefined> => {
    const isHere = (await sessions.getKey(id)) !== undefined
    const stored = isHere ? await messages.index("by-session").getAllKeys(ofSession(id)) : undefined
    const added = brought.of(id)
    return added === undefined ? stored : [...(stored ?? []), ...added]
  }
  const owned = async (chat: ImportedChat): Promise<ImportedChat> => {
    const here = new Set(await hereOf(chat.id))
    const others = new Set<string>()
    for (const { id } of chat.messages) {
      if (here.has(id)) continue
      const holder =
        coming.holderOf(id) ??
        brought.holderOf(id) ??
        // oxlint-disable-next-line no-await-in-loop -- nearly none is stored
        ((await isStored(id)) ? (await messages.get(id))?.sessionId : undefined)
      if (holder !== undefined && holder !== chat.id) others.add(id)
    }
    return withOwnIds(chat, here, (id) => others.has(id))
  }
  /** Which messages somebody deleted here: not those that only the undoing of an import took away. */
  const deletedOf = async (messages: readonly Message[]): Promise<readonly string[]> => {
    const buried = await Promise.all(messages.map(({ id }) => graves.get(["messages", id])))
    return buried.flatMap((grave) => (grave === undefined || grave.isTakenBack ? [] : [grave.id]))
  }
  /** Which messages of a line say something else than those here. `lines`: all of its conversation. */
  const changedOf = async (chat: ImportedChat, lines: readonly ImportedChat[]): Promise<ReadonlySet<string>> => {
    const rowsOf = async (id: string): Promise<readonly MessageRow[]> =>
      (await sessions.getKey(id)) === undefined ? [] : messages.index("by-session").getAll(ofSession(id))
    const rows = new Map((await rowsOf(chat.id)).map((row) => [row.id, row]))
    const own = rows.size === 0 ? [] : await imported()
    const changedBut = (isSaid?: (text: string) => boolean) =>
      chat.messages.filter((message) => {
        const row = rows.get(message.id)
        if (row !== undefined) return tellsMore(message, messageHere(row, own), { isSaid, names: chat.names })
        return brought.holderOf(message.id) === chat.id && !brought.says(message)
      })
    let changed = changedBut()
    if (changed.some(({ versions }) => versions !== undefined)) {
      const others = await Promise.all(lines.map(({ id }) => rowsOf(id)))
      const said = new Set(others.flat().flatMap(({ message }) => textsOfMessage(message)))
      changed = changedBut((text) => said.has(text))
    }
    return new Set(changed.map(({ id }) => id))
  }
  /** `number`: which branch a copy of it would be. `lines`: all of its conversation. */
  const judge = async (told: ImportedChat, number: number, lines: readonly ImportedChat[]): Promise<JudgedChat> => {
    const chat = await owned(told)
    const ids = await hereOf(chat.id)
    if (ids === undefined) return { chat, known: { kind: "new" } }
    const here = new Set(ids)
    const deleted = new Set(await deletedOf(chat.messages.filter(({ id }) => !here.has(id))))
    const place = placeOf(chat, { ids, deleted, changed: await changedOf(chat, lines) }, number)
    if (place.kind === "beside") return judge(place.chat, number + 1, lines)
    if (place.kind === "known") return { chat, known: place }
    return { chat: place.chat, known: { kind: "grown", added: place.added } }
  }
  const linesOf = async (chats: readonly ImportedChat[]): Promise<readonly ImportedChat[]> => {
    const [first, ...branches] = chats
    const here = first && (await hereOf(first.id))
    if (first === undefined || here === undefined) return chats
    const main = await owned(first)
    // A line that was deleted here is no other one.
    const deleted = isApart(main, here) ? await deletedOf(main.messages) : []
    return linesBeside([main, ...branches], [...deleted, ...here])
  }
  const judged: (readonly JudgedChat[])[] = []
  for (const chats of entries) {
    const found: JudgedChat[] = []
    // One after the other: what one brings is taken for the next.
    // oxlint-disable-next-line no-await-in-loop
    const lines = await linesOf(chats)
    for (const line of lines) {
      // oxlint-disable-next-line no-await-in-loop
      const one = await judge(line, (line.branch ?? lines.length) + 1, lines)
      found.push(one)
      if (one.known.kind !== "known") coming.add(one.chat.id, addedTo(one.chat, one.known))
    }
    judged.push(found)
  }
  await read.done
  return judged
}

/** Tells which messages are stored. Many at once are read as a list, where asking for each would take longer. */
async function storedIds(
  messages: Pick<IDBPObjectStore<ProsaSchema, ["messages"], "messages">, "count" | "getKey" | "getAllKeys">,
  asked: readonly string[],
): Promise<(id: string) => Promise<boolean>> {
  const count = await messages.count()
  if (count === 0) return async () => false
  if (count > asked.length * 20) return async (id) => (await messages.getKey(id)) !== undefined
  const stored = new Set(await messages.getAllKeys())
  return async (id) => stored.has(id)
}

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

/** A message that is here, and what it is with what it lacked. */
export interface FilledMessage {
  readonly before: MessageRow
  readonly message: Message
  readonly images: readonly ImageRow[]
}

/** Writes messages with what they lacked, each where it is still as it was read. They stay what the import that brought them may take back. */
export async function writeFilled(database: ProsaDatabase, filled: readonly FilledMessage[]): Promise<void> {
  const write = database.transaction(chatStores, "readwrite")
  const written = await inWhole(write, async () => {
    const writer = await openRecordWriter(write, Date.now())
    const messages = write.objectStore("messages")
    const settings = write.objectStore("settings")
    const changed = new Set<string>()
    for (const { before, message, images } of filled) {
      // oxlint-disable-next-line no-await-in-loop -- all in one transaction
      const held = readMessageRow(await messages.get(before.id))?.value
      if (held === undefined || !isSameValue(held.message, before.message)) continue
      for (const image of images) ask(write.objectStore("images").put(image))
      const after = { ...held, message, images: storedImageIds(message) }
      const row = messageToPut(writer, held, { before: held, after })
      if (row !== undefined) ask(messages.put(row))
      changed.add(held.sessionId)
    }
    for (const note of await readNotes(settings)) {
      const brought = [...note.sessions, ...note.added.map(([id]) => id)]
      if (!brought.some((id) => changed.has(id))) continue
      ask(settings.put({ ...note, stamps: [...note.stamps, writer.stamp] }, noteKey(note.id)))
    }
    writer.close()
    return [...changed]
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
