import type { Person } from "../access/authorize.ts"
import { hmacUnder } from "../access/hmac.ts"
import { addressSteps } from "../limits/address-steps.ts"
import type { Sql } from "../store/sql.ts"

/** Whom a vault belongs to: by the code that it was made with, or a visitor. */
export type VaultTier = "premium" | "free" | "visitor"

const mb = 1_000_000

/**
 * What all vaults of an owner may hold together, in bytes as they are sent; and as much again for what they keep for a while and what is being
 * uploaded into them.
 */
export const vaultBytes: Readonly<Record<VaultTier, number>> = { premium: 500 * mb, free: 25 * mb, visitor: 5 * mb }
/** What a part or a picture is counted as at least, in bytes: each takes a row and the block of a disk, however small it is. */
const leastCounted = 4096
/** What a batch is counted as at least, in bytes: it takes a row and what finds it, and the page sends none that is shorter. */
const leastBatch = 1024
/** Pictures of one vault: as many as a device can name as needed. */
export const mostBlobs = 20_000
/** Vaults of one owner: the one in use, and one that was renewed while a device was away. */
export const mostVaults = 3
/** Vaults of visitors at one address (IPv4 or a /64), at one /48, and what those of all visitors may hold together, in bytes. */
export const visitorVaults = { place: 50, network: 200, bytes: 10_000 * mb } as const

/** The bytes that a batch of so many is counted as. */
export function countedBatch(bytes: number): number {
  return Math.max(bytes, leastBatch)
}

/** The bytes that a part or a picture of so many is counted as. */
export function countedBytes(bytes: number): number {
  return Math.max(bytes, leastCounted)
}

export function tierOf(person: Person): VaultTier {
  return person.kind === "visitor" ? "visitor" : person.tier
}

/** Where a visitor makes a vault, as hashes under a secret; of whoever has a code nothing is noted. */
export interface VaultPlace {
  readonly place: string | null
  readonly network: string | null
}

export function placeOf(person: Person, pepper: string): VaultPlace {
  if (person.kind !== "visitor") return { place: null, network: null }
  const hashed = hmacUnder(pepper)
  const [subscriber = person.address, network] = addressSteps(person.address)
  return {
    place: hashed(`vault ${subscriber}`),
    network: network === undefined ? null : hashed(`vault ${network}`),
  }
}

/** Whether somebody may make one more vault. */
export async function mayMakeVault(sql: Sql, owner: string, { place, network }: VaultPlace): Promise<boolean> {
  const counted: readonly (readonly [text: string, value: string | null, most: number])[] = [
    ["select count(*) as vaults from vault where owner = ?", owner, mostVaults],
    ["select count(*) as vaults from vault where place = ?", place, visitorVaults.place],
    ["select count(*) as vaults from vault where network = ?", network, visitorVaults.network],
  ]
  for (const [text, value, most] of counted) {
    if (value !== null && ((await sql.get<{ vaults: number }>(text, [value]))?.vaults ?? 0) >= most) return false
  }
  return true
}

/** What an owner's vaults hold together. */
export async function heldBy(sql: Sql, owner: string): Promise<number> {
  return (await sql.get<{ bytes: number }>(sumOfOwner, [owner]))?.bytes ?? 0
}

/** A vault, as far as its quota goes. */
interface Filled {
  readonly id: string
  readonly owner: string
  readonly tier: VaultTier
}

/**
 * Whether so many bytes more fit. Snapshots that are still being uploaded count with all that visitors hold together, but for the
 * vault's own, which is among these bytes where it matters.
 */
export async function fits(sql: Sql, vault: Filled, bytes: number): Promise<boolean> {
  if ((await heldBy(sql, vault.owner)) + bytes > vaultBytes[vault.tier]) return false
  if (vault.tier !== "visitor") return true
  const all = (await sql.get<{ bytes: number }>(sumOfVisitors))?.bytes ?? 0
  const coming = (await sql.get<{ bytes: number }>(sumOfUploads, [vault.id]))?.bytes ?? 0
  return all + coming + bytes <= visitorVaults.bytes
}

const sumOfOwner = "select coalesce(sum(bytes), 0) as bytes from vault where owner = ?"
const sumOfVisitors = "select coalesce(sum(bytes), 0) as bytes from vault where tier = 'visitor'"
const sumOfUploads = `select coalesce(sum(s.bytes), 0) as bytes from vault_snapshot s join vault v on v.id = s.vault_id
  where s.state = 'storing' and v.tier = 'visitor' and v.id <> ?`
