import { isObject } from "#core/lib/fields.ts"
import type { KeptRecording } from "#core/speech/kept-recording.ts"
import { sharedDatabase } from "./database.ts"

/** A recording that waits to be written down. It lies here from its first second on, and goes when its words are there. */
export interface StoredRecording extends KeptRecording {
  readonly id: string
  readonly sessionId: string
  readonly type: string
  readonly slices: readonly Blob[]
}

const prefix = "recording:"

/** What there was no room for, by its id: it is here as long as the page is open. */
const unstored = new Map<string, StoredRecording>()

/** Stores what has been recorded so far. */
export async function storeRecording(recording: StoredRecording): Promise<void> {
  unstored.set(recording.id, recording)
  try {
    const database = await sharedDatabase()
    if (database === undefined) return
    await database.put("outbox", { ...recording, id: prefix + recording.id })
    // A longer one may have come meanwhile.
    if (unstored.get(recording.id) === recording) unstored.delete(recording.id)
  } catch {
    // It stays in memory.
  }
}

/** Whether a recording waits in memory alone, and goes with the page. */
export function goesWithPage(id: string): boolean {
  return unstored.has(id)
}

/** Whether any does. */
export function someGoesWithPage(): boolean {
  return unstored.size > 0
}

/** Stores a recording anew where it still waits; false: somebody has discarded it meanwhile. */
export async function storeAnew(recording: StoredRecording): Promise<boolean> {
  if (unstored.has(recording.id)) {
    await storeRecording(recording)
    return true
  }
  const id = prefix + recording.id
  try {
    const outbox = (await sharedDatabase())?.transaction("outbox", "readwrite").store
    if ((await outbox?.getKey(id)) === undefined) return false
    await outbox?.put({ ...recording, id })
  } catch {
    unstored.set(recording.id, recording)
  }
  return true
}

export async function forgetRecording(id: string): Promise<void> {
  unstored.delete(id)
  await (await sharedDatabase())?.delete("outbox", prefix + id).catch(() => undefined)
}

/** The recordings that wait; undefined where they cannot be read. */
export async function storedRecordings(): Promise<readonly StoredRecording[] | undefined> {
  const database = await sharedDatabase()
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const rows: readonly unknown[] | undefined = await database?.getAll("outbox", range).catch(() => undefined)
  if (rows === undefined && unstored.size === 0) return undefined
  const stored = rows?.flatMap((row) => {
    if (!isObject(row)) return []
    const { id, sessionId, at, isRefused, type, slices } = row
    if (typeof id !== "string" || typeof sessionId !== "string" || !Array.isArray(slices)) return []
    const blobs = slices.filter((slice): slice is Blob => slice instanceof Blob)
    return [
      {
        id: id.slice(prefix.length),
        sessionId,
        at: typeof at === "number" ? at : 0,
        isRefused: isRefused === true,
        type: typeof type === "string" ? type : "",
        slices: blobs,
      },
    ]
  })
  return [...(stored ?? []).filter(({ id }) => !unstored.has(id)), ...unstored.values()]
}
