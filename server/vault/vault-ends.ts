import { dayMs } from "#core/lib/days.ts"
import { servedNow } from "../store/served-time.ts"
import { giveUp, type KeptSnapshot, portion, removeBatches, removeSnapshot } from "./vault-kept.ts"
import { type BlobRow, isInPlace, type Removal, setAside, startRemoval } from "./vault-removal.ts"
import { lock } from "./vault-rows.ts"
import type { Vaults, VaultsDeps } from "./vaults.ts"

/** A visitor's vault that nobody used for so long is erased, in ms. */
export const idleMs = 60 * dayMs
/** The same for the vault of a code, in ms. */
export const idleOfCodesMs = 365 * dayMs
/** The last snapshot, its log, and pictures that nothing shows any more stay so long, in ms. */
export const keptMs = 7 * dayMs
/** How long a pairing is known to be over, in ms. */
const rememberedMs = dayMs
/** An upload that was not finished by then never will be, in ms. */
const unfinishedMs = 3_600_000
/** Pictures of each kind that one sweep looks at: what there is more of is for the next one. */
const mostSwept = portion.rows * 100

interface VaultEnds extends Pick<Vaults, "sweep"> {
  /** From the first moment nobody can open the vault; what it held is gone when this has ended, but for files that the removal tells of. */
  erase(id: string, removal: Removal): Promise<void>
}

/** How vaults and what lies in them come to an end, in portions that nobody has to wait for. */
export function createVaultEnds(deps: VaultsDeps): VaultEnds {
  const { database, now } = deps

  /** Ends pictures, as far as they still may go: somebody may have needed one again since it was looked at. */
  async function removeBlobs(
    blobs: readonly BlobRow[],
    mayGo: string,
    params: readonly number[],
    removal: Removal,
  ): Promise<void> {
    const aside = await database.transaction(async (sql) => {
      const going: BlobRow[] = []
      // In one order, as every change of a vault: two sweeps, or an upload, wait for each other and never in a circle.
      for (const id of [...new Set(blobs.map(({ vault_id }) => vault_id))].sort()) await sql.get(lockAny, [id])
      for (const blob of blobs) {
        const row = await sql.get(
          `select name from vault_blob where vault_id = ? and name = ? and file_id = ? and ${mayGo} for update`,
          [blob.vault_id, blob.name, blob.file_id, ...params],
        )
        if (row === undefined) continue
        await setAside(sql, blob)
        going.push(blob)
      }
      return going
    })
    await removal.remove(aside)
  }

  async function erase(id: string, removal: Removal): Promise<void> {
    await database.transaction(async (sql) => {
      if ((await sql.get(lock, [id])) !== undefined) await sql.run(close, [id])
    })
    await clear(id, removal)
  }

  /** Removes everything that lies in a vault which nobody can open any more, and, once no file of it is left, the vault. */
  async function clear(id: string, removal: Removal): Promise<void> {
    await removeBatches(database, id, Number.MAX_SAFE_INTEGER)
    await untilNone(
      () => database.read.all<KeptSnapshot>(snapshotsOf, [id]),
      async (snapshots) => {
        for (const snapshot of snapshots) await removeSnapshot(database, snapshot)
      },
    )
    await untilNone(
      () => database.read.all<BlobRow>(blobsOf, [id]),
      (blobs) => removeBlobs(blobs, ofErased, [], removal),
    )
    await database.transaction(async (sql) => {
      // Another server may have come to the end first, and its holder may have made the vault again.
      if ((await sql.get(lockErased, [id])) === undefined) return
      if ((await sql.get("select name from vault_blob where vault_id = ? limit 1", [id])) !== undefined) return
      for (const small of smallRemovals) await sql.run(small, [id])
      await sql.run("delete from vault where id = ?", [id])
    })
  }

  async function eraseUnused(at: number, removal: Removal): Promise<void> {
    const since = [at - idleMs, at - idleOfCodesMs]
    for (const { id } of await database.read.all<{ id: string }>(unusedVaults, since)) {
      const isClosed = await database.transaction(async (sql) => {
        // Somebody may have used it since it was looked at.
        if ((await sql.get(lockUnused, [...since, id])) === undefined) return false
        await sql.run(close, [id])
        return true
      })
      if (isClosed) await clear(id, removal)
    }
    // Another server, or this one before it was started again, did not come to the end of these.
    for (const { id } of await database.read.all<{ id: string }>(erasedVaults)) await clear(id, removal)
  }

  async function sweepSnapshots(at: number): Promise<void> {
    const unfinished = await database.read.all<KeptSnapshot>(inStateBefore, ["storing", at - unfinishedMs])
    for (const { vault_id, id } of unfinished) {
      await database.transaction(async (sql) => {
        if ((await sql.get(lock, [vault_id])) !== undefined) await giveUp(sql, vault_id, id)
      })
    }
    for (const old of await database.read.all<KeptSnapshot>(inStateBefore, ["old", at - keptMs])) {
      await removeSnapshot(database, old)
    }
    for (const { vault_id, upto } of await database.read.all<KeptSnapshot>(coveredBefore, [at - keptMs])) {
      await removeBatches(database, vault_id, upto)
    }
  }

  async function sweepBlobs(at: number, removal: Removal): Promise<void> {
    const ended = [
      [isUnneeded, at - keptMs],
      [isUnfinished, at - unfinishedMs],
    ] as const
    for (const [mayGo, before] of ended) {
      // What may not go any more when its turn comes is not read again either: both ask for the same.
      await untilNone(
        () => database.read.all<BlobRow>(`${blobsThat} ${mayGo} limit ${portion.rows}`, [before]),
        (blobs) => removeBlobs(blobs, mayGo, [before], removal),
        mostSwept,
      )
    }
  }

  return {
    erase,
    async sweep() {
      const at = now()
      const removal = startRemoval(deps)
      await eraseUnused(at, removal)
      await sweepSnapshots(at)
      await sweepBlobs(at, removal)
      await database.transaction(async (sql) => {
        await sql.run("delete from vault_pairing where expires_at <= ?", [at - rememberedMs])
        // A pairing that nobody came for is erased when its time is over.
        await sql.run("update vault_pairing set data = '' where expires_at <= ? and data <> ''", [at])
      })
      const again = startRemoval(deps)
      await again.tryAgain()
      again.check()
    },
  }
}

async function untilNone<Row>(
  read: () => Promise<readonly Row[]>,
  remove: (rows: readonly Row[]) => Promise<void>,
  most = Infinity,
): Promise<void> {
  let looked = 0
  while (looked < most) {
    const rows = await read()
    if (rows.length === 0) return
    await remove(rows)
    looked += rows.length
  }
}

/** Takes a vault's token, owner and places from it; what it holds is on its way out. */
const close = `update vault set token_hash = '', owner = '', code_id = null, place = null, network = null,
  kept_bytes = kept_bytes + bytes, bytes = 0, log_bytes = 0 where id = ?`
const lockAny = "select id from vault where id = ? for update"
const lockErased = "select id from vault where id = ? and token_hash = '' for update"
const ofErased = "exists (select 1 from vault where vault.id = vault_id and vault.token_hash = '')"
const snapshotsOf = `select vault_id, id, upto from vault_snapshot where vault_id = ? and ${ofErased} limit ${portion.rows}`
const blobsThat = `select vault_id, name, file_id from vault_blob where ${isInPlace} and`
const isUnneeded = "unneeded_at <= ?"
const isUnfinished = "state = 'storing' and at <= ?"
const blobsOf = `${blobsThat} vault_id = ? and ${ofErased} limit ${portion.rows}`
/** (for visitors, for codes) */
const isUnused = `used_at <= ? and token_hash <> '' and (
  (tier = 'visitor' and served_at < ${servedNow} - ${idleMs})
  or (used_at <= ? and served_at < ${servedNow} - ${idleOfCodesMs}))`
const unusedVaults = `select id from vault where ${isUnused} limit 100`
const lockUnused = `select id from vault where ${isUnused} and id = ? for update`
// Those that wait for a file which cannot be removed hold up no other.
const erasedVaults = `select id from vault where token_hash = ''
  order by exists (select 1 from vault_blob where vault_blob.vault_id = vault.id and not ${isInPlace}), random() limit 100`
const inStateBefore = `select vault_id, id, upto from vault_snapshot where state = ? and at <= ? order by at limit 1000`
const coveredBefore = `select s.vault_id, s.id, s.upto from vault v cross join vault_snapshot s
  where v.kept_bytes > 0 and s.vault_id = v.id and s.state = 'live' and s.at <= ?`
const smallRemovals = ["writer", "device", "pairing"].map((table) => `delete from vault_${table} where vault_id = ?`)
