import { isObject } from "#core/lib/fields.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { type ProsaDatabase, sharedDatabase } from "./database.ts"

/** What was read aloud lies here, so that hearing it again costs nothing. In bytes. */
const mostBytes = 30 * 1024 * 1024

/** A sound as it is stored. `usedAt`: epoch milliseconds. */
interface SoundRow {
  readonly id: string
  readonly blob: Blob
  readonly usedAt: number
}

/** How much of a message was read aloud for money. */
export interface Heard {
  readonly characters: number
  readonly cost: MicroReais
}

const heardPrefix = "heard:"
const heardId = (messageId: string) => heardPrefix + messageId

/** What was heard of a message that is gone is still known for so long, in ms: longer than any deletion can be undone. */
const heardKeptMs = 24 * 3_600_000

/** A sound by its key; undefined where it is not here, or nothing can be stored. */
export async function storedSound(id: string): Promise<Blob | undefined> {
  const database = await sharedDatabase()
  const row = readSound(await database?.get("sounds", id).catch(() => undefined))
  if (database === undefined || row === undefined) return undefined
  // It is heard meanwhile.
  void database.put("sounds", { ...row, usedAt: Date.now() }).catch(() => undefined)
  return row.blob
}

/** Whether a sound is here; it is not heard by that. */
export async function hasSound(id: string): Promise<boolean> {
  const database = await sharedDatabase()
  return (await database?.getKey("sounds", id).catch(() => undefined)) !== undefined
}

/** Stores a sound, if it can be; those that were not heard for the longest time go where it is more than is kept. */
export async function storeSound(id: string, blob: Blob): Promise<boolean> {
  const database = await sharedDatabase()
  if (database === undefined) return false
  try {
    await database.put("sounds", { id, blob, usedAt: Date.now() })
  } catch {
    return false
  }
  await dropOldest(database, Date.now()).catch(() => undefined)
  return true
}

/** Drops the sounds that are too many, and what was heard of messages that are gone. */
async function dropOldest(database: ProsaDatabase, now: number): Promise<void> {
  const sweep = database.transaction(["sounds", "messages"], "readwrite")
  const store = sweep.objectStore("sounds")
  const all = await store.getAll()
  for (const id of all.flatMap((row) => messageHeardLongAgo(row, now) ?? [])) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction
    if ((await sweep.objectStore("messages").getKey(id)) === undefined) await store.delete(heardId(id))
  }
  const rows = all.flatMap((row) => readSound(row) ?? [])
  let bytes = rows.reduce((sum, row) => sum + row.blob.size, 0)
  for (const row of rows.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (bytes <= mostBytes) break
    bytes -= row.blob.size
    void store.delete(row.id)
  }
  await sweep.done
}

/** The message that a row of what was heard is about, where that is older than any deletion that can be undone. */
function messageHeardLongAgo(row: object, now: number): string | undefined {
  if (!isObject(row) || typeof row["id"] !== "string" || !row["id"].startsWith(heardPrefix)) return undefined
  const at = typeof row["at"] === "number" ? row["at"] : 0
  return now - at > heardKeptMs ? row["id"].slice(heardPrefix.length) : undefined
}

/** Deletes a sound. One whose storing has begun is deleted, too. */
export async function deleteSound(id: string): Promise<void> {
  const database = await sharedDatabase()
  await database?.delete("sounds", id).catch(() => undefined)
}

/** Notes that a part of a message was read aloud for money; for its receipt. */
export async function noteHeard(messageId: string, characters: number, cost: MicroReais): Promise<void> {
  try {
    const database = await sharedDatabase()
    if (database === undefined) return
    const { store, done } = database.transaction("sounds", "readwrite")
    const before = readHeard(await store.get(heardId(messageId)))
    await store.put({
      id: heardId(messageId),
      characters: (before?.characters ?? 0) + characters,
      cost: (before?.cost ?? 0) + cost,
      at: Date.now(),
    })
    await done
  } catch {
    // The statement has it.
  }
}

/** How much of a message was read aloud for money; undefined where nothing was, or nothing is known of it. */
export async function heardOf(messageId: string): Promise<Heard | undefined> {
  const database = await sharedDatabase()
  return readHeard(await database?.get("sounds", heardId(messageId)).catch(() => undefined))
}

function readSound(row: unknown): SoundRow | undefined {
  if (!isObject(row) || !(row["blob"] instanceof Blob) || typeof row["id"] !== "string") return undefined
  return { id: row["id"], blob: row["blob"], usedAt: typeof row["usedAt"] === "number" ? row["usedAt"] : 0 }
}

function readHeard(row: unknown): Heard | undefined {
  if (!isObject(row)) return undefined
  const { characters, cost } = row
  if (typeof characters !== "number" || typeof cost !== "number" || !Number.isSafeInteger(cost)) return undefined
  return { characters, cost: microReais(cost) }
}
