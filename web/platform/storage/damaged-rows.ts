import type { ProsaDatabase } from "./database.ts"
import type { DamagedRow } from "./read-rows.ts"

/*
 * Copies of rows that could not be used as stored are kept beside the settings, unchanged. The row itself stays in its
 * place; even if a repaired form overwrites it one day, nothing is lost.
 */

/** A damaged row as it was found. */
export interface DamageNote extends DamagedRow {
  /** Epoch milliseconds. */
  readonly foundAt: number
}

const notes = (): IDBKeyRange => IDBKeyRange.bound("damaged:", "damaged;", false, true)

function noteKey({ store, key }: DamagedRow): string {
  const name = typeof key === "string" ? key : key instanceof Date ? key.toISOString() : JSON.stringify(key)
  return `damaged:${store}:${typeof key}:${name}`
}

/** Puts down what was not known yet. Resolves to how many that were. */
export async function noteDamaged(
  database: ProsaDatabase,
  damaged: readonly DamagedRow[],
  foundAt: number,
): Promise<number> {
  if (damaged.length === 0) return 0
  const write = database.transaction("settings", "readwrite")
  let added = 0
  for (const one of damaged) {
    const key = noteKey(one)
    // oxlint-disable-next-line no-await-in-loop -- all in one transaction, in which nothing runs side by side
    if ((await write.store.getKey(key)) !== undefined) continue
    const note: DamageNote = { ...one, foundAt }
    void write.store.put(note, key)
    added += 1
  }
  await write.done
  return added
}

export async function loadDamaged(database: ProsaDatabase): Promise<readonly DamageNote[]> {
  return (await database.getAll("settings", notes())) as readonly DamageNote[]
}
