import type { RefusalReason } from "#core/gateway/refusal.ts"
import type { Result } from "#core/lib/result.ts"
import type { Person } from "../access/authorize.ts"
import type { FileStore } from "../files/file-store.ts"
import type { Database } from "../store/sql.ts"
import type { VaultTier } from "./vault-quota.ts"

/** A vault whose token was right. */
export interface Vault {
  readonly id: string
  readonly owner: string
  readonly tier: VaultTier
}

/** A snapshot that holds what all batches up to a number say. */
export interface SnapshotFacts {
  readonly id: string
  readonly upto: number
  readonly parts: number
  readonly bytes: number
}

export interface VaultFacts {
  /** The number of the last batch; 0: there was none yet. */
  readonly last: number
  /** Whoever has read less than the batch before this one has to begin with the snapshot. */
  readonly oldest: number
  readonly snapshot: SnapshotFacts | undefined
  /** Batches behind the snapshot, and their bytes. */
  readonly batches: number
  readonly logBytes: number
  /** The bytes that all vaults of this vault's owner take together, and the most that they may take. */
  readonly bytes: number
  readonly quota: number
  readonly devices: readonly { readonly device: string; readonly seenAt: number }[]
}

/** A batch in the log; `data` is its bytes in base64. */
export interface LoggedBatch {
  readonly seq: number
  /** What the place that ends with it is called (`core/vault/history.ts`). */
  readonly mark: string
  readonly at: number
  readonly data: string
}

export interface VaultLog {
  readonly last: number
  readonly oldest: number
  readonly snapshot: SnapshotFacts | undefined
  /** What the place behind which the batches begin is called; undefined where its batch is not there any more. */
  readonly mark: string | undefined
  readonly batches: readonly LoggedBatch[]
}

/** Why a batch is refused, and where its writer's chain stands. */
export interface OutOfStep {
  readonly reason: "vault-out-of-step"
  /** The number that the chain's next batch has, and what it names as the one before. */
  readonly next: number
  readonly previous: string
}

export type Appended = Result<
  Pick<LoggedBatch, "seq" | "mark">,
  OutOfStep | { readonly reason: "bad-vault-request" | "vault-full" }
>

/** Takes room for so many bytes before they are read from the store; false where there is none, and they are not read. */
export type HasRoom = (bytes: number) => boolean

export interface Vaults {
  /** Makes a vault, or finds it made with the same token. */
  create(person: Person, id: string, token: string): Promise<Result<Vault, RefusalReason>>
  /** The vault of that id, where the token is its own. */
  open(id: string, token: string): Promise<Vault | undefined>
  /** Notes that it was used, and that a device was here; each at most every minute. What is done with a frozen code's is no use. */
  touch(vault: Vault, visit: { readonly device: string | undefined; readonly isUse: boolean }): Promise<void>
  facts(vault: Vault): Promise<VaultFacts>
  append(vault: Vault, bytes: Uint8Array): Promise<Appended>
  /** Batches after a number, as many as one reply may have. */
  log(vault: Vault, after: number, hasRoom: HasRoom): Promise<VaultLog | "no-room">
  putPart(vault: Vault, snapshotId: string, number: number, bytes: Uint8Array): Promise<RefusalReason | undefined>
  part(vault: Vault, snapshotId: string, number: number, hasRoom: HasRoom): Promise<Buffer | "no-room" | undefined>
  /** Makes a snapshot the vault's; `keep`: the pictures that are still needed, where that is known. */
  seal(vault: Vault, snapshot: NewSnapshot): Promise<RefusalReason | undefined>
  putBlob(vault: Vault, name: string, bytes: Uint8Array): Promise<RefusalReason | undefined>
  blob(vault: Vault, name: string, hasRoom: HasRoom): Promise<Buffer | "no-room" | undefined>
  hasBlobs(vault: Vault, names: readonly string[]): Promise<readonly string[]>
  /** Nobody can open it any more; a file that could not be removed is tried again by each sweep. */
  remove(vault: Vault): Promise<void>
  /** Keeps a sealed secret for one reader; false where the id is taken. */
  offer(vault: Vault, id: string, data: string): Promise<boolean>
  /** Gives it to whoever comes first. `over`: somebody had it, or its time has passed. */
  takeOffer(id: string): Promise<{ readonly data: string } | "over" | undefined>
  /** Everything that a code has stored goes. */
  eraseOf(codeId: string): Promise<ErasedVaults>
  /** Removes what has come to its end. Rejects, in the end, where a file could not be removed yet. */
  sweep(): Promise<void>
}

/** `left`: files that could not be removed yet. Nobody can read them any more, and each sweep tries again. */
export interface ErasedVaults {
  readonly vaults: number
  readonly left: number
}

export interface NewSnapshot {
  readonly id: string
  readonly upto: number
  readonly parts: number
  readonly keep?: readonly string[] | undefined
}

/** What vaults are kept with. */
export interface VaultsDeps {
  readonly database: Database
  readonly files: FileStore
  /** Places of visitors are kept as hashes under this secret only. */
  readonly pepper: string
  /** Epoch ms. */
  readonly now: () => number
}
