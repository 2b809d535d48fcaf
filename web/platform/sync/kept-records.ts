import { applyRecords } from "./apply-records.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { nextStamp } from "#core/storage/stamp.ts"
import { timeOfSweep } from "#core/storage/sweep-time.ts"
import { decodeRecord, type SyncRecord } from "#core/sync/sync-record.ts"
import { ask, inWhole } from "../storage/change-stores.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { readPeers } from "../storage/record-writer.ts"

/** How long what was deleted elsewhere can be taken back, in ms. */
export const keptMs = 30 * 24 * 60 * 60 * 1_000

/** Brings back what another device deleted, as an ordinary write. False where it is not kept any more. */
export async function restoreKept(database: ProsaDatabase, kind: string, id: string): Promise<boolean> {
  const entry: unknown = await database.get("kept", [kind, id])
  const stored = fieldsOf(entry)["records"]
  const records = Array.isArray(stored) ? stored.flatMap((one: unknown) => decodeRecord(one) ?? []) : []
  if (records.length === 0) return false
  const { clock } = readPeers(await database.getAll("peers"))
  const stamp = nextStamp(clock, Date.now())
  const revived = records.map(({ row, ...record }): SyncRecord => {
    return { ...record, row: { ...row, sync: { ...row.sync, life: { alive: true, c: stamp } } } }
  })
  await applyRecords(database, { records: revived, from: "" })
  await database.delete("kept", [kind, id])
  return true
}

/** A single row of the settings: when it was looked last for what was kept long enough, in epoch ms. */
const sweptRow = "kept-swept"

/** Lets go of what was kept long enough, and of what was still to be sent in such a conversation. */
export async function sweepKept(database: ProsaDatabase, now: number): Promise<void> {
  const time = timeOfSweep(await database.get("settings", sweptRow), now)
  if (time === undefined) return
  const write = database.transaction(["kept", "sessions", "drafts", "attachments", "settings"], "readwrite")
  await inWhole(write, async () => {
    ask(write.objectStore("settings").put(now, sweptRow))
    const kept = write.objectStore("kept")
    for (const { kind, id, ...entry } of await kept.getAll()) {
      const { at } = fieldsOf(entry)
      if (typeof at !== "number" || time - at <= keptMs) continue
      ask(kept.delete([kind, id]))
      // It may live again, though nobody brought it back here.
      if (kind !== "sessions" || (await write.objectStore("sessions").getKey(id)) !== undefined) continue
      for (const name of ["drafts", "attachments"] as const) ask(write.objectStore(name).delete(id))
    }
  })
}
