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
 * that others fetch it. A vault that goes on losing some, or does not answer, is asked ever less often: all records are read for it.
 */
export async function lookForPictures(round: Round): Promise<void> {
  const { at, failures } = round.state.looked ?? { at: 0, failures: 0 }
  const pauseMs = dayMs * 2 ** Math.min(Math.max(failures - 1, 0), mostDoublings)
  if (round.isFull || round.arePicturesResting || Math.abs(Date.now() - at) < pauseMs) return
  const lacking = await lackingHere(round).catch(() => undefined)
  const looked = { at: Date.now(), failures: lacking?.length === 0 ? 0 : failures + 1 }
  const send = lacking !== undefined && lacking.length > 0 && round.lateWith({ send: [...round.late.send, ...lacking] })
  await round.change({ looked, ...send })
}

/** The messages that show a picture which is here and which the vault lacks. */
async function lackingHere(round: Round): Promise<readonly string[]> {
  const { database } = round.deps
  const { records } = await fileReplica(database).readState()
  const own = await storedOf(database, [...new Set(records.flatMap(imagesIn))])
  const lacking: string[] = []
  for (let from = 0; from < own.length; from += atOnce) {
    // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
    const late = await lackingPictures(round, records, own.slice(from, from + atOnce))
    lacking.push(...late.map(({ kind, id }) => recordKey(kind, id)))
  }
  return lacking
}
