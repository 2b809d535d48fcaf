import type { StoreNames } from "idb"
import type { MessageRow, ProsaDatabase, ProsaSchema } from "./database.ts"
import type { Read } from "#core/lib/stored-shape.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { readMessageRow } from "./message-row.ts"

/** The stores whose rows are looked at as they are read. */
export type StoreName = Exclude<StoreNames<ProsaSchema>, "outbox" | "graves" | "kept" | "peers">

/** A row that cannot be used as it is stored. Without `row` the browser cannot even give it out. */
export interface DamagedRow {
  readonly store: StoreName
  readonly key: IDBValidKey
  readonly row?: unknown
}

/** The stores whose rows are read all at once. Their key is the `id` of the row. */
export type RowStore = "sessions" | "messages" | "folders" | "prompts" | NewStore

/** The stores of collections that came with version 4 of the database. */
type NewStore = "masks" | "plugins" | "drawings" | "sounds" | "shares"

export interface StoredRows {
  /** In the order of the store, or of the index. */
  readonly rows: readonly unknown[]
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
  store: RowStore,
  { range, most, index }: RowsAsked = {},
): Promise<StoredRows> {
  try {
    const read = database.transaction(store).store
    const from = index === undefined ? read : read.index(index as never)
    const rows: readonly unknown[] = await from.getAll(range, most)
    return { rows, unreadable: [], last: rows.length === 0 ? undefined : keyOf(rows.at(-1)) }
  } catch {
    // Few ever need it: where it cannot be fetched, the storage has failed, as it would have without it.
    const { readEach } = await import("./read-each.ts")
    return readEach(database, store, { range, most, index } as RowsAsked)
  }
}

/** The key of a row of such a store: the browser takes none without one. */
function keyOf(row: unknown): IDBValidKey {
  return fieldsOf(row)["id"] as IDBValidKey
}

/** The usable ones of some rows, in their order; `tellDamaged` is called with every row that is damaged. */
export async function usableRows<Value>(
  store: StoreName,
  { rows, unreadable }: StoredRows,
  read: (row: unknown) => Read<Value> | undefined | Promise<Read<Value> | undefined>,
  tellDamaged: (damaged: readonly DamagedRow[]) => unknown,
): Promise<readonly Value[]> {
  const found = rows.map(read)
  // Hardly ever is one to be waited for, and a promise for each of thousands would be felt.
  const all = found.some((one) => one instanceof Promise)
    ? await Promise.all(found.map(async (one) => one))
    : (found as Awaited<(typeof found)[number]>[])
  const damaged = rows.filter((_row, at) => all[at]?.isWhole !== true).map((row) => ({ store, key: keyOf(row), row }))
  await tellDamaged([...unreadable.map((key) => ({ store, key })), ...damaged])
  return all.filter((one) => one !== undefined).map(({ value }) => value)
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
