import { recordId, readMessage } from "#core/conversation/read-message.ts"
import { amount, listOf, optional, orElse, recordOf, text, that, type Read } from "#core/lib/stored-shape.ts"
import type { Sync } from "#core/storage/row.ts"
import type { MessageRow } from "./database.ts"

const readRow = recordOf<MessageRow>({
  id: recordId,
  sessionId: recordId,
  position: orElse(amount, () => Number.NaN),
  message: readMessage,
  images: optional(listOf(text)),
  // Only the storage writes it.
  sync: optional(that<Sync>((stored) => typeof stored === "object" && stored !== null)),
})

/** A stored row as far as it can be used: its message goes by the row's id, and stands at its time where it has no place. */
export function readMessageRow(stored: unknown): Read<MessageRow> | undefined {
  const read = readRow(stored)
  if (read === undefined) return undefined
  const { id, position, message } = read.value
  if (message.id === id && !Number.isNaN(position)) return read
  const place = Number.isNaN(position) ? message.date : position
  return { value: { ...read.value, position: place, message: { ...message, id } }, isWhole: false }
}
