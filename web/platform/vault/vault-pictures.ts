import { fromRecord, type MessageRecord } from "#core/conversation/message-record.ts"
import { storedImageIds } from "#core/conversation/image-reference.ts"
import type { SyncRecord } from "#core/sync/sync-record.ts"
import { padded, unpadded } from "#core/vault/chain.ts"
import { bytesOfBase64, longestBlob } from "#core/vault/envelope.ts"
import type { ImageRow, ProsaDatabase } from "../storage/database.ts"
import { checkedReply } from "./round-trouble.ts"
import { boundTo, joined, openBytes, pictureName, sealBytes } from "./vault-keys.ts"
import type { Round } from "./vault-round.ts"

/** The largest picture that the vault takes, in bytes: its type, what it is filled up with and its seal come to it. */
const largestPicture = longestBlob - 2 * 1024

/** Stores those pictures that are not here yet. Returns those that are refused for now; the last one refused comes last. */
export async function fetchPictures(round: Round, ids: readonly string[]): Promise<readonly string[]> {
  const [left, refused]: [string[], string[]] = [[], []]
  for (const id of new Set(ids)) {
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time is little memory
    if ((await round.deps.database.getKey("images", id)) !== undefined) continue
    if (round.arePicturesResting) {
      left.push(id)
      continue
    }
    // oxlint-disable-next-line no-await-in-loop
    if (await fetchPicture(round, id)) {
      round.pictureMoved()
      continue
    }
    refused.push(id)
    round.restPictures()
  }
  return [...left, ...refused]
}

/** Those of some pictures that are here. */
export async function storedOf(database: ProsaDatabase, ids: readonly string[]): Promise<readonly string[]> {
  const keys = await Promise.all(ids.map((id) => database.getKey("images", id)))
  return ids.filter((_, at) => keys[at] !== undefined)
}

/** Whether that is done with: a picture that the vault lacks or that is damaged costs itself. */
async function fetchPicture({ deps: { database }, keys, client }: Round, id: string): Promise<boolean> {
  const name = await pictureName(keys, id)
  const sealed = await client.blob(name)
  if (typeof sealed === "number") return sealed === 404
  const opened = await openBytes(keys.seal, sealed, boundTo(keys, bytesOfBase64(name)))
  const plain = opened && unpadded(opened)
  if (plain === undefined) return true
  const typeLength = plain[0] ?? 0
  const type = new TextDecoder().decode(plain.slice(1, 1 + typeLength))
  if (!/^image\/(png|jpeg|webp|gif|avif)$/.test(type)) return true
  return putPicture(database, { id, blob: new Blob([plain.slice(1 + typeLength)], { type }) })
}

/** Whether there was room for a picture: where there is none, it waits, and the words need not. */
async function putPicture(database: ProsaDatabase, picture: ImageRow): Promise<boolean> {
  try {
    await database.put("images", picture)
    return true
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") return false
    throw error
  }
}

/** Sends the pictures of records that the vault lacks. Returns those of the records whose pictures are refused for now. */
export async function sendPictures(round: Round, records: readonly SyncRecord[]): Promise<readonly SyncRecord[]> {
  const missing = await sendImages(round, new Set(records.flatMap(imagesIn)))
  return missing.size === 0 ? [] : records.filter((record) => imagesIn(record).some((id) => missing.has(id)))
}

/** The messages among some records that show pictures of this device's which the vault lacks, though it has the messages. */
export async function lackingPictures(
  round: Round,
  records: readonly SyncRecord[],
  own: readonly string[],
): Promise<readonly SyncRecord[]> {
  if (own.length === 0) return []
  const lacking = new Set<string>()
  for (const id of (await lackingOf(round, own)).values()) {
    // oxlint-disable-next-line no-await-in-loop -- hardly ever more than one
    const blob = await blobOf(round, id)
    // One that is too large for the vault is lacking there for ever.
    if (blob !== undefined && blob.size <= largestPicture) lacking.add(id)
  }
  return records.filter((record) => imagesIn(record).some((id) => lacking.has(id)))
}

/** Those of some pictures that the vault lacks, by the names that they have there. */
async function lackingOf({ keys, client }: Round, ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const named = new Map<string, string>()
  for (const id of ids) named.set(await pictureName(keys, id), id)
  const { names } = checkedReply(await client.blobs([...named.keys()]))
  for (const name of Array.isArray(names) ? (names as readonly string[]) : []) named.delete(name)
  return named
}

/** Returns what the vault lacks all the same. */
async function sendImages(round: Round, ids: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const missing = new Set<string>()
  if (ids.size === 0) return missing
  const { keys, client } = round
  for (const [name, id] of await lackingOf(round, ids)) {
    if (round.arePicturesResting) {
      missing.add(id)
      continue
    }
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time is little memory
    const blob = await blobOf(round, id)
    if (blob === undefined) continue
    if (blob.size > largestPicture) {
      // oxlint-disable-next-line no-await-in-loop
      await round.change({ largePictures: [...new Set([...(round.state.largePictures ?? []), id])] })
      continue
    }
    const type = new TextEncoder().encode(blob.type.slice(0, 100))
    // oxlint-disable-next-line no-await-in-loop
    const plain = joined(new Uint8Array([type.length]), type, new Uint8Array(await blob.arrayBuffer()))
    // oxlint-disable-next-line no-await-in-loop
    const sealed = await sealBytes(keys.seal, padded(plain), boundTo(keys, bytesOfBase64(name)))
    // oxlint-disable-next-line no-await-in-loop
    const reply = await client.putBlob(name, sealed)
    // Where there is no room for a picture there is some for words, and for deletions, which make room.
    if (reply.status === 413) round.isFull = true
    if (reply.status === 0 || reply.status === 413 || reply.status === 429 || reply.status >= 500) {
      missing.add(id)
      round.restPictures()
    } else {
      checkedReply(reply)
      round.pictureMoved()
    }
  }
  return missing
}

async function blobOf({ deps: { database } }: Round, id: string): Promise<Blob | undefined> {
  const blob: unknown = (await database.get("images", id))?.blob
  return blob instanceof Blob ? blob : undefined
}

/** Forgets pictures that were too large for the vault and are not here any more. */
export async function dropLargePictures(round: Round): Promise<void> {
  const before = round.state.largePictures ?? []
  if (before.length === 0) return
  const left = await storedOf(round.deps.database, before)
  if (left.length < before.length) await round.change({ largePictures: left.length === 0 ? undefined : left })
}

/** The pictures that a record shows, by their names in the storage. */
export function imagesIn({ kind, row }: SyncRecord): readonly string[] {
  if (kind !== "messages" || row.value === undefined) return []
  return storedImageIds(fromRecord(row.value as MessageRecord).message)
}
