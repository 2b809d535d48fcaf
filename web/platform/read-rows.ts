import type { StoreNames } from "idb"
import type { MessageRow, ProsaDatabase, ProsaSchema } from "./database.ts"
import type { Read } from "#core/lib/stored-shape.ts"
import { readMessageRow } from "./message-row.ts"

export type StoreName = StoreNames<ProsaSchema>

/** A row that cannot be used as it is stored. Without `row` the browser cannot even give it out. */
export interface DamagedRow {
  readonly store: StoreName
  readonly key: IDBValidKey
  readonly row?: unknown
}

export interface StoredRows {
  /** In the order of the store, or of the index. */
  readonly rows: readonly { readonly key: IDBValidKey; readonly row: unknown }[]
  /** Keys under which something lies that the browser cannot give out. */
  readonly unreadable: readonly IDBValidKey[]
  /** The last key of them all. */
  readonly last?: IDBValidKey | undefined
}

export interface RowsAsked {
  readonly range?: IDBKeyRange | undefined
  readonly most?: number
  readonly index?: "by-session"
}

/**
 * The rows of a store. The browser refuses a whole reading for one row whose file is lost; then each is read by itself, so
 * that only that one is missing.
 */
export async function readRows(
  database: ProsaDatabase,
  store: "sessions" | "messages" | "prompts",
  { range, most, index }: RowsAsked = {},
): Promise<StoredRows> {
  try {
    const read = database.transaction(store).store
    const from = index === undefined ? read : read.index(index as never)
    const [keys, values] = await Promise.all([from.getAllKeys(range, most), from.getAll(range, most)])
    const rows = keys.map((key, at) => ({ key, row: values[at] as unknown }))
    return { rows, unreadable: [], last: keys.at(-1) }
  } catch {
    // Few ever need it: where it cannot be fetched, the storage has failed, as it would have without it.
    const { readEach } = await import("./read-each.ts")
    return readEach(database, store, { range, most, index } as RowsAsked)
  }
}

/** What can be used of some rows, in their order; `tellDamaged` hears of every row that cannot be used as it is stored. */
export async function usableRows<Value>(
  store: StoreName,
  { rows, unreadable }: StoredRows,
  read: (row: unknown) => Read<Value> | undefined | Promise<Read<Value> | undefined>,
  tellDamaged: (damaged: readonly DamagedRow[]) => unknown,
): Promise<readonly Value[]> {
  const all = await Promise.all(rows.map(async ({ row }) => read(row)))
  const damaged = rows.filter((_row, at) => all[at]?.isWhole !== true).map((found) => ({ store, ...found }))
  await tellDamaged([...unreadable.map((key) => ({ store, key })), ...damaged])
  return all.flatMap((one) => (one === undefined ? [] : [one.value]))
}

/** Messages by their ids, in that order; undefined for those that are gone or cannot be given out. */
export async function readMessages(
  database: ProsaDatabase,
  ids: readonly string[],
): Promise<readonly (MessageRow | undefined)[]> {
  const one = (id: string) => database.get("messages", id).catch(() => undefined)
  const all = () => {
    const { store } = database.transaction("messages")
    return Promise.all(ids.map((id) => store.get(id)))
  }
  const rows: readonly unknown[] = await all().catch(() => Promise.all(ids.map(one)))
  return rows.map((row) => readMessageRow(row)?.value)
}
