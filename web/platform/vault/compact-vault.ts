import { hashOf } from "#core/storage/same-value.ts"
import { decodeRecord, encodeRecord, recordKey, type SyncRecord } from "#core/sync/sync-record.ts"
import type { BatchBody } from "#core/vault/batch-body.ts"
import { isResting } from "#core/vault/late-pictures.ts"
import { longestBatch } from "#core/vault/envelope.ts"
import { readPlace, storePlace } from "#core/vault/history.ts"
import { fileReplica } from "../sync/replica.ts"
import { pull } from "./pull-vault.ts"
import { boundOfPart, fitsInto, inBatches, packed } from "./record-batches.ts"
import type { VaultFacts } from "./vault-client.ts"
import { boundTo, newVaultId, pictureName, sealBytes } from "./vault-keys.ts"
import { imagesIn } from "./vault-pictures.ts"
import type { Round } from "./vault-round.ts"

/** The client tidies up at so many batches, or where the log is so many times the snapshot; of less it is not worth it. */
const compactAt = { batches: 500, times: 4, leastBytes: 512 * 1024 } as const

/** Bytes that the chains and the names in the first part may take. */
const roomForNames = 128 * 1024

export function isLong({ batches, logBytes, snapshot }: VaultFacts): boolean {
  const { times, leastBytes } = compactAt
  return batches >= compactAt.batches || logBytes > Math.max(leastBytes, times * (snapshot?.bytes ?? 0))
}

/**
 * Whether the vault's snapshot is one whose damaged parts were given up: whoever comes after is to read a whole one. There is a place for
 * that once something was said after it.
 */
export function isReplaceable({ state }: Round, { snapshot }: VaultFacts): boolean {
  return snapshot !== undefined && snapshot.id === state.givenUp && state.after > snapshot.upto
}

/**
 * A snapshot for which there was no room, or which was too much, counts as refused so many times, and is not sent again within the
 * hour: it is all that is here, and perhaps goes over a mobile line.
 */
const firmRefusals = 9

/** A snapshot makes room where it takes no more than this part of what it takes the place of. */
const worthwhile = 0.9

/** Whether what is here may take the place of what the vault has. */
type Worth = (bytes: number, pictures: number) => boolean

/**
 * Nothing more goes into a full vault, not even that something was deleted: a snapshot makes room where much of what it holds has
 * been deleted since, or pictures are shown no more. That is looked at once for each state of what is here.
 */
export async function makeRoom(round: Round, { logBytes, snapshot }: VaultFacts): Promise<void> {
  // The vault takes no second snapshot of the same place.
  if (logBytes === 0 || isRefused(round) || round.isLacking) return
  const mark = await fileReplica(round.deps.database).readMark()
  if (mark === round.state.fullAt) return
  const taken = logBytes + (snapshot?.bytes ?? 0)
  const before = round.state.pictures ?? Number.POSITIVE_INFINITY
  const outcome = await putSnapshot(round, (bytes, pictures) => bytes <= (pictures < before ? 1 : worthwhile) * taken)
  // What did not arrive is tried again.
  if (outcome === "not worth it" || outcome === 200) await round.change({ fullAt: mark })
  await noteRefusal(round, outcome)
}

/** Puts a snapshot in the place of the log. Where something of the vault is missing, that is left to those who have it. */
export async function shortenLog(round: Round): Promise<void> {
  if (isRefused(round) || round.isLacking) return
  await noteRefusal(round, await putSnapshot(round))
}

/** Whether a snapshot was refused a while ago. */
function isRefused({ state: { refused } }: Round): boolean {
  return refused !== undefined && isResting(refused, Date.now())
}

/** After each refusal in a row the next try comes later. What has arrived stays there for it, where nothing else was the reason. */
async function noteRefusal(round: Round, outcome: Outcome): Promise<void> {
  if (outcome === undefined || outcome === "not worth it") return
  // Where another device was first, the log is short now, and may grow again within the hour.
  if (outcome === 200 || outcome === 409) return round.change({ refused: undefined, upload: undefined })
  const isFirm = outcome === 413 || outcome === 429
  const failures = isFirm ? firmRefusals : (round.state.refused?.failures ?? 0) + 1
  const goesOn = isFirm || outcome === 0 || outcome >= 500
  await round.change({ refused: { failures, triedAt: Date.now() }, ...(goesOn ? {} : { upload: undefined }) })
}

/** The status of what was said last; undefined where something of the vault is missing here. */
type Outcome = number | "not worth it" | undefined

/**
 * Where another device is first, or there is no room, nothing changes. `isWorth`: absent where it is worth it whatever it holds.
 */
async function putSnapshot(round: Round, isWorth?: Worth): Promise<Outcome> {
  // It must hold what everybody has said so far.
  await pull(round)
  if (round.isLacking) return undefined
  const upto = round.state.after
  const { device, name, chains, names } = round.state
  const mark = await fileReplica(round.deps.database).readMark()
  const { records: stored, seen } = await fileReplica(round.deps.database).readState()
  const left = new Set(round.state.tooLarge)
  const settings = decodeRecord(round.state.settings)
  const records = [...stored, ...(settings === undefined ? [] : [settings])].filter(
    (record) => !left.has(recordKey(record.kind, record.id)),
  )
  const pictures = new Set(records.flatMap(imagesIn))
  const told = await round.told(seen)
  const batches = inBatches(records).flatMap(inParts)
  const bodies = batches.map((batch, at): BatchBody => ({
    device,
    name,
    records: batch.map(encodeRecord),
    missing: [],
    ...(at === 0 && { chains, names: { ...names, [device]: name }, whole: true }),
    ...(at === batches.length - 1 && { seen: told }),
  }))
  if (isWorth !== undefined && !isWorth(sum(bodies.map((body) => packed(body).length)), pictures.size))
    return "not worth it"
  const content = hashOf([mark, upto, bodies.length, bodies.map(({ records: _records, ...rest }) => rest), [...left]])
  const begun = round.state.upload?.content === content ? round.state.upload : undefined
  const { id, parts } = begun ?? { id: newVaultId(), parts: 0 }
  for (const [at, body] of bodies.entries()) {
    if (at < parts) continue
    // oxlint-disable-next-line no-await-in-loop -- part by part
    const bound = boundTo(round.keys, boundOfPart(id, at, bodies.length, upto))
    // oxlint-disable-next-line no-await-in-loop
    const part = await sealBytes(round.keys.seal, packed(body), bound)
    // oxlint-disable-next-line no-await-in-loop
    const { status } = await round.client.putPart(id, at, part)
    if (status !== 204) return status
    // oxlint-disable-next-line no-await-in-loop
    await round.change({ upload: { id, content, parts: at + 1 } })
  }
  const keep = await Promise.all([...pictures].map((picture) => pictureName(round.keys, picture)))
  const { status } = await round.client.sealSnapshot(upto, { id, parts: bodies.length, keep })
  // The batch that ends there may be gone at once: then the place has only this name.
  const { after, marks } = readPlace(round.state)
  const named = after === upto ? storePlace({ after, marks: [...marks, id] }) : {}
  if (status === 200) await round.change({ pictures: pictures.size, ...named })
  return status
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, size) => all + size, 0)
}

/** Records in groups of which each fits into a part. Where a letter takes several bytes, what fits by its length may not. */
function inParts(records: readonly SyncRecord[]): readonly (readonly SyncRecord[])[] {
  const body: BatchBody = { device: "", name: "", records: records.map(encodeRecord), missing: [] }
  if (records.length < 2 || fitsInto(longestBatch - roomForNames, body)) return [records]
  const half = Math.ceil(records.length / 2)
  return [records.slice(0, half), records.slice(half)].flatMap(inParts)
}
