import { expiredGraves } from "#core/storage/life.ts"
import { timeOfSweep } from "#core/storage/sweep-time.ts"
import { laterStamp, readStamp } from "#core/storage/stamp.ts"
import { readLife } from "#core/storage/read-sync.ts"
import { ask, inWhole } from "./change-stores.ts"
import type { ProsaDatabase } from "./database.ts"

/** Single rows of the settings: when the graves were last looked through (epoch ms), and the latest deletion that was forgotten. */
const [sweptRow, horizonRow] = ["graves-swept", "horizon"]

/** Drops the graves that are too old or too many, and notes since when deletions are known here. */
export async function sweepGraves(database: ProsaDatabase, now: number): Promise<void> {
  const time = timeOfSweep(await database.get("settings", sweptRow), now)
  if (time === undefined) return
  const write = database.transaction(["graves", "settings"], "readwrite")
  const [graves, settings] = [write.objectStore("graves"), write.objectStore("settings")]
  await inWhole(write, async () => {
    const [rows, known] = await Promise.all([graves.getAll(), settings.get(horizonRow)])
    // One whose stamp is damaged stays: it says that something was deleted, if not when.
    const { expired, horizon } = expiredGraves(
      rows.filter(({ life }) => readLife(life) !== undefined),
      time,
    )
    for (const { kind, id } of expired) ask(graves.delete([kind, id]))
    if (horizon !== undefined) ask(settings.put(laterStamp(horizon, readStamp(known) ?? horizon), horizonRow))
    ask(settings.put(now, sweptRow))
  })
}
