import { openDB, type DBSchema, type IDBPDatabase } from "idb"
import type { ChainPlace } from "#core/vault/chain.ts"
import type { Gaps } from "#core/vault/gaps.ts"
import type { StoredPlace } from "#core/vault/history.ts"
import type { LatePictures, Refusals } from "#core/vault/late-pictures.ts"
import { vaultDatabaseName } from "./vault-database-name.ts"

/** What this browser knows of its vault, and up to which batch it has read it. */
export interface VaultState extends StoredPlace {
  readonly secret: Uint8Array<ArrayBuffer>
  /** This device by its name in requests, and as its owner calls it. */
  readonly device: string
  readonly name: string
  /** The chain of this device's batches, and its last one; a new one where the old was lost. */
  readonly writer: string
  readonly place?: ChainPlace | undefined
  readonly chains: Readonly<Record<string, ChainPlace>>
  /** Devices by what they are called. */
  readonly names: Readonly<Record<string, string>>
  /** Writers of whom a batch is missing and who are to be asked for everything with the next batch. */
  readonly missing: readonly string[]
  /** Where batches are missing, also after their writers were asked; absent in a state from before they were kept. */
  readonly gaps?: Gaps
  /** What the page could read when it passed over something that a later one had written; absent: it has passed over nothing. */
  readonly readableThen?: string | undefined
  /** What had been read of it is not here any more: it is read again, what this device wrote itself included. Absent: it is here. */
  readonly isLost?: boolean | undefined
  /** The last snapshot that was read, or tried and could not be. */
  readonly snapshot?: string | undefined
  /**
   * When it was found, in epoch ms, that a part of that snapshot is damaged, or not there any more: what it held is not known to be
   * here. Absent: it was read whole, or what was in it has been given up.
   */
  readonly damagedAt?: number | undefined
  /** The snapshot of which that was given up; absent: none was. */
  readonly givenUp?: string | undefined
  /** Everything is to be sent again, because the vault or another device has lost something. It holds until all of it was sent. */
  readonly resend: boolean
  /** The settings that are in the vault, as JSON of their record; absent where it has none. */
  readonly settings?: unknown
  /** Records that no batch has room for: they stay on this device. */
  readonly tooLarge?: readonly string[]
  /** Pictures that are larger than the vault takes, by their names in the storage: they stay on this device. */
  readonly largePictures?: readonly string[] | undefined
  /** Pictures that wait; absent: none. */
  readonly late?: LatePictures | undefined
  /** When it was seen last whether the vault still has the pictures that are here, in epoch ms, and how often in a row it lacked some. */
  readonly looked?: { readonly at: number; readonly failures: number }
  /** The secrets of vaults that this one took the place of and that are still to be deleted; absent: none are. */
  readonly old?: readonly Uint8Array<ArrayBuffer>[] | undefined
  /** How many pictures were shown here when this device made its last snapshot; absent: it has made none. */
  readonly pictures?: number
  /** What was stored here when the vault was found full last, by its mark; absent: it never was. */
  readonly fullAt?: string
  /** Snapshots that were refused in a row; absent: the last one was not. */
  readonly refused?: Refusals | undefined
  /** A snapshot that has arrived in part, by a name of all that is in it; absent: there is none to go on with. */
  readonly upload?: { readonly id: string; readonly content: string; readonly parts: number } | undefined
}

/** What was last seen of the vault, for the screen. */
export interface VaultReport {
  /** When it was last up to date, in epoch ms; 0: never. */
  readonly at: number
  readonly up: number
  readonly down: number
  readonly bytes: number
  readonly quota: number
  readonly devices: readonly { readonly device: string; readonly seenAt: number }[]
  readonly trouble?: VaultTrouble | undefined
  /** How many messages, and pictures, are too large for it; absent in a report from before they were counted. */
  readonly tooLarge?: number
  /** How many pictures, or messages with some, wait until the vault gives or takes pictures; absent as above. */
  readonly late?: number
  /** Something was noticed that a server which keeps to its word does not do: when, in epoch ms. */
  readonly notice?: { readonly kind: "gap" | "forged" | "rewound"; readonly at: number } | undefined
}

/**
 * `gone`: it was renewed or deleted, or the key is another. `damaged`: some of what it keeps cannot be read; the rest goes on. `local`:
 * this browser's own storage is full, or in trouble.
 */
export type VaultTrouble = "offline" | "gone" | "full" | "busy" | "damaged" | "local"

interface VaultSchema extends DBSchema {
  state: { key: "vault"; value: VaultState }
  report: { key: "report"; value: VaultReport }
  /** Batches that are sealed and not yet known to be in the vault. They are sent again as they are. */
  queue: { key: number; value: Uint8Array<ArrayBuffer> }
}

export type VaultDatabase = IDBPDatabase<VaultSchema>

/** `closed`: the browser has closed the connection by itself. */
export function openVaultDatabase(closed: () => void = () => {}): Promise<VaultDatabase> {
  return openDB<VaultSchema>(vaultDatabaseName, 1, {
    upgrade(database) {
      for (const name of ["state", "report"] as const) database.createObjectStore(name)
      database.createObjectStore("queue", { autoIncrement: true })
    },
    terminated: closed,
    // All of the browser's data is deleted, or a newer page is at work.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  })
}

/** A vault that this browser has, and how its last round ended. */
export interface OpenVault {
  readonly state: VaultState
  readonly report: VaultReport | undefined
}

/** The vault of this browser; undefined where there is none. */
export async function readVault(): Promise<OpenVault | undefined> {
  const vault = await openVaultDatabase()
  try {
    const state = await vault.get("state", "vault")
    return state && { state, report: await vault.get("report", "report") }
  } finally {
    vault.close()
  }
}
