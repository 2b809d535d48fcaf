import type { Database, Sql } from "../store/sql.ts"
import { isWithinShare, vaultBytes } from "./vault-quota.ts"
import { liveSnapshot, stateOf } from "./vault-rows.ts"
import type { Vault } from "./vaults.ts"

/*
 * What a vault keeps for a while beside what counts: the batches that its snapshot covers, and the snapshots that gave way to another one,
 * for devices that are in the middle of reading them. No row says so: a batch is covered where its number is at most that of the live
 * snapshot. All this is removed in portions, each in a transaction of its own, so that nobody waits for a vault of half a gigabyte.
 */

/** What one transaction removes at most. */
export const portion = { rows: 100, bytes: 4 * 1024 * 1024 } as const

/** A snapshot, with the number of the last batch that it covers. */
export interface KeptSnapshot {
  readonly vault_id: string
  readonly id: string
  readonly upto: number
}

interface Piece {
  readonly place: number
  readonly bytes: number
}

/** Also of a vault that is being erased. */
const lockAny = "select token_hash from vault where id = ? for update"
const takeFromKept = "update vault set kept_bytes = kept_bytes - ? where id = ?"
const batchesUpTo = `select seq as place, bytes from vault_batch where vault_id = ? and seq <= ? order by seq limit ${portion.rows}`
const partsOf = `select number as place, bytes from vault_part where vault_id = ? and snapshot_id = ? order by number limit ${portion.rows}`

/** How many of the first pieces go together, one at least, and their bytes. */
export function firstPortion(pieces: readonly Piece[]): Piece | undefined {
  let taken: Piece | undefined
  for (const { place, bytes } of pieces) {
    const sum = (taken?.bytes ?? 0) + bytes
    if (taken !== undefined && sum > portion.bytes) break
    taken = { place, bytes: sum }
  }
  return taken
}

/** Removes the batches up to a number, as far as the live snapshot covers them or the vault is being erased. */
export async function removeBatches(database: Database, vaultId: string, upto: number): Promise<void> {
  await inPortions(database, vaultId, async (sql, isErased) => {
    const covered = isErased ? upto : ((await sql.get<{ upto: number }>(liveSnapshot, [vaultId]))?.upto ?? 0)
    const taken = firstPortion(await sql.all<Piece>(batchesUpTo, [vaultId, Math.min(upto, covered)]))
    if (taken === undefined) return false
    await sql.run("delete from vault_batch where vault_id = ? and seq <= ?", [vaultId, taken.place])
    await sql.run(takeFromKept, [taken.bytes, vaultId])
    return true
  })
}

/**
 * Removes a snapshot that gave way, after the batches that it covers: while it is there it says when they were. Each portion looks anew
 * whether it did: since it was found, it may have been removed and begun again, through this server or another one.
 */
export async function removeSnapshot(database: Database, { vault_id, id, upto }: KeptSnapshot): Promise<void> {
  await removeBatches(database, vault_id, upto)
  await inPortions(database, vault_id, async (sql, isErased) => {
    const state = (await sql.get<{ state: string }>(stateOf, [vault_id, id]))?.state
    if (state === undefined || (state !== "old" && !isErased)) return false
    const taken = firstPortion(await sql.all<Piece>(partsOf, [vault_id, id]))
    if (taken === undefined) {
      await sql.run("delete from vault_snapshot where vault_id = ? and id = ?", [vault_id, id])
      return false
    }
    await sql.run("delete from vault_part where vault_id = ? and snapshot_id = ? and number <= ?", [
      vault_id,
      id,
      taken.place,
    ])
    await sql.run(takeFromKept, [taken.bytes, vault_id])
    return true
  })
}

/**
 * Lets an upload that nobody goes on with give way; false where it is none any more. It counts with what is kept until it is removed, by the
 * next sweep at the latest.
 */
export async function giveUp(sql: Sql, vaultId: string, snapshotId: string): Promise<boolean> {
  const given = await sql.get<{ bytes: number }>(
    "select bytes from vault_snapshot where vault_id = ? and id = ? and state = 'storing'",
    [vaultId, snapshotId],
  )
  if (given === undefined) return false
  await sql.run("update vault_snapshot set state = 'old', at = 0 where vault_id = ? and id = ?", [vaultId, snapshotId])
  await sql.run(takeFromKept, [-given.bytes, vaultId])
  return true
}

/** What an owner's vaults keep, with what is being uploaded into them. */
async function keptBy(sql: Sql, owner: string): Promise<number> {
  const kept = await sql.get<{ bytes: number }>(sumOfKept, [owner])
  return (kept?.bytes ?? 0) + (await uploadedBy(sql, owner))
}

export async function uploadedBy(sql: Sql, owner: string): Promise<number> {
  return (await sql.get<{ bytes: number }>(sumOfUploads, [owner]))?.bytes ?? 0
}

/**
 * Lets the oldest of what an owner's vaults keep go before its time, where it would be too much with so many bytes more: for the owner, or at
 * the place of a visitor's vault beside all others.
 */
export async function keepWithin(database: Database, { id, owner, tier }: Vault, coming: number): Promise<void> {
  const isTooMuch = async () =>
    (await keptBy(database.read, owner)) + coming > vaultBytes[tier] ||
    (tier === "visitor" && !(await isWithinShare(database.read, id, coming)))
  if (!(await isTooMuch())) return
  for (const kept of await database.read.all<KeptSnapshot & { readonly state: string }>(oldestFirst, [owner])) {
    if (kept.state === "old") await removeSnapshot(database, kept)
    else await removeBatches(database, kept.vault_id, kept.upto)
    if (!(await isTooMuch())) return
  }
}

const sumOfKept = "select coalesce(sum(kept_bytes), 0) as bytes from vault where owner = ?"
const sumOfUploads = `select coalesce(sum(s.bytes), 0) as bytes from vault v cross join vault_snapshot s
  where v.owner = ? and s.vault_id = v.id and s.state = 'storing'`
const oldestFirst = `select s.vault_id, s.id, s.upto, s.state from vault v cross join vault_snapshot s
  where v.owner = ? and v.kept_bytes > 0 and s.vault_id = v.id and s.state in ('old', 'live') order by s.at, s.upto limit 200`

/** Runs steps of a vault, each in a transaction of its own and in its turn, until one has nothing to do; each is told whether the vault is being erased. */
async function inPortions(
  database: Database,
  vaultId: string,
  step: (sql: Sql, isErased: boolean) => Promise<boolean>,
): Promise<void> {
  let isMore = true
  while (isMore) {
    isMore = await database.transaction(async (sql) => {
      const vault = await sql.get<{ token_hash: string }>(lockAny, [vaultId])
      return vault !== undefined && (await step(sql, vault.token_hash === ""))
    }, "later")
  }
}
