import { readRow, type Collection } from "#core/storage/collection.ts"
import type { Row } from "#core/storage/row.ts"
import { ask, inWhole, writerStores } from "./change-stores.ts"
import { sharedDatabase } from "./database.ts"
import { sweepGraves } from "./sweep-graves.ts"
import { readRows, usableRows, type DamagedRow, type RowStore } from "./read-rows.ts"
import { openRecordWriter, type RecordChange } from "./record-writer.ts"

/** A record that is there, with what is known of its writing. */
export type LivingRow<Value extends object> = Row<Value> & { readonly value: Value }

/** The records of one collection in the browser's database, or in the memory of the page where there is none. */
export interface RecordStorage<Value extends object> {
  /** All records. `tellDamaged` gets the rows that cannot be used as they are stored. */
  readonly load: (tellDamaged: (rows: readonly DamagedRow[]) => void) => Promise<readonly LivingRow<Value>[]>
  /** Joins a change to what is stored by now. A record that was deleted meanwhile is there again. */
  readonly save: (id: string, change: RecordChange<Value>) => Promise<void>
  /** Adds many new records: all of them or none. */
  readonly add: (values: readonly Value[]) => Promise<void>
  /** Deletes a record. Returns what was stored of it, for `restore`. */
  readonly remove: (id: string) => Promise<LivingRow<Value> | undefined>
  /** Takes a deletion back: the record is there again as it was. One that was written anew meanwhile stays as it is. */
  readonly restore: (removed: LivingRow<Value>) => Promise<void>
}

export function recordStorage<Value extends { readonly id: string }>(
  collection: Collection<Value> & { readonly name: RowStore },
): RecordStorage<Value> {
  const { name } = collection
  const memory = new Map<string, LivingRow<Value>>()
  const read = (row: unknown) => readRow(collection, row)
  return {
    async load(tellDamaged) {
      const database = await sharedDatabase()
      if (database === undefined) return [...memory.values()]
      return usableRows(name, await readRows(database, name), read, tellDamaged)
    },

    async save(id, change) {
      const database = await sharedDatabase()
      if (database === undefined) return void memory.set(id, { id, value: change.after })
      const write = database.transaction([name, ...writerStores], "readwrite")
      await inWhole(write, async () => {
        const store = write.objectStore(name)
        const [writer, stored] = await Promise.all([openRecordWriter(write, Date.now()), store.get(id)])
        const held = stored && read(stored)?.value
        const grave = held === undefined ? await writer.graveOf(name, id) : undefined
        const row = writer.row(collection, held, { id, ...change }, grave)
        if (held === undefined) writer.revive(name, id)
        if (row !== undefined) ask(store.put(row as never))
        writer.close()
      })
    },

    async add(values) {
      const database = await sharedDatabase()
      if (database === undefined) return values.forEach((value) => memory.set(value.id, { id: value.id, value }))
      const write = database.transaction([name, ...writerStores], "readwrite")
      await inWhole(write, async () => {
        const writer = await openRecordWriter(write, Date.now())
        for (const after of values) {
          const row = writer.row(collection, undefined, { id: after.id, after })
          if (row !== undefined) ask(write.objectStore(name).put(row as never))
        }
        writer.close()
      })
    },

    async remove(id) {
      const database = await sharedDatabase()
      if (database === undefined) {
        const known = memory.get(id)
        memory.delete(id)
        return known
      }
      const write = database.transaction([name, ...writerStores], "readwrite")
      const removed = await inWhole(write, async () => {
        const store = write.objectStore(name)
        const [writer, stored] = await Promise.all([openRecordWriter(write, Date.now()), store.get(id)])
        ask(store.delete(id))
        writer.bury(name, id)
        writer.close()
        return stored && read(stored)?.value
      })
      ask(sweepGraves(database, Date.now()))
      return removed
    },

    async restore(removed) {
      const { id } = removed
      const database = await sharedDatabase()
      if (database === undefined) return void memory.set(id, removed)
      const write = database.transaction([name, ...writerStores], "readwrite")
      await inWhole(write, async () => {
        const store = write.objectStore(name)
        const [writer, stored] = await Promise.all([openRecordWriter(write, Date.now()), store.getKey(id)])
        if (stored !== undefined) return
        ask(store.put(writer.rowAgain(name, removed) as never))
        writer.revive(name, id)
        writer.close()
      })
    },
  }
}
