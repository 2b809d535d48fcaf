import type { IDBPTransaction, StoreNames } from "idb"
import { storedFolders, storedSessions } from "#core/conversation/collections.ts"
import { fromRecord, messageShape, toRecord, type PlacedMessage } from "#core/conversation/message-record.ts"
import type { Session } from "#core/conversation/session.ts"
import { folderShape, sessionShape } from "#core/conversation/shapes.ts"
import { readRow } from "#core/storage/collection.ts"
import type { Life } from "#core/storage/register.ts"
import type { Row } from "#core/storage/row.ts"
import { isSameValue } from "#core/storage/same-value.ts"
import type { Saved, StoredChange } from "./conversation-storage.ts"
import { ask, changedStores, inWhole, ofSession, remainsKey } from "./change-stores.ts"
import type { ProsaDatabase, ProsaSchema } from "./database.ts"
import { type JournaledChange, readJournaled } from "./journaled-change.ts"
import { forgetLocally, localNotes } from "./local-journal.ts"
import { readMessageRow } from "./message-row.ts"
import type { DamagedRow } from "./read-rows.ts"
import { sweepGraves } from "./sweep-graves.ts"
import { openRecordWriter, type RecordChange, type RecordWriter } from "./record-writer.ts"

type Write = IDBPTransaction<ProsaSchema, typeof changedStores, "readwrite">

const sessionForm = { ...storedSessions, name: "sessions", shape: sessionShape }
const folderForm = { ...storedFolders, name: "folders", shape: folderShape }
const messageForm = { version: 1, name: "messages", shape: messageShape }

/**
 * Writes a change inside a transaction: reads what is stored by now, joins the change to it, stamps it. `madeAt`: when the change
 * was made, where that was earlier (epoch ms).
 */
export async function applyChange<Names extends ArrayLike<StoreNames<ProsaSchema>>>(
  transaction: IDBPTransaction<ProsaSchema, Names, "readwrite">,
  change: StoredChange,
  madeAt?: number,
): Promise<Saved> {
  const write = transaction as unknown as Write
  const [sessions, messages] = [write.objectStore("sessions"), write.objectStore("messages")]
  const [folders, settings] = [write.objectStore("folders"), write.objectStore("settings")]
  const [writer, heldSessions, heldMessages, heldFolders] = await Promise.all([
    openRecordWriter(write, Date.now(), madeAt),
    Promise.all(change.sessions.map(({ after }) => sessions.get(after.id))),
    Promise.all(change.messages.map(({ after }) => messages.get(after.id))),
    Promise.all(change.folders.map(({ after }) => folders.get(after.id))),
  ])

  const deletions = new Map<string, Promise<Life | undefined>>()
  const deletionOf = (sessionId: string): Promise<Life | undefined> => {
    const known = deletions.get(sessionId) ?? writer.graveOf("sessions", sessionId)
    deletions.set(sessionId, known)
    return known
  }
  const graveOf = async (kind: string, id: string, held: object | undefined) =>
    held === undefined ? await writer.graveOf(kind, id) : undefined
  // Words that were said in a conversation after another tab deleted it bring it back; other changes of it go with it.
  const spokenIn = new Set(
    change.messages.flatMap(({ before, after }) =>
      before === undefined && after.message.role === "user" ? [after.sessionId] : [],
    ),
  )
  const known = new Set(change.sessions.flatMap(({ before, after }) => (before === undefined ? [after.id] : [])))
  const isGone = async (sessionId: string) =>
    !known.has(sessionId) && !spokenIn.has(sessionId) && (await deletionOf(sessionId)) !== undefined

  for (const [index, one] of change.messages.entries()) {
    const held = readMessageRow(heldMessages[index])?.value
    // oxlint-disable-next-line no-await-in-loop -- all in one transaction
    if (held === undefined && (await isGone(one.after.sessionId))) continue
    // oxlint-disable-next-line no-await-in-loop
    const row = messageToPut(writer, held, one, await graveOf("messages", one.after.id, held))
    if (row !== undefined) ask(messages.put(row))
    if (held === undefined) writer.revive("messages", one.after.id)
  }

  const revived: string[] = []
  for (const [index, one] of change.sessions.entries()) {
    const { id } = one.after
    const held = heldSessions[index] && readRow(storedSessions, heldSessions[index])?.value
    if (held === undefined && one.before !== undefined) {
      // oxlint-disable-next-line no-await-in-loop
      if (await isGone(id)) continue
      // oxlint-disable-next-line no-await-in-loop
      if ((await deletionOf(id)) !== undefined) revived.push(id)
    }
    // oxlint-disable-next-line no-await-in-loop
    const grave = held === undefined ? await deletionOf(id) : undefined
    const row = writer.row(sessionForm, held && withMarks(held, one), { id, ...one }, grave)
    if (held === undefined) {
      writer.revive("sessions", id)
      ask(settings.delete(remainsKey(id)))
    }
    if (row?.value === undefined) continue
    const isCountSure = held === undefined || held.value.messageCount === one.before?.messageCount
    // Others said something in it meanwhile.
    // oxlint-disable-next-line no-await-in-loop
    const messageCount = isCountSure ? row.value.messageCount : await messages.index("by-session").count(ofSession(id))
    ask(sessions.put({ ...row, value: { ...row.value, messageCount } }))
  }

  for (const [index, one] of change.folders.entries()) {
    const { id } = one.after
    const held = heldFolders[index] && readRow(storedFolders, heldFolders[index])?.value
    // oxlint-disable-next-line no-await-in-loop
    const row = writer.row(folderForm, held, { id, ...one }, await graveOf("folders", id, held))
    if (row !== undefined) ask(folders.put(row))
    if (held === undefined) writer.revive("folders", id)
  }

  for (const id of change.removedMessages) {
    ask(messages.delete(id))
    writer.bury("messages", id)
  }
  for (const id of change.removedSessions) {
    ask(sessions.delete(id))
    ask(write.objectStore("drafts").delete(id))
    ask(write.objectStore("attachments").delete(id))
    ask(settings.put(true, remainsKey(id)))
    writer.bury("sessions", id)
  }
  for (const id of change.removedFolders) {
    ask(folders.delete(id))
    writer.bury("folders", id)
  }
  if (change.order) ask(settings.put([...change.order], "order"))
  if (change.currentId !== undefined) ask(settings.put(change.currentId, "currentId"))
  writer.close()
  return { revived }
}

/** The row to put for a change of a message; undefined where the stored one says it already. */
export function messageToPut(
  writer: RecordWriter,
  held: (PlacedMessage & Pick<Row<object>, "sync">) | undefined,
  { before, after }: RecordChange<PlacedMessage>,
  grave?: Life,
) {
  const wanted = toRecord(after)
  const stored = held && { id: held.id, value: toRecord(held), ...(held.sync ? { sync: held.sync } : {}) }
  const change = { id: after.id, before: before && toRecord(before), after: wanted }
  const written = writer.row(messageForm, stored, change, grave)
  if (written?.value === undefined) return undefined
  const { value, sync } = written
  const message = isSameValue(value, wanted) ? after : fromRecord(value)
  return { ...message, ...(sync === undefined ? {} : { sync }) }
}

/** A row from before marks had places: where they were when they were last counted, so that those that did not move stay. */
function withMarks(row: Row<Session> & { readonly value: Session }, { before, after }: RecordChange<Session>) {
  if (row.value.marks !== undefined || after.marks === undefined) return row
  return { ...row, value: { ...row.value, marks: before?.marks ?? {} } }
}

/** Removes the messages of a deleted conversation, unless it was brought back meanwhile. */
export async function removeMessages(database: ProsaDatabase, sessionId: string): Promise<void> {
  const write = database.transaction(["messages", "settings"], "readwrite")
  const [messages, settings] = [write.objectStore("messages"), write.objectStore("settings")]
  if ((await settings.getKey(remainsKey(sessionId))) !== undefined) {
    const ids = await messages.index("by-session").getAllKeys(ofSession(sessionId))
    for (const id of ids) void messages.delete(id)
    void settings.delete(remainsKey(sessionId))
  }
  await write.done
}

/** What is done after a change is saved: the messages of deleted conversations go, and graves that have expired. */
export async function tidyUp(database: ProsaDatabase, change: StoredChange): Promise<void> {
  for (const sessionId of change.removedSessions) {
    // oxlint-disable-next-line no-await-in-loop -- each in a transaction of its own
    await removeMessages(database, sessionId)
  }
  const { removedSessions, removedMessages, removedFolders } = change
  if (removedSessions.length + removedMessages.length + removedFolders.length > 0)
    ask(sweepGraves(database, Date.now()))
}

/**
 * Saves all that pages noted as they left: one after the other, as it was made, each by itself, so that one which cannot be
 * saved costs no other. `tellDamaged` hears of it as it was found, and it leaves the journal.
 */
export async function drainInto(
  database: ProsaDatabase,
  tellDamaged: (damaged: readonly DamagedRow[]) => void,
): Promise<void> {
  for (const key of await database.getAllKeys("journal")) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const damaged = await saveJournaled(database, key)
    if (damaged !== undefined) tellDamaged([damaged])
  }
  for (const { key, entry } of localNotes()) {
    const noted = readJournaled(entry)
    // Saved twice, by another tab or out of the journal as well, a change is the same.
    // oxlint-disable-next-line no-await-in-loop
    if (noted !== undefined) await saveNoted(database, noted)
    forgetLocally(key)
    if (noted?.isWhole !== true) tellDamaged([{ store: "journal", key, row: entry }])
  }
}

function saveNoted(database: ProsaDatabase, { change, madeAt }: JournaledChange): Promise<Saved> {
  const write = database.transaction(changedStores, "readwrite")
  return inWhole(write, () => applyChange(write, change, madeAt))
}

async function saveJournaled(database: ProsaDatabase, key: number): Promise<DamagedRow | undefined> {
  const write = database.transaction([...changedStores, "journal"] as const, "readwrite")
  const journal = write.objectStore("journal")
  return inWhole(write, async () => {
    const row: unknown = await journal.get(key)
    // Another tab was quicker.
    if (row === undefined) return undefined
    const noted = readJournaled(row)
    if (noted !== undefined) await applyChange(write, noted.change, noted.madeAt)
    ask(journal.delete(key))
    return noted?.isWhole === true ? undefined : { store: "journal", key, row }
  })
}
