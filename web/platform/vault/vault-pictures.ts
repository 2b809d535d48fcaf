import { fromRecord, type MessageRecord } from "#core/conversation/message-record.ts"
import { storedImageIds } from "#core/conversation/image-reference.ts"
import type { SyncRecord } from "#core/sync/sync-record.ts"
import { padded, unpadded } from "#core/vault/chain.ts"
import { bytesOfBase64 } from "#core/vault/envelope.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import type { VaultClient } from "./vault-client.ts"
import { boundTo, joined, openBytes, pictureName, sealBytes, type VaultKeys } from "./vault-keys.ts"
import { checkedReply, RoundTrouble } from "./round-trouble.ts"

interface PictureParts {
  readonly database: ProsaDatabase
  readonly keys: VaultKeys
  readonly client: VaultClient
}

/**
 * Stores the pictures that come with messages and are not here yet. One that the vault lacks or that is damaged costs itself;
 * where it is only refused for now the round ends, and the next one goes on from there.
 */
export async function fetchPictures(
  { database, keys, client }: PictureParts,
  records: readonly SyncRecord[],
): Promise<void> {
  for (const id of new Set(records.flatMap(imagesIn))) {
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time is little memory
    if ((await database.getKey("images", id)) !== undefined) continue
    // oxlint-disable-next-line no-await-in-loop
    const name = await pictureName(keys, id)
    // oxlint-disable-next-line no-await-in-loop
    const sealed = await client.blob(name)
    if (sealed === 404) continue
    if (typeof sealed === "number") throw new RoundTrouble(sealed === 429 ? "busy" : "offline")
    // oxlint-disable-next-line no-await-in-loop
    const opened = await openBytes(keys.seal, sealed, boundTo(keys, bytesOfBase64(name)))
    const plain = opened && unpadded(opened)
    if (plain === undefined) continue
    const typeLength = plain[0] ?? 0
    const type = new TextDecoder().decode(plain.slice(1, 1 + typeLength))
    if (!/^image\/(png|jpeg|webp|gif)$/.test(type)) continue
    // oxlint-disable-next-line no-await-in-loop
    await database.put("images", { id, blob: new Blob([plain.slice(1 + typeLength)], { type }) })
  }
}

/** Sends the pictures that the vault lacks. */
export async function sendPictures({ database, keys, client }: PictureParts, ids: ReadonlySet<string>): Promise<void> {
  if (ids.size === 0) return
  const named = new Map<string, string>()
  for (const id of ids) named.set(await pictureName(keys, id), id)
  const { names } = checkedReply(await client.blobs([...named.keys()]))
  const there = new Set(Array.isArray(names) ? names : [])
  for (const [name, id] of named) {
    if (there.has(name)) continue
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time is little memory
    const blob: unknown = (await database.get("images", id))?.blob
    if (!(blob instanceof Blob)) continue
    const type = new TextEncoder().encode(blob.type.slice(0, 100))
    // oxlint-disable-next-line no-await-in-loop
    const plain = joined(new Uint8Array([type.length]), type, new Uint8Array(await blob.arrayBuffer()))
    // oxlint-disable-next-line no-await-in-loop
    const sealed = await sealBytes(keys.seal, padded(plain), boundTo(keys, bytesOfBase64(name)))
    // oxlint-disable-next-line no-await-in-loop
    checkedReply(await client.putBlob(name, sealed))
  }
}

/** The pictures that a record shows, by their names in the storage. */
export function imagesIn({ kind, row }: SyncRecord): readonly string[] {
  if (kind !== "messages" || row.value === undefined) return []
  return storedImageIds(fromRecord(row.value as MessageRecord).message)
}
