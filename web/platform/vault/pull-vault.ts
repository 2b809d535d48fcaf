import { gunzipSync } from "fflate"
import { mergeRows } from "#core/storage/merge.ts"
import { decodeRecord, encodeRecord, type SyncRecord, syncShapes } from "#core/sync/sync-record.ts"
import { type BatchBody, readBody } from "#core/vault/batch-body.ts"
import { judgeBatch, unpadded } from "#core/vault/chain.ts"
import { boundBytes, readHead } from "#core/vault/envelope.ts"
import { applyRecords } from "../sync/apply-records.ts"
import { beginWithRemote, forgetRemote, meetRemote } from "../sync/collect-changes.ts"
import { boundOfPart, readSeen } from "./record-batches.ts"
import { checkedReply, RoundTrouble } from "./round-trouble.ts"
import { type LogPage, readFacts, readLogPage, type SnapshotFacts } from "./vault-client.ts"
import { boundTo, newVaultId, openBytes, sha256 } from "./vault-keys.ts"
import { fetchPictures } from "./vault-pictures.ts"
import { type Round, vaultPrefix } from "./vault-round.ts"

/** Reads what others wrote, and joins it to what is here. */
export async function pull(round: Round): Promise<void> {
  if (round.state.after === 0) {
    await beginWithRemote(round.deps.database, round.remote, vaultPrefix)
    await beginWithSnapshot(round)
  } else await meetRemote(round.deps.database, round.remote)
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- page by page
    const page = readLogPage(checkedReply(await round.client.log(round.state.after)))
    if (page.last < round.state.after) {
      round.notice = "rewound"
      // oxlint-disable-next-line no-await-in-loop
      await beginAgain(round, page.last)
      continue
    }
    // A device that was behind reads the log as long as it is there.
    const isBehind = page.oldest > round.state.after + 1
    if (isBehind && page.snapshot !== undefined && page.snapshot.upto > round.state.after) {
      // oxlint-disable-next-line no-await-in-loop
      await readSnapshot(round, page.snapshot)
      continue
    }
    if (page.batches.length === 0) return
    // oxlint-disable-next-line no-await-in-loop
    await readPage(round, page)
  }
}

/** A device that is new reads no log of what is in the snapshot. */
async function beginWithSnapshot(round: Round): Promise<void> {
  const { snapshot } = readFacts(checkedReply(await round.client.facts()))
  if (snapshot !== undefined) await readSnapshot(round, snapshot)
}

/** The vault has lost what it had: everything from here is sent again, in a chain of its own. */
async function beginAgain(round: Round, after: number): Promise<void> {
  await round.deps.vault.clear("queue")
  await forgetRemote(round.deps.database, round.remote)
  await round.change({ after, writer: newVaultId(), place: undefined, resend: false, settings: undefined })
}

async function readPage(round: Round, page: LogPage): Promise<void> {
  const chains = { ...round.state.chains }
  const names = { ...round.state.names }
  const missing = new Set(round.state.missing)
  let { resend } = round.state
  for (const { bytes } of page.batches) {
    const head = readHead(bytes)
    if (head === undefined) {
      round.notice = "forged"
      continue
    }
    // oxlint-disable-next-line no-await-in-loop -- in their order
    const hash = await sha256(bytes)
    const step = judgeBatch(chains[head.writer], head, hash)
    const isOwn = head.writer === round.state.writer
    if (step === "read" || step === "forged") {
      round.notice = "forged"
      continue
    }
    if (step === "gap" && !isOwn) {
      round.notice = "gap"
      missing.add(head.writer)
    }
    // oxlint-disable-next-line no-await-in-loop
    const body = isOwn
      ? undefined
      : await open(round, bytes.slice(boundBytes), boundTo(round.keys, bytes.slice(0, boundBytes)))
    if (!isOwn && body === undefined) {
      round.notice = "forged"
      continue
    }
    chains[head.writer] = { number: head.number, hash }
    if (body === undefined) continue
    if (body.name !== "") names[body.device] = body.name
    if (body.missing.includes(round.state.writer)) resend = true
    // oxlint-disable-next-line no-await-in-loop
    await take(round, body, missing.size === 0)
  }
  await round.change({
    after: page.batches.at(-1)?.seq ?? round.state.after,
    chains,
    names,
    missing: [...missing],
    resend,
  })
}

async function readSnapshot(round: Round, { id, upto, parts }: SnapshotFacts): Promise<void> {
  let first: BatchBody | undefined
  for (let at = 0; at < parts; at++) {
    // oxlint-disable-next-line no-await-in-loop -- part by part
    const bytes = await round.client.part(id, at)
    // Another took its place a moment ago: the next round reads that.
    if (typeof bytes === "number") throw new RoundTrouble(bytes === 404 ? "busy" : "offline")
    // oxlint-disable-next-line no-await-in-loop
    const body = await open(round, bytes, boundTo(round.keys, boundOfPart(id, at, parts, upto)))
    if (body === undefined) {
      round.notice = "forged"
      throw new RoundTrouble("busy")
    }
    first ??= body
    // oxlint-disable-next-line no-await-in-loop
    await take(round, body, at === parts - 1)
  }
  await round.change({
    after: upto,
    chains: { ...round.state.chains, ...first?.chains },
    names: { ...round.state.names, ...first?.names },
  })
}

async function open(
  round: Round,
  sealed: Uint8Array<ArrayBuffer>,
  bound: Uint8Array<ArrayBuffer>,
): Promise<BatchBody | undefined> {
  const opened = await openBytes(round.keys.seal, sealed, bound)
  const packed = opened && unpadded(opened)
  if (packed === undefined) return undefined
  try {
    return readBody(new TextDecoder().decode(gunzipSync(packed)))
  } catch {
    return undefined
  }
}

/** Joins what came to what is here. `isWhole`: nothing that its writer had sent before is missing. */
async function take(round: Round, body: BatchBody, isWhole: boolean): Promise<void> {
  const records = body.records.flatMap((one) => decodeRecord(one) ?? [])
  const seen = isWhole ? readSeen(body.seen) : undefined
  if (records.length === 0 && seen === undefined) return
  await fetchPictures(round.pictureParts, records)
  await takeSettings(round, records)
  const { written, deleted, decisions } = await applyRecords(round.deps.database, {
    records,
    from: round.remote,
    ...(seen === undefined ? {} : { seen }),
  })
  round.decisions.push(...decisions)
  round.down += Math.max(written.sessions + deleted.sessions, written.messages > 0 ? 1 : 0)
}

/** Joins settings to those that are known to be in the vault; the page takes them over at the end of the round. */
async function takeSettings(round: Round, records: readonly SyncRecord[]): Promise<void> {
  const found = records.findLast(({ kind }) => kind === "settings")
  if (found === undefined) return
  const known = decodeRecord(round.state.settings)
  const row = known === undefined ? found.row : mergeRows(syncShapes.settings, known.row, found.row)
  await round.change({ settings: encodeRecord({ ...found, row }) })
}
