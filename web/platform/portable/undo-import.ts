import { storedSessions } from "#core/conversation/collections.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { addedToRemove, isChatTouched, touchedParts } from "#core/portable/undo.ts"
import { readRow } from "#core/storage/collection.ts"
import { ask, inWhole, ofSession, writerStores } from "../storage/change-stores.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { openRecordWriter } from "../storage/record-writer.ts"
import type { Undone } from "./import-messages.ts"
import { handedOn, noteKey, readNote, readNotes, type RecordStoreName } from "./import-notes.ts"
import { chatStores, tellCollection, tellTabs } from "./import-store.ts"

/** Conversations removed in one transaction. */
const undoBatch = 25

/** Takes away what an import brought and nobody touched since; the rest stays, and what a later import made grow is that one's. */
export async function undoImport(
  database: ProsaDatabase,
  importId: string,
  progress: (done: number, whole: number) => void,
): Promise<Undone> {
  const found = readNote(await database.get("settings", noteKey(importId)))
  if (found === undefined) return { removed: 0, kept: 0, passedOn: 0 }
  const note = await handedOn(database, found)
  const passedOn = found.sessions.length + found.added.length - note.sessions.length - note.added.length
  const notes = await readNotes(database.transaction("settings").store)
  const own = new Set(notes.flatMap(({ stamps }) => stamps))
  const whole = note.sessions.length + note.added.length
  let removed = 0
  let kept = 0
  for (let at = 0; at < note.sessions.length; at += undoBatch) {
    const batch = note.sessions.slice(at, at + undoBatch)
    // oxlint-disable-next-line no-await-in-loop -- a batch at a time, so that other writes have their turn
    const gone = await removeUntouched(database, batch, own)
    removed += gone.removed.length
    kept += gone.kept
    tellTabs([], gone.removed)
    progress(at + batch.length, whole)
  }
  for (const [at, [sessionId, messages]] of note.added.entries()) {
    // oxlint-disable-next-line no-await-in-loop
    const gone = await removeAdded(database, sessionId, new Set(messages), own)
    if (gone.removed > 0) removed += 1
    if (gone.kept > 0) kept += 1
    if (gone.removed > 0) tellTabs([sessionId], [])
    progress(note.sessions.length + at + 1, whole)
  }
  for (const [store, id] of note.records) {
    // oxlint-disable-next-line no-await-in-loop
    if (await removeRecord(database, store, id, own)) removed += 1
    else kept += 1
  }
  for (const store of new Set(note.records.map(([name]) => name))) tellCollection(store)
  await database.delete("settings", noteKey(importId))
  return { removed, kept, passedOn }
}

async function removeUntouched(database: ProsaDatabase, ids: readonly string[], own: ReadonlySet<string>) {
  const write = database.transaction([...chatStores, "drafts", "attachments"] as const, "readwrite")
  return inWhole(write, async () => {
    const writer = await openRecordWriter(write, Date.now())
    const [sessions, messages] = [write.objectStore("sessions"), write.objectStore("messages")]
    const removed: string[] = []
    let kept = 0
    for (const id of ids) {
      const row = await sessions.get(id)
      if (row === undefined) continue
      const rows = await messages.index("by-session").getAll(ofSession(id))
      const draft = fieldsOf(await write.objectStore("drafts").get(id))["text"]
      const attached = (await write.objectStore("attachments").get(id))?.attachments.length ?? 0
      if (isChatTouched(row, rows, own) || (typeof draft === "string" && draft !== "") || attached > 0) {
        kept += 1
        continue
      }
      ask(sessions.delete(id))
      ask(write.objectStore("drafts").delete(id))
      ask(write.objectStore("attachments").delete(id))
      for (const { id: messageId } of rows) ask(messages.delete(messageId))
      writer.bury("sessions", id)
      removed.push(id)
    }
    writer.close()
    return { removed, kept }
  })
}

/** Takes messages away that an import put behind those of a conversation which was here. */
async function removeAdded(
  database: ProsaDatabase,
  sessionId: string,
  added: ReadonlySet<string>,
  own: ReadonlySet<string>,
): Promise<{ readonly removed: number; readonly kept: number }> {
  const write = database.transaction(["sessions", "messages", ...writerStores], "readwrite")
  return inWhole(write, async () => {
    const writer = await openRecordWriter(write, Date.now())
    const [sessions, messages] = [write.objectStore("sessions"), write.objectStore("messages")]
    const rows = await messages.index("by-session").getAll(ofSession(sessionId))
    const gone = addedToRemove(rows, added, own)
    for (const id of gone) {
      ask(messages.delete(id))
      writer.bury("messages", id, { isTakenBack: true })
    }
    const row = readRow(storedSessions, await sessions.get(sessionId))?.value
    // The count is of what is stored, and no change of the conversation: it bears no stamp.
    if (row !== undefined && gone.length > 0)
      ask(sessions.put({ ...row, value: { ...row.value, messageCount: rows.length - gone.length } }))
    writer.close()
    const here = rows.filter(({ id }) => added.has(id)).length
    return { removed: gone.length, kept: here - gone.length }
  })
}

async function removeRecord(database: ProsaDatabase, store: RecordStoreName, id: string, own: ReadonlySet<string>) {
  const write = database.transaction([store, ...writerStores], "readwrite")
  return inWhole(write, async () => {
    const writer = await openRecordWriter(write, Date.now())
    const row = await write.objectStore(store).get(id)
    if (row === undefined || touchedParts(row, own).length > 0) return false
    ask(write.objectStore(store).delete(id))
    writer.bury(store, id)
    writer.close()
    return true
  })
}
