import { gzipSync } from "fflate"
import { fieldsOf } from "#core/lib/fields.ts"
import { readStamp, type Seen } from "#core/storage/stamp.ts"
import { encodeRecord, type SyncRecord } from "#core/sync/sync-record.ts"
import { type BatchBody, encodeBody } from "#core/vault/batch-body.ts"
import { padded } from "#core/vault/chain.ts"

/** Records of one batch, in characters of JSON before it is packed. In Latin letters a batch fits also unpacked. */
const mostOfBatch = 850_000

/** Records in groups of which each fits into a batch; one group at least. */
export function inBatches(records: readonly SyncRecord[]): readonly (readonly SyncRecord[])[] {
  const batches: SyncRecord[][] = [[]]
  let size = 0
  for (const record of records) {
    const length = JSON.stringify(encodeRecord(record)).length
    if (size > 0 && size + length > mostOfBatch) {
      batches.push([])
      size = 0
    }
    batches.at(-1)?.push(record)
    size += length
  }
  return batches
}

/** A body as it is sealed. Level 9 makes texts no shorter than 6, and takes four times as long. */
export function packed(body: BatchBody): Uint8Array<ArrayBuffer> {
  return padded(gzipSync(new TextEncoder().encode(encodeBody(body)), { level: 6, mtime: 0 }))
}

/** Bytes that packing and filling up can add to what cannot be packed. */
const roomForGzip = 8 * 1024

/** Whether a body is at most so many bytes once it is packed. */
export function fitsInto(bytes: number, body: BatchBody): boolean {
  // A body that fits as it is fits once it is packed, too: packing it only to find that out takes a phone long.
  const plain = new TextEncoder().encode(encodeBody(body)).length
  return plain + roomForGzip <= bytes || packed(body).length <= bytes
}

/** What the writer of a body knew of each device. */
export function readSeen(stored: unknown): Seen | undefined {
  const seen = Object.entries(fieldsOf(stored)).flatMap(([device, stamp]) => {
    const read = readStamp(stamp)
    return read === undefined ? [] : [[device, read] as const]
  })
  return seen.length === 0 ? undefined : Object.fromEntries(seen)
}

/** The conversation that a record belongs to, or the record itself. */
export function sessionOf({ kind, id, row }: SyncRecord): string {
  const { sessionId } = fieldsOf(row.value)
  return kind === "messages" && typeof sessionId === "string" ? sessionId : id
}

/** What a part of a snapshot is bound to: it stands at no other place. */
export function boundOfPart(id: string, at: number, parts: number, upto: number): Uint8Array {
  return new TextEncoder().encode(`snapshot ${id} ${at} ${parts} ${upto}`)
}
