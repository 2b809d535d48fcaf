import { expiredGraves } from "#core/storage/life.ts"
import { timeOfSweep } from "#core/storage/sweep-time.ts"
import { readLife } from "#core/storage/read-sync.ts"
import { ask, inWhole } from "./change-stores.ts"
import type { ProsaDatabase } from "./database.ts"

/** A single row of the settings: when the graves were last looked through, in epoch ms. */
const sweptRow = "graves-swept"

/** Drops the graves that are too old or too many. */
export async function sweepGraves(database: ProsaDatabase, now: number): Promise<void> {
  const time = timeOfSweep(await database.get("settings", sweptRow), now)
  if (time === undefined) return
  const write = database.transaction(["graves", "settings"], "readwrite")
  const [graves, settings] = [write.objectStore("graves"), write.objectStore("settings")]
  await inWhole(write, async () => {
    const rows = await graves.getAll()
    // One whose stamp is damaged stays: it says that something was deleted, if not when.
    const expired = expiredGraves(
      rows.filter(({ life }) => readLife(life) !== undefined),
      time,
    )
    for (const { kind, id } of expired) ask(graves.delete([kind, id]))
    ask(settings.put(now, sweptRow))
  })
}
