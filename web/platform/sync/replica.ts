/**
 * This browser's records as other devices get to know them. Any transport uses these four (a file on a WebDAV server, chunks in a
 * Redis store, the vault's log), in a worker or on the page, with a connection to the database:
 *
 * - `collectChanges(database, remote)`: what was written here since `remote` has all, every record whole with its stamps; at first
 *   everything. Once it has arrived there, `settleChanges(database, remote, mark)`.
 * - `applyRecords(database, { records, seen, from })`: joins records from elsewhere to what is stored, and says what became of
 *   them. Applying something twice, or in another order, changes nothing.
 * - `beginWithRemote(database, remote, kind)`: before anything comes from there; then what came is not sent back at first.
 * - `forgetRemote(database, remote)`: it is sent everything anew.
 *
 * `encodeRecord` and `decodeRecord` (`core/sync/sync-record.ts`) are a record's JSON. Settings lie where workers do not reach:
 * their record is read and applied by `settings-record.ts`, on the page. Tabs hear of what was applied by themselves.
 */
import { applyRecords } from "./apply-records.ts"
import { readAll, readStores, type Read } from "./collect-changes.ts"
import { hashOf } from "#core/storage/same-value.ts"
import type { Replica } from "#core/sync/sync-once.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { readPeers } from "../storage/record-writer.ts"

/** The records of this browser for the sync with a file: all of them, in one view. */
export function fileReplica(database: ProsaDatabase): Replica {
  return {
    async readState() {
      const read: Read = database.transaction([...readStores], "readonly")
      const { clock, seen } = readPeers(await read.objectStore("peers").getAll())
      const own = clock.last === undefined ? {} : { [clock.device]: clock.last }
      return { records: await readAll(read), seen: { ...seen, ...own } }
    },
    async readMark() {
      const { clock, seen } = readPeers(await database.getAll("peers"))
      return hashOf([clock.device, clock.last, seen])
    },
    apply: (records, seen) =>
      applyRecords(database, { records, ...(seen === undefined ? {} : { seen }), from: "file" }),
  }
}
