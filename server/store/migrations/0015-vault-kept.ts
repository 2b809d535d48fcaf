import type { Migration } from "../migrate.ts"

const coveredUpto =
  "coalesce((select s.upto from vault_snapshot s where s.vault_id = vault.id and s.state = 'live'), 0)"

/**
 * What a vault keeps for a while beside what counts. A batch is covered where its number is at most that of the vault's live snapshot: no row
 * says so, and `vault_batch.covered_at` is not read any more. It stays, because SQLite would write every batch anew without it.
 */
export const vaultKept: Migration = {
  number: 15,
  name: "vault-kept",
  statements: () => [
    // log_bytes: of the batches behind the live snapshot. kept_bytes: of covered batches, and of snapshots that gave way to another one.
    "alter table vault add column log_bytes bigint not null default 0",
    "alter table vault add column kept_bytes bigint not null default 0",
    // So that sums over a log, and over all visitors, read nothing but an index: rows of batches hold megabytes.
    "create index vault_batch_bytes on vault_batch (vault_id, seq, bytes)",
    "create index vault_tier on vault (tier, bytes, kept_bytes)",
    "create index vault_used on vault (used_at)",
    "create index vault_erased on vault (id) where token_hash = ''",
    "create index vault_kept on vault (id) where kept_bytes > 0",
    "create index vault_snapshot_state on vault_snapshot (vault_id, state)",
    "create index vault_snapshot_age on vault_snapshot (state, at)",
    "create index vault_blob_unneeded on vault_blob (unneeded_at) where unneeded_at is not null",
    "create index vault_blob_storing on vault_blob (at) where state = 'storing'",
    `update vault set
      log_bytes = coalesce((select sum(b.bytes) from vault_batch b where b.vault_id = vault.id and b.seq > ${coveredUpto}), 0),
      kept_bytes = coalesce((select sum(b.bytes) from vault_batch b where b.vault_id = vault.id and b.seq <= ${coveredUpto}), 0)
        + coalesce((select sum(s.bytes) from vault_snapshot s where s.vault_id = vault.id and s.state = 'old'), 0)`,
  ],
}
