import { gunzipSync } from "fflate"
import { mergeRows } from "#core/storage/merge.ts"
import {
  decodeRecord,
  encodeRecord,
  isOfLaterPage,
  readableKinds,
  recordKey,
  type SyncRecord,
  syncShapes,
} from "#core/sync/sync-record.ts"
import { type BatchBody, bodyVersion, readBody } from "#core/vault/batch-body.ts"
import { unpadded } from "#core/vault/chain.ts"
import { envelopeVersion } from "#core/vault/envelope.ts"
import { applyRecords } from "../sync/apply-records.ts"
import { readSeen } from "./record-batches.ts"
import { openBytes } from "./vault-keys.ts"
import { fetchPictures, imagesIn, lackingPictures, storedOf } from "./vault-pictures.ts"
import type { Round } from "./vault-round.ts"

/** The versions of batches and records that this page can read, to tell whether a newer page reads more. */
export const readable = `batches ${envelopeVersion}.${bodyVersion}, ${readableKinds}`

/** Something is passed over that a later version of the page wrote. */
export async function passOver(round: Round): Promise<void> {
  if (round.state.readableThen !== readable) await round.change({ readableThen: readable })
}

/** What is in a sealed batch, or a part of a snapshot; undefined where it is damaged, "later" where a later page wrote it. */
export async function openBody(
  round: Round,
  sealed: Uint8Array<ArrayBuffer>,
  bound: Uint8Array<ArrayBuffer>,
): Promise<BatchBody | "later" | undefined> {
  const opened = await openBytes(round.keys.seal, sealed, bound)
  const packed = opened && unpadded(opened)
  if (packed === undefined) return undefined
  try {
    return readBody(new TextDecoder().decode(gunzipSync(packed)))
  } catch {
    return undefined
  }
}

/** Joins what came to what is here. `isWhole`: no batch is missing that its writer had sent or read before. */
export async function takeBody(round: Round, body: BatchBody, isWhole: boolean): Promise<void> {
  if (body.records.some(isOfLaterPage)) await passOver(round)
  const records = body.records.flatMap((one) => decodeRecord(one) ?? [])
  const seen = isWhole && round.state.readableThen === undefined ? readSeen(body.seen) : undefined
  if (records.length === 0 && seen === undefined) return
  const { database } = round.deps
  const pictures = records.flatMap(imagesIn)
  const own = await storedOf(database, pictures)
  await fetchLater(round, await fetchPictures(round, pictures))
  const fetched = await storedOf(database, pictures)
  await takeSettings(round, records)
  const { written, deleted, decisions } = await applyRecords(database, {
    records,
    from: round.remote,
    ...(seen === undefined ? {} : { seen }),
  })
  // Until their messages were written nothing named them, and the page may have cleared them away.
  const kept = await storedOf(database, fetched)
  await fetchLater(
    round,
    fetched.filter((id) => !kept.includes(id)),
  )
  // Whoever wrote a message here, too, may be the only one who has its picture.
  const late = (await lackingPictures(round, records, own)).map(({ kind, id }) => recordKey(kind, id))
  if (late.length > 0) await round.change(round.lateWith({ send: [...round.late.send, ...late] }))
  round.decisions.push(...decisions)
  round.down += Math.max(written.sessions + deleted.sessions, written.messages > 0 ? 1 : 0)
}

async function fetchLater(round: Round, pictures: readonly string[]): Promise<void> {
  if (pictures.length > 0) await round.change(round.lateWith({ fetch: [...round.late.fetch, ...pictures] }))
}

/** Fetches pictures that were refused when their messages came. */
export async function fetchLate(round: Round): Promise<void> {
  const { fetch } = round.late
  if (fetch.length === 0 || round.arePicturesResting) return
  await round.change(round.lateWith({ fetch: await fetchPictures(round, fetch) }))
}

/** Joins settings to those that are known to be in the vault; the page takes them over at the end of the round. */
async function takeSettings(round: Round, records: readonly SyncRecord[]): Promise<void> {
  const found = records.findLast(({ kind }) => kind === "settings")
  if (found === undefined) return
  const known = decodeRecord(round.state.settings)
  const row = known === undefined ? found.row : mergeRows(syncShapes.settings, known.row, found.row)
  await round.change({ settings: encodeRecord({ ...found, row }) })
}
