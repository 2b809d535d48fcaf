import { gunzipSync } from "fflate"
import { mergeRows } from "#core/storage/merge.ts"
import type { Seen } from "#core/storage/stamp.ts"
import { type Decision, isSameRow } from "#core/sync/join.ts"
import { decodeRecord, encodeRecord, recordKey, type SyncRecord, syncShapes } from "#core/sync/sync-record.ts"
import { type BatchBody, readBody } from "#core/vault/batch-body.ts"
import { type ChainPlace, judgeBatch, unpadded } from "#core/vault/chain.ts"
import { boundBytes, encodeHead, longestBatch, noBatch, readHead } from "#core/vault/envelope.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { readPeers } from "../storage/record-writer.ts"
import { applyRecords } from "../sync/apply-records.ts"
import { collectChanges, forgetRemote, settleChanges } from "../sync/collect-changes.ts"
import { fileReplica } from "../sync/replica.ts"
import { boundOfPart, inBatches, packed, readSeen, sessionOf } from "./record-batches.ts"
import { checkedReply, RoundTrouble } from "./round-trouble.ts"
import {
  createVaultClient,
  type LogPage,
  readFacts,
  readLogPage,
  type SnapshotFacts,
  type VaultClient,
  type VaultFacts,
} from "./vault-client.ts"
import type { VaultDatabase, VaultReport, VaultState, VaultTrouble } from "./vault-database.ts"
import {
  boundTo,
  deriveKeys,
  joined,
  newVaultId,
  openBytes,
  pictureName,
  sealBytes,
  sha256,
  type VaultKeys,
} from "./vault-keys.ts"
import { imagesIn, picturesOf, sendPictures } from "./vault-pictures.ts"

export interface SyncDeps {
  readonly vault: VaultDatabase
  readonly database: ProsaDatabase
  /** The settings of this browser. */
  readonly settings: SyncRecord | undefined
  /** Is told, at the end of a round, what was decided in it and the settings that are in the vault, as JSON. */
  readonly came: (decisions: readonly Decision[], settings: unknown) => void
}

/** The client tidies up at so many batches, or where the log is so many times the snapshot; of less it is not worth it. */
const compactAt = { batches: 500, times: 4, leastBytes: 512 * 1024 } as const

/**
 * One round: sends what was left over, reads what others wrote, joins it, sends what is new here. An empty or missing vault changes
 * nothing here. Returns what is to be shown; nothing where there is no vault.
 */
export async function syncVault(deps: SyncDeps): Promise<VaultReport | undefined> {
  const { vault } = deps
  const state = await vault.get("state", "vault")
  if (state === undefined) return undefined
  const before = await vault.get("report", "report")
  const round = new Round({ ...deps, keys: await deriveKeys(state.secret) }, state)
  let trouble: VaultTrouble | undefined
  try {
    await round.run()
  } catch (error) {
    if (!(error instanceof RoundTrouble)) throw error
    trouble = error.kind
  } finally {
    round.tell()
  }
  const report: VaultReport = {
    at: trouble === undefined ? Date.now() : (before?.at ?? 0),
    up: trouble === undefined && round.up === 0 && round.down === 0 ? (before?.up ?? 0) : round.up,
    down: trouble === undefined && round.up === 0 && round.down === 0 ? (before?.down ?? 0) : round.down,
    bytes: round.facts?.bytes ?? before?.bytes ?? 0,
    quota: round.facts?.quota ?? before?.quota ?? 0,
    devices: round.facts?.devices ?? before?.devices ?? [],
    trouble,
    tooLarge: round.tooLarge,
    notice: round.notice === undefined ? before?.notice : { kind: round.notice, at: Date.now() },
  }
  // It may have been left, or renewed, meanwhile.
  if ((await vault.get("state", "vault"))?.device === state.device) await vault.put("report", report, "report")
  return report
}

class Round {
  up = 0
  down = 0
  notice: NonNullable<VaultReport["notice"]>["kind"] | undefined
  facts: VaultFacts | undefined
  private readonly decisions: Decision[] = []
  private readonly deps: SyncDeps
  private readonly keys: VaultKeys
  private readonly client: VaultClient
  private state: VaultState
  /** The vault by its name among the places that records are sent to. */
  private readonly remote: string

  constructor({ keys, ...deps }: SyncDeps & { readonly keys: VaultKeys }, state: VaultState) {
    this.deps = deps
    this.keys = keys
    this.client = createVaultClient(keys, state.device)
    this.state = state
    this.remote = `vault-${keys.id}`
  }

  /** Records that no batch has room for. */
  get tooLarge(): number {
    return this.state.tooLarge?.length ?? 0
  }

  tell(): void {
    this.deps.came(this.decisions, this.state.settings)
  }

  async run(): Promise<void> {
    await this.pull()
    try {
      await this.sendQueue()
      await this.push()
    } catch (error) {
      if (!(error instanceof RoundTrouble) || error.kind !== "full") throw error
      // A long log may be what fills it.
      this.facts = readFacts(checkedReply(await this.client.facts()))
      if (this.facts.logBytes > 2 * (this.facts.snapshot?.bytes ?? 0)) await this.putSnapshot()
      throw error
    }
    this.facts = readFacts(checkedReply(await this.client.facts()))
    if (isLong(this.facts)) await this.putSnapshot()
  }

  private get pictureParts() {
    return { database: this.deps.database, keys: this.keys, client: this.client }
  }

  private async change(changes: Partial<VaultState>): Promise<void> {
    const held = await this.deps.vault.get("state", "vault")
    if (held?.device !== this.state.device) throw new RoundTrouble("gone")
    // What it is called may be changed by the screen at any time.
    this.state = { ...this.state, name: held.name, ...changes }
    await this.deps.vault.put("state", this.state, "vault")
  }

  // Down

  private async pull(): Promise<void> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- page by page
      const page = readLogPage(checkedReply(await this.client.log(this.state.after)))
      if (page.last < this.state.after) {
        this.notice = "rewound"
        // oxlint-disable-next-line no-await-in-loop
        await this.beginAgain(page.last)
        continue
      }
      // A device that is new begins with the snapshot; one that was behind reads the log as long as it is there.
      const isBehind = page.oldest > this.state.after + 1 || this.state.after === 0
      if (isBehind && page.snapshot !== undefined && page.snapshot.upto > this.state.after) {
        // oxlint-disable-next-line no-await-in-loop
        await this.readSnapshot(page.snapshot)
        continue
      }
      if (page.batches.length === 0) return
      // oxlint-disable-next-line no-await-in-loop
      await this.readPage(page)
    }
  }

  /** The vault has lost what it had: everything from here is sent again, in a chain of its own. */
  private async beginAgain(after: number): Promise<void> {
    await this.deps.vault.clear("queue")
    await forgetRemote(this.deps.database, this.remote)
    await this.change({ after, writer: newVaultId(), place: undefined, resend: false, settings: undefined })
  }

  private async readPage(page: LogPage): Promise<void> {
    const chains = { ...this.state.chains }
    const names = { ...this.state.names }
    const missing = new Set(this.state.missing)
    let { resend } = this.state
    for (const { bytes } of page.batches) {
      const head = readHead(bytes)
      if (head === undefined) {
        this.notice = "forged"
        continue
      }
      // oxlint-disable-next-line no-await-in-loop -- in their order
      const hash = await sha256(bytes)
      const step = judgeBatch(chains[head.writer], head, hash)
      const isOwn = head.writer === this.state.writer
      if (step === "read" || step === "forged") {
        this.notice = "forged"
        continue
      }
      if (step === "gap" && !isOwn) {
        this.notice = "gap"
        missing.add(head.writer)
      }
      // oxlint-disable-next-line no-await-in-loop
      const body = isOwn
        ? undefined
        : await this.open(bytes.slice(boundBytes), boundTo(this.keys, bytes.slice(0, boundBytes)))
      if (!isOwn && body === undefined) {
        this.notice = "forged"
        continue
      }
      chains[head.writer] = { number: head.number, hash }
      if (body === undefined) continue
      if (body.name !== "") names[body.device] = body.name
      if (body.missing.includes(this.state.writer)) resend = true
      // oxlint-disable-next-line no-await-in-loop
      await this.take(body, missing.size === 0)
    }
    await this.change({
      after: page.batches.at(-1)?.seq ?? this.state.after,
      chains,
      names,
      missing: [...missing],
      resend,
    })
  }

  private async readSnapshot({ id, upto, parts }: SnapshotFacts): Promise<void> {
    let first: BatchBody | undefined
    for (let at = 0; at < parts; at++) {
      // oxlint-disable-next-line no-await-in-loop -- part by part
      const bytes = await this.client.part(id, at)
      // Another took its place a moment ago: the next round reads that.
      if (typeof bytes === "number") throw new RoundTrouble(bytes === 404 ? "busy" : "offline")
      // oxlint-disable-next-line no-await-in-loop
      const body = await this.open(bytes, boundTo(this.keys, boundOfPart(id, at, parts, upto)))
      if (body === undefined) {
        this.notice = "forged"
        throw new RoundTrouble("busy")
      }
      first ??= body
      // oxlint-disable-next-line no-await-in-loop
      await this.take(body, at === parts - 1)
    }
    await this.change({
      after: upto,
      chains: { ...this.state.chains, ...first?.chains },
      names: { ...this.state.names, ...first?.names },
    })
  }

  private async open(sealed: Uint8Array<ArrayBuffer>, bound: Uint8Array<ArrayBuffer>): Promise<BatchBody | undefined> {
    const opened = await openBytes(this.keys.seal, sealed, bound)
    const packed = opened && unpadded(opened)
    if (packed === undefined) return undefined
    try {
      return readBody(new TextDecoder().decode(gunzipSync(packed)))
    } catch {
      return undefined
    }
  }

  /** Joins what came to what is here. `isWhole`: nothing that its writer had sent before is missing. */
  private async take(body: BatchBody, isWhole: boolean): Promise<void> {
    const records = body.records.flatMap((one) => decodeRecord(one) ?? [])
    const seen = isWhole ? readSeen(body.seen) : undefined
    if (records.length === 0 && seen === undefined) return
    for (const [id, blob] of await picturesOf(this.pictureParts, records))
      await this.deps.database.put("images", { id, blob })
    await this.takeSettings(records)
    const { written, deleted, decisions } = await applyRecords(this.deps.database, {
      records,
      from: this.remote,
      ...(seen === undefined ? {} : { seen }),
    })
    this.decisions.push(...decisions)
    this.down += Math.max(written.sessions + deleted.sessions, written.messages > 0 ? 1 : 0)
  }

  /** Joins settings to those that are known to be in the vault; the page takes them over at the end of the round. */
  private async takeSettings(records: readonly SyncRecord[]): Promise<void> {
    const found = records.findLast(({ kind }) => kind === "settings")
    if (found === undefined) return
    const known = decodeRecord(this.state.settings)
    const row = known === undefined ? found.row : mergeRows(syncShapes.settings, known.row, found.row)
    await this.change({ settings: encodeRecord({ ...found, row }) })
  }

  /** The settings where this browser has some that the vault lacks. */
  private newSettings(): readonly SyncRecord[] {
    const own = this.deps.settings
    if (own?.row.value === undefined || Object.keys(own.row.value).length === 0) return []
    const known = decodeRecord(this.state.settings)
    const row = known === undefined ? own.row : mergeRows(syncShapes.settings, own.row, known.row)
    return known !== undefined && isSameRow(row, known.row) ? [] : [{ ...own, row }]
  }

  // Up

  private async push(): Promise<void> {
    if (this.state.resend) {
      await forgetRemote(this.deps.database, this.remote)
      await this.change({ resend: false, settings: undefined })
    }
    const settings = this.newSettings()
    const { records: changed, mark, seen } = await collectChanges(this.deps.database, this.remote)
    const records = [...changed, ...settings]
    const isNew = this.state.names[this.state.device] !== this.state.name
    if (records.length === 0 && !isNew && this.state.missing.length === 0) return
    const batches = inBatches(records)
    for (const [at, batch] of batches.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- a chain has an order
      await this.send(batch, at === batches.length - 1 ? seen : undefined)
    }
    const [sent] = settings
    if (sent !== undefined) await this.change({ settings: encodeRecord(sent) })
    await settleChanges(this.deps.database, this.remote, mark)
    this.up = new Set(changed.map(sessionOf)).size
  }

  /** Seals records as the next batch, keeps it, and sends it. Pictures go before the messages that show them. */
  private async send(records: readonly SyncRecord[], seen: Seen | undefined): Promise<void> {
    await sendPictures(this.pictureParts, new Set(records.flatMap(imagesIn)))
    const { writer, place, device, name, missing } = this.state
    const number = (place?.number ?? -1) + 1
    const head = encodeHead({ batch: newVaultId(), writer, number, previous: place?.hash ?? noBatch })
    const told = seen === undefined ? {} : { seen: await this.told(seen) }
    const body = { device, name, records: records.map(encodeRecord), missing, ...told }
    const bytes = joined(head, await sealBytes(this.keys.seal, packed(body), boundTo(this.keys, head)))
    if (bytes.length > longestBatch) {
      if (records.length < 2) return this.leaveOut(records)
      const half = Math.ceil(records.length / 2)
      await this.send(records.slice(0, half), undefined)
      return this.send(records.slice(half), seen)
    }
    const sent = new Set(records.map(({ kind, id }) => recordKey(kind, id)))
    const tooLarge = (this.state.tooLarge ?? []).filter((key) => !sent.has(key))
    const after: ChainPlace = { number, hash: await sha256(bytes) }
    const write = this.deps.vault.transaction(["queue", "state"], "readwrite")
    this.state = { ...this.state, place: after, names: { ...this.state.names, [device]: name }, missing: [], tooLarge }
    void write.objectStore("queue").put(bytes)
    void write.objectStore("state").put(this.state, "vault")
    await write.done
    await this.sendQueue()
  }

  /** A message of a megabyte that cannot be packed smaller stays on this device alone, and that is told. */
  private async leaveOut(records: readonly SyncRecord[]): Promise<void> {
    const keys = records.map(({ kind, id }) => recordKey(kind, id))
    await this.change({ tooLarge: [...new Set([...(this.state.tooLarge ?? []), ...keys])] })
  }

  /**
   * What others learn that is known here. While a record of this device stays here alone, nobody knows all that it wrote: a deletion
   * made elsewhere would otherwise count as one that knew of it.
   */
  private async told(seen: Seen): Promise<Seen> {
    if (this.tooLarge === 0) return seen
    const { clock } = readPeers(await this.deps.database.getAll("peers"))
    const { [clock.device]: _own, ...others } = seen
    return others
  }

  /** Sends what is sealed, in its order. Refused because the chain is not what it was, all is sent anew in a new chain. */
  private async sendQueue(): Promise<void> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a chain has an order
      const cursor = await this.deps.vault.transaction("queue").store.openCursor()
      if (cursor === null) return
      const { key, value } = cursor
      // oxlint-disable-next-line no-await-in-loop
      const reply = await this.client.append(value)
      if (reply.status === 409) {
        // oxlint-disable-next-line no-await-in-loop
        await this.newChain()
        return
      }
      checkedReply(reply)
      // oxlint-disable-next-line no-await-in-loop
      await this.deps.vault.delete("queue", key)
    }
  }

  private async newChain(): Promise<void> {
    await this.deps.vault.clear("queue")
    await this.change({ writer: newVaultId(), place: undefined, resend: true })
    throw new RoundTrouble("busy")
  }

  /** Puts a snapshot in the place of the log. Where another device is first, or there is no room, nothing changes. */
  private async putSnapshot(): Promise<void> {
    // It must hold what everybody has said so far.
    await this.pull()
    const upto = this.state.after
    const id = newVaultId()
    const { device, name, chains, names } = this.state
    const { records: stored, seen } = await fileReplica(this.deps.database).readState()
    const left = new Set(this.state.tooLarge)
    const settings = decodeRecord(this.state.settings)
    const records = [...stored, ...(settings === undefined ? [] : [settings])].filter(
      ({ kind, id }) => !left.has(recordKey(kind, id)),
    )
    const pictures = new Set(records.flatMap(imagesIn))
    const told = await this.told(seen)
    const batches = inBatches(records)
    const bodies = batches.map((batch, at): BatchBody => ({
      device,
      name,
      records: batch.map(encodeRecord),
      missing: [],
      ...(at === 0 && { chains, names: { ...names, [device]: name } }),
      ...(at === batches.length - 1 && { seen: told }),
    }))
    for (const [at, body] of bodies.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- part by part
      const bound = boundTo(this.keys, boundOfPart(id, at, bodies.length, upto))
      // oxlint-disable-next-line no-await-in-loop
      const part = await sealBytes(this.keys.seal, packed(body), bound)
      // oxlint-disable-next-line no-await-in-loop
      if ((await this.client.putPart(id, at, part)).status !== 204) return
    }
    const keep = await Promise.all([...pictures].map((picture) => pictureName(this.keys, picture)))
    await this.client.sealSnapshot(upto, { id, parts: bodies.length, keep })
  }
}

function isLong({ batches, logBytes, snapshot }: VaultFacts): boolean {
  const { times, leastBytes } = compactAt
  return batches >= compactAt.batches || logBytes > Math.max(leastBytes, times * (snapshot?.bytes ?? 0))
}
