import type { RefusalReason } from "#core/gateway/refusal.ts"
import { rollback } from "../store/rollback.ts"
import type { Sql } from "../store/sql.ts"
import { noteUnneeded } from "./vault-blobs.ts"
import { countedBytes, fits } from "./vault-quota.ts"
import { addBytes, liveSnapshot, lock, type VaultRow } from "./vault-rows.ts"
import type { SnapshotFacts, Vaults, VaultsDeps } from "./vaults.ts"

/** Snapshots of a vault: uploaded in parts, and the vault's with one call. */
export function createVaultSnapshots({ database, now }: VaultsDeps): Pick<Vaults, "putPart" | "part" | "seal"> {
  return {
    async putPart(vault, snapshotId, number, bytes) {
      const { id } = vault
      const data = Buffer.from(bytes).toString("base64")
      return database.transaction<RefusalReason | undefined>(async (sql) => {
        if ((await sql.get(lock, [id])) === undefined) return "no-such-vault"
        const known = await sql.get<{ state: string }>(
          "select state from vault_snapshot where vault_id = ? and id = ?",
          [id, snapshotId],
        )
        if (known !== undefined && known.state !== "storing") return "vault-superseded"
        if (known === undefined) {
          // One is uploaded at a time: whoever begins later wins.
          const others = await sql.all<{ id: string }>(
            "select id from vault_snapshot where vault_id = ? and state = 'storing'",
            [id],
          )
          for (const other of others) await dropSnapshot(sql, id, other.id)
          await sql.run(
            "insert into vault_snapshot (vault_id, id, state, upto, parts, bytes, at) values (?, ?, 'storing', 0, 0, 0, ?)",
            [id, snapshotId, now()],
          )
        }
        await sql.run("delete from vault_part where vault_id = ? and snapshot_id = ? and number = ?", [
          id,
          snapshotId,
          number,
        ])
        const held = await sql.get<{ bytes: number }>(sumOfParts, [id, snapshotId])
        const stored = (held?.bytes ?? 0) + countedBytes(bytes.length)
        const before = await sql.get<SnapshotFacts>(liveSnapshot, [id])
        // What could not be sealed even if the snapshot took the place of all batches is not taken.
        const more = stored - (before?.bytes ?? 0) - (await bytesOfLog(sql, id))
        if (more > 0 && !(await fits(sql, vault, more))) return rollback<RefusalReason>("vault-full")
        await sql.run("update vault_snapshot set bytes = ? where vault_id = ? and id = ?", [stored, id, snapshotId])
        await sql.run("insert into vault_part (vault_id, snapshot_id, number, bytes, data) values (?, ?, ?, ?, ?)", [
          id,
          snapshotId,
          number,
          countedBytes(bytes.length),
          data,
        ])
        return undefined
      })
    },

    async part({ id }, snapshotId, number, hasRoom) {
      const size = await database.read.get<{ bytes: number }>(
        "select bytes from vault_part where vault_id = ? and snapshot_id = ? and number = ?",
        [id, snapshotId, number],
      )
      if (size === undefined) return undefined
      if (!hasRoom(size.bytes)) return "no-room"
      const row = await database.read.get<{ data: string }>(
        "select data from vault_part where vault_id = ? and snapshot_id = ? and number = ?",
        [id, snapshotId, number],
      )
      return row && Buffer.from(row.data, "base64")
    },

    async seal({ id, owner, tier }, { id: snapshotId, upto, parts, keep }) {
      return database.transaction<RefusalReason | undefined>(async (sql) => {
        const vault = await sql.get<VaultRow>(lock, [id])
        if (vault === undefined) return "no-such-vault"
        const before = await sql.get<SnapshotFacts>(liveSnapshot, [id])
        // Its reply was lost on the way.
        if (before?.id === snapshotId) return undefined
        if (upto > vault.last_seq) return "bad-vault-request"
        if (before !== undefined && upto <= before.upto) return "vault-superseded"
        const held = await sql.get<{ parts: number; bytes: number }>(sumOfParts, [id, snapshotId])
        const isWhole = held?.parts === parts && (await isStoring(sql, id, snapshotId))
        if (!isWhole) return "vault-superseded"
        const more = held.bytes - (before?.bytes ?? 0) - (await bytesOfLog(sql, id, upto))
        if (more > 0 && !(await fits(sql, { id, owner, tier }, more))) return "vault-full"
        // The one before the last has no use any more, nor have the batches that it was kept with.
        const old = await sql.all<{ id: string }>(
          "select id from vault_snapshot where vault_id = ? and state = 'old'",
          [id],
        )
        for (const one of old) await dropSnapshot(sql, id, one.id)
        await sql.run("delete from vault_batch where vault_id = ? and covered_at is not null", [id])
        await sql.run("update vault_snapshot set state = 'old', at = ? where vault_id = ? and state = 'live'", [
          now(),
          id,
        ])
        await sql.run(
          "update vault_snapshot set state = 'live', upto = ?, parts = ?, bytes = ?, at = ? where vault_id = ? and id = ?",
          [upto, parts, held.bytes, now(), id, snapshotId],
        )
        await sql.run("update vault_batch set covered_at = ? where vault_id = ? and seq <= ?", [now(), id, upto])
        await sql.run(addBytes, [more, id])
        if (keep !== undefined) await noteUnneeded(sql, id, new Set(keep), now())
        return undefined
      })
    },
  }
}

export async function dropSnapshot(sql: Sql, vaultId: string, snapshotId: string): Promise<void> {
  await sql.run("delete from vault_part where vault_id = ? and snapshot_id = ?", [vaultId, snapshotId])
  await sql.run("delete from vault_snapshot where vault_id = ? and id = ?", [vaultId, snapshotId])
}

const sumOfParts =
  "select count(*) as parts, coalesce(sum(bytes), 0) as bytes from vault_part where vault_id = ? and snapshot_id = ?"

/** What the batches up to a number hold, of those that no snapshot has taken the place of. */
async function bytesOfLog(sql: Sql, vaultId: string, upto = Number.MAX_SAFE_INTEGER): Promise<number> {
  const row = await sql.get<{ bytes: number }>(
    "select coalesce(sum(bytes), 0) as bytes from vault_batch where vault_id = ? and seq <= ? and covered_at is null",
    [vaultId, upto],
  )
  return row?.bytes ?? 0
}

async function isStoring(sql: Sql, vaultId: string, snapshotId: string): Promise<boolean> {
  const row = await sql.get<{ state: string }>("select state from vault_snapshot where vault_id = ? and id = ?", [
    vaultId,
    snapshotId,
  ])
  return row?.state === "storing"
}
