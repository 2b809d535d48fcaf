import { storedFolders, storedSessions } from "#core/conversation/collections.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { isRecordId } from "#core/lib/record-id.ts"
import type { StoredChange } from "./conversation-storage.ts"
import { readMessageRow } from "./message-row.ts"
import type { RecordChange } from "./record-writer.ts"

/** A change that a page noted as it left, as far as it can be used. */
export interface JournaledChange {
  /** Epoch milliseconds. */
  readonly madeAt: number
  readonly change: StoredChange
  /** False where a part of it could not be read: a page of another version may have noted it. */
  readonly isWhole: boolean
}

/** Reads what lies in the journal; undefined where nothing of it can be used. */
export function readJournaled(entry: unknown): JournaledChange | undefined {
  const { madeAt, change } = fieldsOf(entry)
  const fields = fieldsOf(change)
  if (typeof madeAt !== "number" || !Number.isFinite(madeAt)) return undefined
  let isWhole = true

  function list<Item>(name: keyof StoredChange, read: (item: unknown) => Item | undefined): readonly Item[] {
    const items: unknown = fields[name]
    if (!Array.isArray(items)) {
      isWhole = false
      return []
    }
    const usable = items.map(read).filter((item) => item !== undefined)
    if (usable.length < items.length) isWhole = false
    return usable
  }
  const changes = <Value>(name: keyof StoredChange, read: (value: unknown) => Value | undefined) =>
    list(name, (item): RecordChange<Value> | undefined => {
      const { before, after } = fieldsOf(item)
      const [was, is] = [before === undefined ? undefined : read(before), read(after)]
      // Without what it was before it would pass for new.
      if (is === undefined || (was === undefined && before !== undefined)) return undefined
      return { before: was, after: is }
    })
  const id = (item: unknown) => (isRecordId(item) ? item : undefined)

  const order = Array.isArray(fields["order"]) ? fields["order"].filter(isRecordId) : undefined
  const currentId = id(fields["currentId"])
  return {
    madeAt,
    change: {
      sessions: changes("sessions", (stored) => {
        const session = storedSessions.read(stored)?.value
        return Number.isNaN(session?.messageCount) ? undefined : session
      }),
      removedSessions: list("removedSessions", id),
      messages: changes("messages", (stored) => readMessageRow(stored)?.value),
      removedMessages: list("removedMessages", id),
      folders: changes("folders", (stored) => storedFolders.read(stored)?.value),
      removedFolders: list("removedFolders", id),
      ...(order && { order }),
      ...(currentId !== undefined && { currentId }),
    },
    isWhole,
  }
}
