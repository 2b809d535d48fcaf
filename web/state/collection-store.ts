import { create, type StoreApi, type UseBoundStore } from "zustand"
import type { Collection } from "#core/storage/collection.ts"
import type { RowStore } from "../platform/storage/read-rows.ts"
import { openRecordChannel } from "../platform/storage/record-channel.ts"
import { recordStorage, type LivingRow } from "../platform/storage/record-storage.ts"
import { reportDamaged } from "./damage.ts"
import { reportStorage, wroteWell } from "./storage-state.ts"

export interface CollectionState<Value extends object> {
  /** The records of this browser, in the order that the collection's screens show. */
  readonly records: readonly LivingRow<Value>[]
  readonly isLoaded: boolean
}

/** One saved collection of the page: what its screens need to show and change its records. */
export interface CollectionStore<Value extends object> {
  readonly use: UseBoundStore<StoreApi<CollectionState<Value>>>
  /** Reads the records; once they are read, other tabs' changes are followed. */
  readonly load: () => Promise<void>
  /** Saves a record. `before`: as its writer knew it, absent for a new one; what others changed of it since stays. */
  readonly save: (after: Value, before?: Value) => Promise<void>
  /** Adds many new records: all of them or none. */
  readonly add: (values: readonly Value[]) => Promise<void>
  /** Deletes a record; the function it returns brings it back as it was, with all that others wrote in it. */
  readonly remove: (value: Value) => Promise<() => Promise<void>>
}

/**
 * The store of a collection. Two tabs see each other's changes at once, and lose none of them (0103). `here`: a record as it counts in
 * this browser, where that is another than the stored one.
 */
export function createCollectionStore<Value extends { readonly id: string }>(
  collection: Collection<Value> & { readonly name: RowStore },
  compare: (a: Value, b: Value) => number,
  here?: (value: Value) => Value,
): CollectionStore<Value> {
  const use = create<CollectionState<Value>>()(() => ({ records: [], isLoaded: false }))
  const storage = recordStorage(collection)
  const read = async () => {
    const stored = await storage.load(reportDamaged)
    const rows = here === undefined ? stored : stored.map((row) => ({ ...row, value: here(row.value) }))
    use.setState({ records: rows.toSorted((a, b) => compare(a.value, b.value)), isLoaded: true })
  }
  const load = () => read().catch(reportStorage)
  const channel = openRecordChannel(collection.name, () => void (use.getState().isLoaded && load()))
  const after = async (write: Promise<unknown>) => {
    await write
    wroteWell()
    channel.tell()
    await read()
  }
  return {
    use,
    load,
    save: (wanted, before) => after(storage.save(wanted.id, { before, after: wanted })),
    add: (values) => after(storage.add(values)),
    async remove({ id }) {
      const removing = storage.remove(id)
      await after(removing)
      const removed = await removing
      return async () => {
        if (removed !== undefined) await after(storage.restore(removed))
      }
    },
  }
}
