import type { IDBPTransaction, StoreNames } from "idb"
import { fieldsOf } from "#core/lib/fields.ts"
import { buryRow, reviveRow } from "#core/storage/life.ts"
import { writeRow } from "#core/storage/merge.ts"
import type { Collection } from "#core/storage/collection.ts"
import { readLife, readSync } from "#core/storage/read-sync.ts"
import type { Life } from "#core/storage/register.ts"
import type { Row } from "#core/storage/row.ts"
import {
  joinSeen,
  laterStamp,
  nextStamp,
  notAhead,
  readStamp,
  wallOf,
  type Clock,
  type Seen,
  type Stamp,
} from "#core/storage/stamp.ts"
import type { Grave, ProsaSchema } from "./database.ts"
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
  /** What all of it is stamped with. */
  readonly stamp: Stamp
  /** The row to put for a change; undefined where the stored one says it already. `grave`: of a record that was deleted before. */
  readonly row: <Value extends object>(
    collection: Pick<Collection<Value>, "name" | "version" | "shape">,
    stored: Row<Value> | undefined,
    change: RecordChange<Value> & { readonly id: string },
    grave?: Life,
  ) => Row<Value> | undefined
  /** The row to put where a deletion is taken back: the one that was deleted, alive from now on. */
  readonly rowAgain: <Value extends object>(kind: string, deleted: Row<Value>) => Row<Value>
  /** Notes that a record is alive, though it may have been deleted before. */
  readonly revive: (kind: string, id: string) => void
  /** Notes that a record was deleted; the caller deletes its row. `mark`: what the grave says beside that. */
  readonly bury: (kind: string, id: string, mark?: Pick<Grave, "isTakenBack">) => void
  /** When a record was deleted, and what was known of it then; undefined where it was not, or was written again since. */
  readonly graveOf: (kind: string, id: string) => Promise<Life | undefined>
  /** Keeps the clock. To be called last. */
  readonly close: () => void
}

type Transaction<Names extends ArrayLike<StoreNames<ProsaSchema>>> = IDBPTransaction<ProsaSchema, Names, "readwrite">

/** The name of this browser's own clock among those of its peers. */
export const self = "self"

/** `madeAt`: when the changes were made, where that was before `now`; both in epoch milliseconds. */
export async function openRecordWriter<Names extends ArrayLike<StoreNames<ProsaSchema>>>(
  transaction: Transaction<Names>,
  now: number,
  madeAt?: number,
): Promise<RecordWriter> {
  const stores = transaction as unknown as Transaction<typeof writerStores>
  const [graves, peers] = [stores.objectStore("graves"), stores.objectStore("peers")]
  const { clock, seen, remotes } = readPeers(await peers.getAll())
  const stamp = nextStamp(clock, now)
  let isUsed = false
  const noteWrite = (kind: string, id: string) => {
    isUsed = true
    if (remotes.length > 0) ask(stores.objectStore("outbox").put(outboxNote(kind, id, stamp)))
  }
  return {
    stamp,
    row({ name, version, shape }, stored, { id, before, after }, grave) {
      const held = stored && withReadSync(stored)
      const made = madeAt === undefined || isAhead(held, now) ? {} : { madeAt }
      const written = writeRow(shape, held, { id, version, before, after, stamp, seen: grave?.seen, ...made })
      if (written === held) return undefined
      noteWrite(name, id)
      return written
    },
    rowAgain(kind, deleted) {
      noteWrite(kind, deleted.id)
      return reviveRow(withReadSync(deleted), stamp)
    },
    revive: (kind, id) => ask(graves.delete([kind, id])),
    bury(kind, id, mark) {
      noteWrite(kind, id)
      const { sync } = buryRow(id, stamp, joinSeen(seen, { [clock.device]: stamp }))
      if (sync?.life !== undefined) ask(graves.put({ kind, id, life: sync.life, ...mark }))
    },
    async graveOf(kind, id) {
      const grave: unknown = await graves.get([kind, id])
      if (grave === undefined) return undefined
      // A damaged grave is one all the same.
      return readLife(fieldsOf(grave)["life"]) ?? { alive: false, c: stamp }
    },
    close() {
      if (isUsed) ask(peers.put({ name: self, device: clock.device, last: stamp }))
    },
  }
}

/**
 * Whether a record was written by a clock that is ahead of this one. What it says of when that was is no time that a change made
 * here could be compared with: the change would be dropped, however much later it was made.
 */
function isAhead(row: Row<object> | undefined, now: number): boolean {
  const { born, at = {} } = row?.sync ?? {}
  return [born, ...Object.values(at)].some((stamp) => stamp !== undefined && wallOf(stamp) > now)
}

function withReadSync<Value extends object>({ sync: stored, ...row }: Row<Value>): Row<Value> {
  const sync = readSync(stored)
  return sync === undefined ? row : { ...row, sync }
}

/** The clock of this browser, and the greatest stamp that is known of each device: the clock goes on from the greatest of all. */
export function readPeers(rows: readonly unknown[]): {
  readonly clock: Clock
  readonly seen: Seen
  readonly remotes: readonly Remote[]
} {
  const remotes: Remote[] = []
  let device: string | undefined
  let last: Stamp | undefined
  let seen: Seen = {}
  for (const row of rows) {
    const { name, device: known, last: stored } = fieldsOf(row)
    const stamp = readStamp(stored)
    if (typeof name === "string" && name.startsWith(remotePrefix)) {
      remotes.push({ name: name.slice(remotePrefix.length), ...(stamp === undefined ? {} : { mark: stamp }) })
      continue
    }
    if (typeof known !== "string" || !/^[\w-]{8,64}$/.test(known)) continue
    if (name === self) device = known
    if (stamp === undefined) continue
    last = laterStamp(last, stamp)
    seen = joinSeen(seen, { [known]: stamp })
  }
  seen = notAhead(seen, Date.now())
  // A damaged clock makes this browser another device.
  return { clock: { device: device ?? newId().slice(0, 10), ...(last === undefined ? {} : { last }) }, seen, remotes }
}

/** A place that this browser sends its records to. */
export interface Remote {
  readonly name: string
  /** All that was written here up to this stamp is there; absent: nothing is known to be. */
  readonly mark?: Stamp
}

/** What the names of such places begin with among those of the peers. */
export const remotePrefix = "remote:"

/** A note that a record was written and is still to be sent. `from`: where the write came from, which need not hear of it. */
export function outboxNote(kind: string, id: string, at: Stamp, from?: string) {
  return { id: `${kind}/${id}`, at, ...(from === undefined ? {} : { from }) }
}
