import { storedFolders, storedSessions } from "#core/conversation/collections.ts"
import { fromRecord, messageShape, toRecord } from "#core/conversation/message-record.ts"
import { folderShape, sessionShape } from "#core/conversation/shapes.ts"
import type { Message } from "#core/conversation/message.ts"
import { drawingCollection, type Drawing } from "#core/imagegen/drawing.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { drawingAtRest, messageAtRest } from "#core/portable/under-way.ts"
import { maskCollection } from "#core/masks/mask-collection.ts"
import { pluginCollection } from "#core/plugins/plugin-collection.ts"
import { promptCollection } from "#core/prompts/prompt-collection.ts"
import { sharedLinkCollection } from "#core/shares/shared-link.ts"
import { readRow, type StoredForm } from "#core/storage/collection.ts"
import { mergeRows } from "#core/storage/merge.ts"
import type { Shape } from "#core/storage/parts.ts"
import { readSync } from "#core/storage/read-sync.ts"
import type { Row, Sync } from "#core/storage/row.ts"
import { laterStamp, type Stamp } from "#core/storage/stamp.ts"
import { readMessageRow } from "../storage/message-row.ts"

/* What becomes of a row of a copy: whether it can be used, and how it joins one that is here. */

/** Stores of a copy that are restored, in the order in which they stand in the database. */
export const restored = [
  "sessions",
  "messages",
  "folders",
  "prompts",
  "masks",
  "plugins",
  "drawings",
  "sounds",
  "shares",
  "drafts",
  "attachments",
  "images",
  "settings",
] as const
/** One of them. */
export type Restored = (typeof restored)[number]

const forms: Partial<Record<Restored, StoredForm<never> & { readonly shape: Shape }>> = {
  sessions: { ...storedSessions, shape: sessionShape } as never,
  folders: { ...storedFolders, shape: folderShape } as never,
  prompts: promptCollection as never,
  masks: maskCollection as never,
  plugins: pluginCollection as never,
  shares: sharedLinkCollection as never,
}

/** A row as far as it can be used; undefined for one of which nothing can. */
export function usableRow(store: Restored, row: unknown): Readonly<Record<string, unknown>> | undefined {
  const fields = fieldsOf(row)
  if (store === "messages") {
    const read = readMessageRow(row)
    if (read === undefined) return undefined
    const message = messageAtRest(read.isWhole ? (fields["message"] as Message) : read.value.message)
    return { ...(read.isWhole ? fields : read.value), message, ...withSync(fields["sync"]) }
  }
  if (store === "images") {
    const { id, blob } = fields
    return blob instanceof Blob && typeof id === "string" ? { id, blob } : undefined
  }
  if (store === "drawings") {
    const read = readRow<Drawing>(drawingCollection, row)
    if (read === undefined) return undefined
    const { id, value } = read.value
    const atRest = drawingAtRest(value)
    if (read.isWhole && atRest === value) return { ...fields, ...withSync(fields["sync"]) }
    return { id, version: drawingCollection.version, value: atRest, ...withSync(fields["sync"]) }
  }
  const form = forms[store]
  if (form !== undefined) {
    const read = readRow(form, row)
    if (read === undefined) return undefined
    const { id, value } = read.value
    // As it was stored, where nothing is to be mended.
    return { ...(read.isWhole ? fields : { id, version: form.version, value }), ...withSync(fields["sync"]) }
  }
  return Object.keys(fields).length === 0 ? undefined : fields
}

/** A row that lives from a stamp on, whatever was known of it before. */
export function aliveRow(store: Restored, row: Readonly<Record<string, unknown>>, stamp: Stamp): object {
  const form = forms[store]
  // A row from before there were stamps is the bare record, and has no place for them.
  const placed = form === undefined ? row : ((readRow(form, row)?.value as Row<object> | undefined) ?? row)
  return { ...placed, sync: { ...readSync(placed["sync"]), life: { alive: true, c: stamp } } satisfies Sync }
}

function withSync(stored: unknown): { readonly sync?: Sync } {
  const sync = readSync(stored)
  return sync === undefined ? {} : { sync }
}

/** What is here and what comes as one; undefined where what is here stays. */
export function joinRows(
  store: Restored,
  here: unknown,
  coming: Readonly<Record<string, unknown>>,
): object | undefined {
  if (store === "messages") {
    const [mine, theirs] = [readMessageRow(here)?.value, readMessageRow(coming)?.value]
    if (theirs === undefined || mine === undefined || mine.sessionId !== theirs.sessionId) return undefined
    const rowOf = (one: typeof mine) => ({ id: one.id, value: toRecord(one), ...withSync(one.sync) })
    const { value, sync } = mergeRows(messageShape, rowOf(mine), rowOf(theirs))
    return value && { ...fromRecord(value), ...(sync === undefined ? {} : { sync }) }
  }
  const form = forms[store]
  if (form === undefined) return undefined
  const [mine, theirs] = [here, coming].map((row) => readRow(form, row)?.value as Row<object> | undefined)
  if (mine === undefined || theirs === undefined) return undefined
  return mergeRows(form.shape, { ...mine, ...withSync(mine.sync) }, { ...theirs, ...withSync(theirs.sync) })
}

/** The greatest stamp in the stamps of a row: the clock must be beyond all it has seen. */
export function latestIn(stored: unknown): Stamp | undefined {
  const { born, life, at, texts } = readSync(stored) ?? {}
  let latest = laterStamp(born, life?.c)
  for (const stamp of Object.values(at ?? {})) latest = laterStamp<Stamp | undefined>(latest, stamp)
  for (const text of Object.values(texts ?? {})) latest = laterStamp<Stamp | undefined>(latest, text.c)
  return latest
}
