import type { IDBPTransaction, StoreNames } from "idb"
import { fieldsOf } from "#core/lib/fields.ts"
import { buryRow, writeRow } from "#core/storage/merge.ts"
import type { Collection } from "#core/storage/collection.ts"
import { readSync } from "#core/storage/read-sync.ts"
import type { Row } from "#core/storage/row.ts"
import { nextStamp, readStamp, type Clock } from "#core/storage/stamp.ts"
import type { ProsaSchema } from "./database.ts"
import { ask, type writerStores } from "./change-stores.ts"
import { newId } from "../browser/new-id.ts"

/** A change of one record: its state as the writer knew it (absent: it is new), and its new state. */
export interface RecordChange<Value> {
  readonly before?: Value | undefined
  readonly after: Value
}

/**
 * Stamps what is written in one transaction: all of it with one stamp. The device's clock is a row in it, so that two tabs never
 * make equal ones.
 */
export interface RecordWriter {
  /** The row to put for a change; undefined where the stored one says it already. */
  readonly row: <Value extends object>(
    collection: Pick<Collection<Value>, "version" | "shape">,
    stored: Row<Value> | undefined,
    change: RecordChange<Value> & { readonly id: string },
  ) => Row<Value> | undefined
  /** Notes that a record is alive, though it may have been deleted before. */
  readonly revive: (kind: string, id: string) => void
  /** Notes that a record was deleted; the caller deletes its row. */
  readonly bury: (kind: string, id: string) => void
  /** Whether a record was deleted, and not written again since. */
  readonly isBuried: (kind: string, id: string) => Promise<boolean>
  /** Keeps the clock. To be called last. */
  readonly close: () => void
}

type Transaction<Names extends ArrayLike<StoreNames<ProsaSchema>>> = IDBPTransaction<ProsaSchema, Names, "readwrite">

/** The name of this browser's own clock among those of its peers. */
const self = "self"

/** `madeAt`: when the changes were made, where that was before `now`; both in epoch milliseconds. */
export async function openRecordWriter<Names extends ArrayLike<StoreNames<ProsaSchema>>>(
  transaction: Transaction<Names>,
  now: number,
  madeAt?: number,
): Promise<RecordWriter> {
  const stores = transaction as unknown as Transaction<typeof writerStores>
  const [graves, peers] = [stores.objectStore("graves"), stores.objectStore("peers")]
  const clock = readClock(await peers.get(self))
  const stamp = nextStamp(clock, now)
  let isUsed = false
  return {
    row({ version, shape }, stored, { id, before, after }) {
      const made = madeAt === undefined ? {} : { madeAt }
      const held = stored && withReadSync(stored)
      const written = writeRow(shape, held, { id, version, before, after, stamp, ...made })
      if (written === held) return undefined
      isUsed = true
      return written
    },
    revive: (kind, id) => ask(graves.delete([kind, id])),
    bury(kind, id) {
      isUsed = true
      // Of other devices nothing is known here.
      const { sync } = buryRow(id, stamp, { [clock.device]: stamp })
      if (sync?.life !== undefined) ask(graves.put({ kind, id, life: sync.life }))
    },
    isBuried: async (kind, id) => (await graves.getKey([kind, id])) !== undefined,
    close() {
      if (isUsed) ask(peers.put({ name: self, device: clock.device, last: stamp }))
    },
  }
}

function withReadSync<Value extends object>({ sync: stored, ...row }: Row<Value>): Row<Value> {
  const sync = readSync(stored)
  return sync === undefined ? row : { ...row, sync }
}

/** The clock of this browser. A damaged one makes it another device. */
function readClock(stored: unknown): Clock {
  const { device, last } = fieldsOf(stored)
  const stamp = readStamp(last)
  if (typeof device !== "string" || !/^[\w-]{8,64}$/.test(device)) return { device: newId().slice(0, 10) }
  return { device, ...(stamp === undefined ? {} : { last: stamp }) }
}
