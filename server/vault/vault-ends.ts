import { servedNow } from "../store/served-time.ts"
import { dropBlob } from "./vault-blobs.ts"
import { giveUp, type KeptSnapshot, portion, removeBatches, removeSnapshot } from "./vault-kept.ts"
import { dayMs, lock } from "./vault-rows.ts"
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

interface BlobRow {
  readonly vault_id: string
  readonly name: string
  readonly file_id: string
}

interface VaultEnds extends Pick<Vaults, "sweep"> {
  /** From the first moment nobody can open the vault; it is gone with all it held when this has ended. */
  erase(id: string): Promise<void>
}

/** How vaults and what lies in them come to an end, in portions that nobody has to wait for. */
export function createVaultEnds({ database, files, now }: VaultsDeps): VaultEnds {
  /** Removes pictures: first the rows, then the files. A crash between the two leaves bytes that nobody can find. */
  async function removeBlobs(blobs: readonly BlobRow[], mayGo: string, params: readonly number[]): Promise<void> {
    const gone = await database.transaction(async (sql) => {
      const dropped: string[] = []
      for (const { vault_id, name, file_id } of blobs) {
        // Somebody may have needed it again since it was looked at.
        const row = await sql.get(
          `select name from vault_blob where vault_id = ? and name = ? and file_id = ? and ${mayGo} for update`,
          [vault_id, name, file_id, ...params],
        )
        if (row === undefined) continue
        await dropBlob(sql, vault_id, name)
        dropped.push(file_id)
      }
      return dropped
    })
    for (const id of gone) await files.remove(id)
  }

  async function erase(id: string): Promise<void> {
    await database.transaction(async (sql) => {
      if ((await sql.get(lock, [id])) !== undefined) await sql.run(close, [id])
    })
    await clear(id)
  }

  /** Removes everything that lies in a vault which nobody can open any more, and the vault at last. */
  async function clear(id: string): Promise<void> {
    await removeBatches(database, id, Number.MAX_SAFE_INTEGER)
    await untilNone(
      () => database.read.all<KeptSnapshot>(snapshotsOf, [id]),
      async (snapshots) => {
        for (const snapshot of snapshots) await removeSnapshot(database, snapshot)
      },
    )
    await untilNone(
      () => database.read.all<BlobRow>(blobsOf, [id]),
      (blobs) => removeBlobs(blobs, ofErased, []),
    )
    await database.transaction(async (sql) => {
      // Another server may have come to the end first, and its holder may have made the vault again.
      if ((await sql.get(lockErased, [id])) === undefined) return
      for (const removal of smallRemovals) await sql.run(removal, [id])
      await sql.run("delete from vault where id = ?", [id])
    })
  }

  async function eraseUnused(at: number): Promise<void> {
    const since = [at - idleMs, at - idleOfCodesMs]
    for (const { id } of await database.read.all<{ id: string }>(unusedVaults, since)) {
      const isClosed = await database.transaction(async (sql) => {
        // Somebody may have used it since it was looked at.
        if ((await sql.get(lockUnused, [...since, id])) === undefined) return false
        await sql.run(close, [id])
        return true
      })
      if (isClosed) await clear(id)
    }
    // Another server, or this one before it was started again, did not come to the end of these.
    for (const { id } of await database.read.all<{ id: string }>(erasedVaults)) await clear(id)
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

  async function sweepBlobs(at: number): Promise<void> {
    const ended = [
      [isUnneeded, at - keptMs],
      [isUnfinished, at - unfinishedMs],
    ] as const
    for (const [mayGo, before] of ended) {
      // What may not go any more when its turn comes is not read again either: both ask for the same.
      await untilNone(
        () => database.read.all<BlobRow>(`${blobsThat} ${mayGo} limit ${portion.rows}`, [before]),
        (blobs) => removeBlobs(blobs, mayGo, [before]),
        mostSwept,
      )
    }
  }

  return {
    erase,
    async sweep() {
      const at = now()
      await eraseUnused(at)
      await sweepSnapshots(at)
      await sweepBlobs(at)
      await database.transaction(async (sql) => {
        await sql.run("delete from vault_pairing where expires_at <= ?", [at - rememberedMs])
        // A pairing that nobody came for is erased when its time is over.
        await sql.run("update vault_pairing set data = '' where expires_at <= ? and data <> ''", [at])
      })
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
const lockErased = "select id from vault where id = ? and token_hash = '' for update"
const ofErased = "exists (select 1 from vault where vault.id = vault_id and vault.token_hash = '')"
const snapshotsOf = `select vault_id, id, upto from vault_snapshot where vault_id = ? and ${ofErased} limit ${portion.rows}`
const blobsThat = "select vault_id, name, file_id from vault_blob where"
const isUnneeded = "unneeded_at <= ?"
const isUnfinished = "state = 'storing' and at <= ?"
const blobsOf = `${blobsThat} vault_id = ? and ${ofErased} limit ${portion.rows}`
/** (for visitors, for codes) */
const isUnused = `used_at <= ? and token_hash <> '' and (
  (tier = 'visitor' and served_at < ${servedNow} - ${idleMs})
  or (used_at <= ? and served_at < ${servedNow} - ${idleOfCodesMs}))`
const unusedVaults = `select id from vault where ${isUnused} limit 100`
const lockUnused = `select id from vault where ${isUnused} and id = ? for update`
const erasedVaults = "select id from vault where token_hash = '' limit 100"
const inStateBefore = `select vault_id, id, upto from vault_snapshot where state = ? and at <= ? order by at limit 1000`
const coveredBefore = `select s.vault_id, s.id, s.upto from vault v cross join vault_snapshot s
  where v.kept_bytes > 0 and s.vault_id = v.id and s.state = 'live' and s.at <= ?`
const smallRemovals = ["writer", "device", "blob", "pairing"].map(
  (table) => `delete from vault_${table} where vault_id = ?`,
)
