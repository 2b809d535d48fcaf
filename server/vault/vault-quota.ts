import type { Person } from "../access/authorize.ts"
import { hashedPlaceOf, type HashedPlace } from "../access/hashed-place.ts"
import { hmacUnder } from "../access/hmac.ts"
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
/**
 * Vaults of visitors at one address (IPv4 or a /64) and at one /48; what those of all visitors may take together, in bytes, with what they keep
 * for a while; what a vault may hold however much the others take, and what all may take in this way besides.
 */
export const visitorVaults = { place: 50, network: 200, bytes: 10_000 * mb, own: 256_000, besides: 2_000 * mb } as const

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

/** Where a visitor makes a vault. */
export function placeOf(person: Person, pepper: string): HashedPlace {
  return hashedPlaceOf(person, { hashed: hmacUnder(pepper), label: "vault" })
}

/** Whether somebody may make one more vault. */
export async function mayMakeVault(sql: Sql, owner: string, { place, network }: HashedPlace): Promise<boolean> {
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
  return sumOf(sql, sumOfOwner, owner)
}

/** A vault, as far as its quota goes. */
interface Filled {
  readonly id: string
  readonly owner: string
  readonly tier: VaultTier
}

/** Whether so many bytes more fit. */
export async function fits(sql: Sql, vault: Filled, bytes: number): Promise<boolean> {
  if (!(await hasQuota(sql, vault, bytes))) return false
  if (vault.tier !== "visitor") return true
  return fitsAmongVisitors(sql, vault.id, { growth: bytes, size: (await bytesOf(sql, vault.id)) + bytes })
}

/**
 * Whether a snapshot fits that would make its vault hold so many bytes more, or fewer; its own bytes are noted as uploaded already. Of a
 * visitor's these are asked about however much it takes the place of: until it does, and a week longer, both are there.
 */
export async function fitsUploaded(sql: Sql, vault: Filled, more: number, uploaded: number): Promise<boolean> {
  if (more > 0 && !(await hasQuota(sql, vault, more))) return false
  if (vault.tier !== "visitor") return true
  const sealed = (await bytesOf(sql, vault.id)) + more
  return fitsAmongVisitors(sql, vault.id, { growth: 0, size: Math.max(sealed, uploaded) })
}

async function hasQuota(sql: Sql, { owner, tier }: Filled, bytes: number): Promise<boolean> {
  return (await heldBy(sql, owner)) + bytes <= vaultBytes[tier]
}

/** Whether a visitor's vault may grow beside all others: within the share of its place, or to what each may hold. */
async function fitsAmongVisitors(
  sql: Sql,
  id: string,
  { growth, size }: { readonly growth: number; readonly size: number },
): Promise<boolean> {
  const left = (await leftForVisitors(sql)) - growth
  if (size <= visitorVaults.own && left + visitorVaults.besides >= 0) return true
  return isWithinShare(sql, id, growth)
}

/**
 * Whether what the place of a visitor's vault takes is within its share, with so many bytes more. A place may take that part of what is left
 * which it could take of everything, so that whoever has most is refused first and something is always left for others. What is kept for a
 * while and what is being uploaded count with it.
 */
export async function isWithinShare(sql: Sql, id: string, bytes: number): Promise<boolean> {
  const left = (await leftForVisitors(sql)) - bytes
  const own = await sql.get<HashedPlace>("select place, network from vault where id = ?", [id])
  const places = [
    [own?.place, visitorVaults.place, sumOfPlace, uploadsOfPlace],
    [own?.network, visitorVaults.network, sumOfNetwork, uploadsOfNetwork],
  ] as const
  for (const [place, vaults, sum, uploads] of places) {
    if (place === null || place === undefined) continue
    const taken = (await sumOf(sql, sum, place)) + (await sumOf(sql, uploads, place)) + bytes
    if (taken > (left * vaults * vaultBytes.visitor) / visitorVaults.bytes) return false
  }
  return left >= 0
}

async function leftForVisitors(sql: Sql): Promise<number> {
  return visitorVaults.bytes - (await sumOf(sql, sumOfVisitors)) - (await sumOf(sql, uploadsOfVisitors))
}

const bytesOf = (sql: Sql, id: string) => sumOf(sql, "select bytes from vault where id = ?", id)

async function sumOf(sql: Sql, text: string, ...params: readonly string[]): Promise<number> {
  return (await sql.get<{ bytes: number }>(text, params))?.bytes ?? 0
}

const sumOfOwner = "select coalesce(sum(bytes), 0) as bytes from vault where owner = ?"
const sumOfVisitors = "select coalesce(sum(bytes + kept_bytes), 0) as bytes from vault where tier = 'visitor'"
const sumOfPlace = "select coalesce(sum(bytes + kept_bytes), 0) as bytes from vault where place = ?"
const sumOfNetwork = "select coalesce(sum(bytes + kept_bytes), 0) as bytes from vault where network = ?"
// A cross join is done in the order it is written in: few snapshots are being uploaded, and a place has few vaults.
const uploadsOfVisitors = `select coalesce(sum(s.bytes), 0) as bytes from vault_snapshot s cross join vault v
  where s.state = 'storing' and v.id = s.vault_id and v.tier = 'visitor'`
const uploads = `select coalesce(sum(s.bytes), 0) as bytes from vault v cross join vault_snapshot s
  where s.vault_id = v.id and s.state = 'storing'`
const uploadsOfPlace = `${uploads} and v.place = ?`
const uploadsOfNetwork = `${uploads} and v.network = ?`
