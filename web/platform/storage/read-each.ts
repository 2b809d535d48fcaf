import type { ProsaDatabase } from "./database.ts"
import type { RowsAsked, RowStore, StoredRows } from "./read-rows.ts"

/** The rows of a store, each read by itself, so that one that the browser refuses costs itself only. */
export async function readEach(
  database: ProsaDatabase,
  store: RowStore,
  { range, most, index }: RowsAsked,
): Promise<StoredRows> {
  const read = database.transaction(store).store
  const keys = await (index === undefined ? read : read.index(index as never)).getAllKeys(range, most)
  const rows: unknown[] = []
  const unreadable: IDBValidKey[] = []
  for (const key of keys) {
    // A reading of its own for each: one that fails takes the others of its transaction along.
    // oxlint-disable-next-line no-await-in-loop
    const row: unknown = await database.get(store, key).catch(() => undefined)
    if (row === undefined) unreadable.push(key)
    else rows.push(row)
  }
  return { rows, unreadable, last: keys.at(-1) }
}
