import type { Seen } from "#core/storage/stamp.ts"
import type { Decision } from "#core/sync/join.ts"
import type { SyncRecord } from "#core/sync/sync-record.ts"
import type { Gaps } from "#core/vault/gaps.ts"
import { changeLate, isResting, type LatePictures, noneLate } from "#core/vault/late-pictures.ts"
import type { ProsaDatabase } from "../storage/database.ts"
import { readPeers } from "../storage/record-writer.ts"
import { RoundTrouble } from "./round-trouble.ts"
import { createVaultClient, type VaultClient } from "./vault-client.ts"
import type { VaultDatabase, VaultReport, VaultState } from "./vault-database.ts"
import type { VaultKeys } from "./vault-keys.ts"

/** A vault's remote, as `Remote` and the notes of the outbox name it, is this and the vault's id. */
export const vaultPrefix = "vault-"

export interface RoundDeps {
  readonly vault: VaultDatabase
  readonly database: ProsaDatabase
  /** The settings of this browser. */
  readonly settings: SyncRecord | undefined
}

/** What the parts of one round share: the vault, what this browser knows of it, and what has come of it so far. */
export class Round {
  /** Conversations that went up and that came down. */
  up = 0
  down = 0
  /** Whether it had no room for something. */
  isFull = false
  notice: NonNullable<VaultReport["notice"]>["kind"] | undefined
  readonly decisions: Decision[] = []
  readonly deps: RoundDeps
  readonly keys: VaultKeys
  readonly client: VaultClient
  /** As it is stored. */
  state: VaultState
  /** Whether no picture is fetched or sent now, because one was refused in this round or lately. */
  arePicturesResting: boolean
  #refusals: Partial<LatePictures> = {}
  #hasMovedPictures = false

  constructor(deps: RoundDeps, keys: VaultKeys, state: VaultState) {
    this.deps = deps
    this.keys = keys
    this.client = createVaultClient(keys, state.device)
    this.state = state
    this.arePicturesResting = isResting(this.late, Date.now())
  }

  /** The vault by its name among the places that records are sent to. */
  get remote(): string {
    return vaultPrefix + this.keys.id
  }

  /** How many records no batch has room for, and how many pictures are larger than the vault takes. */
  get tooLarge(): number {
    const { tooLarge = [], largePictures = [] } = this.state
    return tooLarge.length + largePictures.length
  }

  get gaps(): Gaps {
    return this.state.gaps ?? {}
  }

  get hasGaps(): boolean {
    return Object.keys(this.gaps).length > 0
  }

  /**
   * Whether something of the vault is known to be missing here, or was written by a later version of the page. As long as that is
   * so, nobody here knows all that others wrote, and what is here cannot take the place of the log.
   */
  get isLacking(): boolean {
    const { readableThen, isLost, damagedAt } = this.state
    return this.hasGaps || readableThen !== undefined || isLost === true || damagedAt !== undefined
  }

  get late(): LatePictures {
    return this.state.late ?? noneLate
  }

  /** A picture came or went: whatever refuses the next one does not refuse all. */
  pictureMoved(): void {
    this.#hasMovedPictures = true
  }

  /** A picture was refused: the others are left alone in this round. */
  restPictures(): void {
    this.arePicturesResting = true
    this.#refusals = { failures: (this.#hasMovedPictures ? 0 : this.late.failures) + 1, triedAt: Date.now() }
  }

  /** What is late once some of it has changed, as it is to be stored. */
  lateWith(changes: Partial<LatePictures>): Pick<VaultState, "late"> {
    return { late: changeLate(this.late, { ...changes, ...this.#refusals }) }
  }

  /**
   * Changes what is stored of the vault, and keeps a sealed batch with it. Throws where this browser has left the vault or renewed
   * it meanwhile, in whichever tab: then nothing is written.
   */
  async change(changes: Partial<VaultState>, batch?: Uint8Array<ArrayBuffer>): Promise<void> {
    const write = this.deps.vault.transaction(["queue", "state"], "readwrite")
    const states = write.objectStore("state")
    const held = await states.get("vault")
    if (held?.device !== this.state.device) throw new RoundTrouble("gone")
    // What it is called may be changed by the screen at any time.
    this.state = { ...this.state, name: held.name, ...changes }
    if (batch !== undefined) void write.objectStore("queue").put(batch)
    void states.put(this.state, "vault")
    await write.done
  }

  /**
   * What others learn that is known here. While a record of this device stays here alone, nobody knows all that it wrote: a deletion
   * made elsewhere would otherwise count as one that knew of it.
   */
  async told(seen: Seen): Promise<Seen> {
    if ((this.state.tooLarge ?? []).length === 0) return seen
    const { clock } = readPeers(await this.deps.database.getAll("peers"))
    const { [clock.device]: _own, ...others } = seen
    return others
  }
}
