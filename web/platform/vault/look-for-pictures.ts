import { dayMs } from "#core/lib/days.ts"
import { recordKey } from "#core/sync/sync-record.ts"
import { fileReplica } from "../sync/replica.ts"
import { imagesIn, lackingPictures, storedOf } from "./vault-pictures.ts"
import type { Round } from "./vault-round.ts"

/** The longest pause between two looks is so many times doubled. */
const mostDoublings = 5
/** Pictures that one request asks about. */
const atOnce = 5_000

/**
 * Sees once a day whether the vault still has the pictures that are here. What it has lost is sent again with the messages that show it, so
 * that others fetch it. A vault that goes on losing some is asked ever less often.
 */
export async function lookForPictures(round: Round): Promise<void> {
  const { at, failures } = round.state.looked ?? { at: 0, failures: 0 }
  const pauseMs = dayMs * 2 ** Math.min(Math.max(failures - 1, 0), mostDoublings)
  if (round.isFull || round.arePicturesResting || Math.abs(Date.now() - at) < pauseMs) return
  const { database } = round.deps
  const { records } = await fileReplica(database).readState()
  const own = await storedOf(database, [...new Set(records.flatMap(imagesIn))])
  const lacking: string[] = []
  for (let from = 0; from < own.length; from += atOnce) {
    // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
    const late = await lackingPictures(round, records, own.slice(from, from + atOnce))
    lacking.push(...late.map(({ kind, id }) => recordKey(kind, id)))
  }
  const looked = { at: Date.now(), failures: lacking.length > 0 ? failures + 1 : 0 }
  await round.change({ looked, ...(lacking.length > 0 && round.lateWith({ send: [...round.late.send, ...lacking] })) })
}
