import { createHash } from "node:crypto"
import type { Sql } from "../store/sql.ts"
import type { VaultTier } from "./vault-quota.ts"

/*
 * Statements that the log, the snapshots and the pictures of a vault share. Each transaction that changes a vault locks the vault's row
 * first (`lock`), so that all changes of one vault happen in one order, whichever server they come through.
 */

export interface VaultRow {
  readonly id: string
  readonly owner: string
  readonly tier: VaultTier
  readonly token_hash: string
  readonly last_seq: number
  /** Of everything that counts: the live snapshot, the batches behind it, the pictures. */
  readonly bytes: number
  /** Of the batches behind the live snapshot. */
  readonly log_bytes: number
  /** Of what stays for a while and does not count (`vault-kept.ts`). */
  readonly kept_bytes: number
}

export const columns = "id, owner, tier, token_hash, last_seq, bytes, log_bytes, kept_bytes"
/** One that is being erased is none any more: nobody's token is its own. */
export const lock = `select ${columns} from vault where id = ? and token_hash <> '' for update`
export const liveSnapshot = "select id, upto, parts, bytes from vault_snapshot where vault_id = ? and state = 'live'"
export const stateOf = "select state from vault_snapshot where vault_id = ? and id = ?"
export const addBytes = "update vault set bytes = bytes + ? where id = ?"

/** The number of the first batch that is still there; the next one's where there is none. */
export async function oldestOf(sql: Sql, vaultId: string, last: number): Promise<number> {
  const row = await sql.get<{ seq: number | null }>("select min(seq) as seq from vault_batch where vault_id = ?", [
    vaultId,
  ])
  return row?.seq ?? last + 1
}

export function hashOf(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("base64url")
}
