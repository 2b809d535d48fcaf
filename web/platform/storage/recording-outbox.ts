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

/** Stores what has been recorded so far. */
export async function storeRecording(recording: StoredRecording): Promise<void> {
  try {
    await (await sharedDatabase())?.put("outbox", { ...recording, id: prefix + recording.id })
  } catch {
    // It is in memory, as long as the page is open.
  }
}

/** Stores a recording anew where it still waits: somebody may have discarded it meanwhile. `failed`: what is stored stays as it is. */
export async function storeAnew(recording: StoredRecording): Promise<"stored" | "discarded" | "failed"> {
  const id = prefix + recording.id
  try {
    const outbox = (await sharedDatabase())?.transaction("outbox", "readwrite").store
    if (outbox === undefined) return "failed"
    if ((await outbox.getKey(id)) === undefined) return "discarded"
    await outbox.put({ ...recording, id })
    return "stored"
  } catch {
    return "failed"
  }
}

export async function forgetRecording(id: string): Promise<void> {
  await (await sharedDatabase())?.delete("outbox", prefix + id).catch(() => undefined)
}

/** The recordings that wait; undefined where they cannot be read. */
export async function storedRecordings(): Promise<readonly StoredRecording[] | undefined> {
  const database = await sharedDatabase()
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const rows: readonly unknown[] | undefined = await database?.getAll("outbox", range).catch(() => undefined)
  return rows?.flatMap((row) => {
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
}
