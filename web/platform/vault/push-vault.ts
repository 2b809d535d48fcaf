import { mergeRows } from "#core/storage/merge.ts"
import type { Seen } from "#core/storage/stamp.ts"
import { isSameRow } from "#core/storage/row.ts"
import { decodeRecord, encodeRecord, recordKey, type SyncRecord, syncShapes } from "#core/sync/sync-record.ts"
import type { BatchBody } from "#core/vault/batch-body.ts"
import type { ChainPlace } from "#core/vault/chain.ts"
import { encodeHead, longestBatch, noBatch, readHead } from "#core/vault/envelope.ts"
import { type PlaceInLog, storePlace } from "#core/vault/history.ts"
import {
  collectChanges,
  forgetRemote,
  isStored,
  readRecords,
  settleChanges,
  settleSome,
} from "../sync/collect-changes.ts"
import { inBatches, packed, sessionOf } from "./record-batches.ts"
import { checkedReply, RoundTrouble } from "./round-trouble.ts"
import { readMarks } from "./vault-client.ts"
import { boundTo, joined, newVaultId, sealBytes, sha256 } from "./vault-keys.ts"
import { dropLargePictures, sendPictures } from "./vault-pictures.ts"
import type { Round } from "./vault-round.ts"

/** Sends what is new here, and then what waited for its pictures. */
export async function push(round: Round): Promise<void> {
  await sendNew(round)
  for (const batch of inBatches(await readyAtLast(round))) {
    // oxlint-disable-next-line no-await-in-loop -- a chain has an order
    if (batch.length > 0) await send(round, batch, undefined)
  }
}

async function sendNew(round: Round): Promise<void> {
  const isEverything = round.state.resend
  if (isEverything) {
    await forgetRemote(round.deps.database, round.remote)
    await round.change({ settings: undefined })
  }
  await dropDeleted(round)
  await dropLargePictures(round)
  const settings = newSettings(round)
  const { records: changed, mark, seen } = await collectChanges(round.deps.database, round.remote)
  const records = [...changed, ...settings]
  const isNew = round.state.names[round.state.device] !== round.state.name
  if (records.length === 0 && !isNew && !isEverything && round.state.missing.length === 0) return
  const batches = inBatches(records)
  const end: End = { seen, ...(isEverything && { allSince: nextNumber(round) }) }
  for (const [at, batch] of batches.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- a chain has an order
    await send(round, batch, at === batches.length - 1 ? end : undefined)
    // oxlint-disable-next-line no-await-in-loop
    await settleSome(round.deps.database, round.remote, { records: batch, mark })
  }
  const [sent] = settings
  if (sent !== undefined) await round.change({ settings: encodeRecord(sent) })
  await settleChanges(round.deps.database, round.remote, mark)
  if (isEverything) await round.change({ resend: false })
  round.up = new Set(changed.map(sessionOf)).size
}

/** Messages that went without their pictures, which are there now: whoever has them looks for the pictures again. */
async function readyAtLast(round: Round): Promise<readonly SyncRecord[]> {
  const { send } = round.late
  if (send.length === 0 || round.arePicturesResting) return []
  const [ready, waiting, refused]: [SyncRecord[], SyncRecord[], SyncRecord[]] = [[], [], []]
  for (const record of await readRecords(round.deps.database, send)) {
    const wasResting = round.arePicturesResting
    // oxlint-disable-next-line no-await-in-loop -- one picture at a time is little memory
    const isReady = (await sendPictures(round, [record])).length === 0
    ;(isReady ? ready : wasResting ? waiting : refused).push(record)
  }
  // They are late until they have gone again. The one that was refused comes last next time.
  const keys = [...ready, ...waiting, ...refused].map(({ kind, id }) => recordKey(kind, id))
  await round.change(round.lateWith({ send: keys }))
  return ready
}

/** Forgets messages that were too large for the vault and have been deleted here since: while there is one, `told` keeps back this device's own clock. */
async function dropDeleted(round: Round): Promise<void> {
  const before = round.state.tooLarge ?? []
  if (before.length === 0) return
  const { database } = round.deps
  const there = await Promise.all(before.map((key) => isStored(database, key)))
  if (there.includes(false)) await round.change({ tooLarge: before.filter((_, at) => there[at]) })
}

/** The settings where this browser has some that the vault lacks. */
function newSettings(round: Round): readonly SyncRecord[] {
  const own = round.deps.settings
  if (own?.row.value === undefined || Object.keys(own.row.value).length === 0) return []
  const known = decodeRecord(round.state.settings)
  const row = known === undefined ? own.row : mergeRows(syncShapes.settings, own.row, known.row)
  return known !== undefined && isSameRow(row, known.row) ? [] : [{ ...own, row }]
}

/** What the last batch says of all that was sent together. */
interface End extends Pick<BatchBody, "allSince"> {
  readonly seen: Seen
}

/** The number of the next batch in this device's chain. */
function nextNumber({ state: { place } }: Round): number {
  return (place?.number ?? -1) + 1
}

/**
 * Seals records as the next batch, keeps it, and sends it. Pictures go before the messages that show them; those that are refused
 * for now go later.
 */
async function send(round: Round, records: readonly SyncRecord[], end: End | undefined): Promise<void> {
  const bare = await sendPictures(round, records)
  const { writer, place, device, name, missing } = round.state
  const number = nextNumber(round)
  const head = encodeHead({ batch: newVaultId(), writer, number, previous: place?.hash ?? noBatch })
  const told = end === undefined ? {} : { ...end, seen: await round.told(end.seen) }
  const body = { device, name, records: records.map(encodeRecord), missing, ...told }
  const bytes = joined(head, await sealBytes(round.keys.seal, packed(body), boundTo(round.keys, head)))
  if (bytes.length > longestBatch) {
    if (records.length < 2) {
      await leaveOut(round, records)
      // What the last batch has to say is said without it.
      return end === undefined || records.length === 0 ? undefined : send(round, [], end)
    }
    const half = Math.ceil(records.length / 2)
    await send(round, records.slice(0, half), undefined)
    return send(round, records.slice(half), end)
  }
  const sent = new Set(records.map(({ kind, id }) => recordKey(kind, id)))
  const tooLarge = (round.state.tooLarge ?? []).filter((key) => !sent.has(key))
  const after: ChainPlace = { number, hash: await sha256(bytes) }
  const names = { ...round.state.names, [device]: name }
  const late = round.lateWith({
    send: [...round.late.send.filter((key) => !sent.has(key)), ...bare.map(({ kind, id }) => recordKey(kind, id))],
  })
  await round.change({ place: after, names, missing: [], tooLarge, ...late }, bytes)
  await sendQueue(round)
}

/** A message of a megabyte that cannot be packed smaller stays on this device alone, and that is told. */
async function leaveOut(round: Round, records: readonly SyncRecord[]): Promise<void> {
  const keys = records.map(({ kind, id }) => recordKey(kind, id))
  await round.change({ tooLarge: [...new Set([...(round.state.tooLarge ?? []), ...keys])] })
}

/** Sends what is sealed, in its order. Refused because the chain is not what it was, all is sent anew in a new chain. */
export async function sendQueue(round: Round): Promise<void> {
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a chain has an order
    const cursor = await round.deps.vault.transaction("queue").store.openCursor()
    if (cursor === null) return
    const { key, value } = cursor
    // oxlint-disable-next-line no-await-in-loop
    const reply = await round.client.append(value)
    if (reply.status === 409) {
      // oxlint-disable-next-line no-await-in-loop
      await newChain(round)
      return
    }
    const { seq, mark } = checkedReply(reply)
    // oxlint-disable-next-line no-await-in-loop
    if (seq === round.state.after + 1) await countAsRead(round, { after: seq, marks: readMarks(mark) }, value)
    // oxlint-disable-next-line no-await-in-loop
    await round.deps.vault.delete("queue", key)
  }
}

/** A batch of this device that follows directly on what it has read: it need not be fetched to go on. */
async function countAsRead(round: Round, read: PlaceInLog, batch: Uint8Array<ArrayBuffer>): Promise<void> {
  const head = readHead(batch)
  if (head === undefined) return
  const place: ChainPlace = { number: head.number, hash: await sha256(batch) }
  await round.change({ ...storePlace(read), chains: { ...round.state.chains, [head.writer]: place } })
}

async function newChain(round: Round): Promise<void> {
  await round.change({ writer: newVaultId(), place: undefined, resend: true })
  await round.deps.vault.clear("queue")
  throw new RoundTrouble("busy")
}
