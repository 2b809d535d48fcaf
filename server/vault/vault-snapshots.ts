import type { RefusalReason } from "#core/gateway/refusal.ts"
import { rollback } from "../store/rollback.ts"
import type { Sql } from "../store/sql.ts"
import { noteUnneeded } from "./vault-blobs.ts"
import { giveUp, keepWithin, type KeptSnapshot, removeSnapshot, uploadedBy } from "./vault-kept.ts"
import { countedBytes, fitsUploaded, vaultBytes } from "./vault-quota.ts"
import { liveSnapshot, lock, stateOf, type VaultRow } from "./vault-rows.ts"
import type { SnapshotFacts, Vaults, VaultsDeps } from "./vaults.ts"

/** Snapshots of a vault: uploaded in parts, and the vault's with one call. */
export function createVaultSnapshots({ database, now }: VaultsDeps): Pick<Vaults, "putPart" | "part" | "seal"> {
  /** One is uploaded at a time: whoever begins later wins, and what was uploaded of another one goes at once. */
  async function makeWay(vaultId: string, snapshotId: string): Promise<void> {
    const known = await database.read.get(stateOf, [vaultId, snapshotId])
    const others = known === undefined ? await database.read.all<KeptSnapshot>(uploadsOf, [vaultId]) : []
    for (const other of others) {
      const isGivenUp = await database.transaction(
        async (sql) => (await sql.get(lock, [vaultId])) !== undefined && (await giveUp(sql, vaultId, other.id)),
      )
      if (isGivenUp) await removeSnapshot(database, other)
    }
  }

  return {
    async putPart(vault, snapshotId, number, bytes) {
      const { id } = vault
      const counted = countedBytes(bytes.length)
      const data = Buffer.from(bytes).toString("base64")
      await makeWay(id, snapshotId)
      await keepWithin(database, vault, counted)
      return database.transaction<RefusalReason | undefined>(async (sql) => {
        const row = await sql.get<VaultRow>(lock, [id])
        if (row === undefined) return "no-such-vault"
        const known = await sql.get<{ state: string }>(stateOf, [id, snapshotId])
        if (known !== undefined && known.state !== "storing") return "vault-superseded"
        if (known === undefined) {
          // Others that began meanwhile give way, too; the sweep removes them.
          for (const other of await sql.all<KeptSnapshot>(uploadsOf, [id])) await giveUp(sql, id, other.id)
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
        const stored = (held?.bytes ?? 0) + counted
        const before = await sql.get<SnapshotFacts>(liveSnapshot, [id])
        // What could not be sealed even if the snapshot took the place of all batches is not taken.
        const more = stored - (before?.bytes ?? 0) - row.log_bytes
        await sql.run("update vault_snapshot set bytes = ? where vault_id = ? and id = ?", [stored, id, snapshotId])
        if (!(await fitsUploaded(sql, vault, more, stored))) return rollback<RefusalReason>("vault-full")
        if ((await uploadedBy(sql, vault.owner)) > vaultBytes[vault.tier]) return rollback<RefusalReason>("vault-full")
        await sql.run("insert into vault_part (vault_id, snapshot_id, number, bytes, data) values (?, ?, ?, ?, ?)", [
          id,
          snapshotId,
          number,
          counted,
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

    async seal(vault, { id: snapshotId, upto, parts, keep }) {
      const { id } = vault
      const refused = await database.transaction<RefusalReason | undefined>(async (sql) => {
        const row = await sql.get<VaultRow>(lock, [id])
        if (row === undefined) return "no-such-vault"
        const before = await sql.get<SnapshotFacts>(liveSnapshot, [id])
        // Its reply was lost on the way.
        if (before?.id === snapshotId) return undefined
        if (upto > row.last_seq) return "bad-vault-request"
        if (before !== undefined && upto <= before.upto) return "vault-superseded"
        const held = await sql.get<{ parts: number; bytes: number }>(sumOfParts, [id, snapshotId])
        const isWhole = held?.parts === parts && (await isStoring(sql, id, snapshotId))
        if (!isWhole) return "vault-superseded"
        const covered = await bytesCovered(sql, row, before?.upto ?? 0, upto)
        const kept = covered + (before?.bytes ?? 0)
        const more = held.bytes - kept
        // What makes a vault smaller is not refused; what it covers goes at once where there is no room to keep it.
        if (more > 0 && !(await fitsUploaded(sql, vault, more, 0))) return "vault-full"
        // Nothing of what is covered is touched: that would write it all anew, and nobody else could write meanwhile.
        await sql.run("update vault_snapshot set state = 'old', at = ? where vault_id = ? and state = 'live'", [
          now(),
          id,
        ])
        await sql.run(
          "update vault_snapshot set state = 'live', upto = ?, parts = ?, bytes = ?, at = ? where vault_id = ? and id = ?",
          [upto, parts, held.bytes, now(), id, snapshotId],
        )
        await sql.run(
          "update vault set bytes = bytes + ?, log_bytes = log_bytes - ?, kept_bytes = kept_bytes + ? where id = ?",
          [more, covered, kept, id],
        )
        return undefined
      })
      if (refused !== undefined) return refused
      await keepWithin(database, vault, 0)
      if (keep !== undefined) await noteUnneeded(database, id, new Set(keep), now())
      return undefined
    },
  }
}

const uploadsOf = "select vault_id, id, upto from vault_snapshot where vault_id = ? and state = 'storing'"
const sumOfParts =
  "select count(*) as parts, coalesce(sum(bytes), 0) as bytes from vault_part where vault_id = ? and snapshot_id = ?"
const sumOfBatches =
  "select coalesce(sum(bytes), 0) as bytes from vault_batch where vault_id = ? and seq > ? and seq <= ?"

/** What the batches between the last snapshot and the next one hold: of the log's two parts the shorter one is added up. */
async function bytesCovered(sql: Sql, { id, last_seq, log_bytes }: VaultRow, from: number, upto: number) {
  const isFirstShorter = upto - from < last_seq - upto
  const [after, end] = isFirstShorter ? [from, upto] : [upto, last_seq]
  const bytes = (await sql.get<{ bytes: number }>(sumOfBatches, [id, after, end]))?.bytes ?? 0
  return isFirstShorter ? bytes : log_bytes - bytes
}

async function isStoring(sql: Sql, vaultId: string, snapshotId: string): Promise<boolean> {
  return (await sql.get<{ state: string }>(stateOf, [vaultId, snapshotId]))?.state === "storing"
}
