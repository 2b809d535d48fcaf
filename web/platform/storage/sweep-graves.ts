import { expiredGraves } from "#core/storage/life.ts"
import { laterStamp, readStamp } from "#core/storage/stamp.ts"
import { readLife } from "#core/storage/read-sync.ts"
import { ask, inWhole } from "./change-stores.ts"
import type { ProsaDatabase } from "./database.ts"

/** How long the graves are left alone after they were looked through, in ms: they expire after more than a year. */
const restMs = 7 * 24 * 60 * 60 * 1_000

/** Single rows of the settings: when the graves were last looked through (epoch ms), and the latest deletion that was forgotten. */
const [sweptRow, horizonRow] = ["graves-swept", "horizon"]

/** Drops the graves that are too old or too many, and notes since when deletions are known here. */
export async function sweepGraves(database: ProsaDatabase, now: number): Promise<void> {
  const swept: unknown = await database.get("settings", sweptRow)
  if (typeof swept === "number" && swept <= now && now - swept < restMs) return
  const write = database.transaction(["graves", "settings"], "readwrite")
  const [graves, settings] = [write.objectStore("graves"), write.objectStore("settings")]
  await inWhole(write, async () => {
    const [rows, known] = await Promise.all([graves.getAll(), settings.get(horizonRow)])
    // One whose stamp is damaged stays: it says that something was deleted, if not when.
    const { expired, horizon } = expiredGraves(
      rows.filter(({ life }) => readLife(life) !== undefined),
      now,
    )
    for (const { kind, id } of expired) ask(graves.delete([kind, id]))
    if (horizon !== undefined) ask(settings.put(laterStamp(horizon, readStamp(known) ?? horizon), horizonRow))
    ask(settings.put(now, sweptRow))
  })
}
