import type { Message } from "#core/conversation/message.ts"
import { storedImageIds } from "#core/conversation/image-reference.ts"
import { isSameValue } from "#core/storage/same-value.ts"
import { messageToPut } from "../storage/apply-change.ts"
import { ask, inWhole } from "../storage/change-stores.ts"
import type { ImageRow, MessageRow, ProsaDatabase } from "../storage/database.ts"
import { readMessageRow } from "../storage/message-row.ts"
import { openRecordWriter } from "../storage/record-writer.ts"
import { noteKey, readNotes } from "./import-notes.ts"
import { chatStores, tellTabs } from "./import-store.ts"

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
