import type { Attachment } from "#core/conversation/attachment.ts"
import { readAttachments } from "#core/conversation/read-attachment.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { sharedDatabase } from "./database.ts"
import type { DamagedRow } from "./read-rows.ts"

/** Data that is never stored (temporary conversations, a browser without a database) is kept as long as the page. */
const memory = { images: new Map<string, Blob>(), attachments: new Map<string, readonly Attachment[]>() }

export async function saveImage(id: string, blob: Blob, isTemporary: boolean): Promise<void> {
  const database = isTemporary ? undefined : await sharedDatabase()
  if (database === undefined) memory.images.set(id, blob)
  else await database.put("images", { id, blob })
}

/** A picture of the store; undefined when it is not there (any more). */
export async function loadImage(id: string): Promise<Blob | undefined> {
  const held = memory.images.get(id)
  if (held !== undefined) return held
  const blob: unknown = (await (await sharedDatabase())?.get("images", id))?.blob
  return blob instanceof Blob ? blob : undefined
}

/** Loads the unsent attachments of a conversation. `tellDamaged` is called with a row that cannot be used as it is. */
export async function loadAttachments(
  sessionId: string,
  tellDamaged: (rows: readonly DamagedRow[]) => void,
): Promise<readonly Attachment[]> {
  const database = await sharedDatabase()
  if (database === undefined) return memory.attachments.get(sessionId) ?? []
  const row: unknown = await database.get("attachments", sessionId)
  if (row === undefined) return []
  const read = readAttachments(fieldsOf(row)["attachments"])
  if (read?.isWhole !== true) tellDamaged([{ store: "attachments", key: sessionId, row }])
  return read?.value ?? []
}

/** Stores the unsent attachments of a conversation; an empty list removes its row. */
export async function saveAttachments(sessionId: string, attachments: readonly Attachment[]): Promise<void> {
  const database = await sharedDatabase()
  if (database === undefined) return void memory.attachments.set(sessionId, attachments)
  const images = attachments.filter((one) => one.kind === "image").map(({ id }) => id)
  const write = database.transaction("attachments", "readwrite")
  if (attachments.length === 0) void write.store.delete(sessionId)
  else void write.store.put({ sessionId, attachments, images })
  write.commit()
  await write.done
}
