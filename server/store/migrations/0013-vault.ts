import type { Migration } from "../migrate.ts"

/**
 * Vaults: sealed copies of what people's devices share. What is in them is base64 that nobody here can read. A batch is covered
 * once a snapshot holds what it says; pictures lie in the file store.
 */
export const vault: Migration = {
  number: 13,
  name: "vault",
  statements: () => [
    `create table vault (
      id text not null primary key,
      token_hash text not null,
      owner text not null,
      code_id text,
      tier text not null,
      place text,
      network text,
      last_seq bigint not null,
      bytes bigint not null,
      created_at bigint not null,
      used_at bigint not null,
      served_at bigint not null
    )`,
    "create index vault_owner on vault (owner)",
    "create index vault_code on vault (code_id)",
    "create index vault_place on vault (place)",
    "create index vault_network on vault (network)",
    `create table vault_batch (
      vault_id text not null,
      seq bigint not null,
      batch_id text not null,
      hash text not null,
      bytes bigint not null,
      data text not null,
      at bigint not null,
      covered_at bigint,
      primary key (vault_id, seq),
      unique (vault_id, batch_id)
    )`,
    `create table vault_writer (
      vault_id text not null,
      writer text not null,
      number bigint not null,
      hash text not null,
      primary key (vault_id, writer)
    )`,
    `create table vault_device (
      vault_id text not null,
      device text not null,
      seen_at bigint not null,
      primary key (vault_id, device)
    )`,
    `create table vault_snapshot (
      vault_id text not null,
      id text not null,
      state text not null,
      upto bigint not null,
      parts bigint not null,
      bytes bigint not null,
      at bigint not null,
      primary key (vault_id, id)
    )`,
    `create table vault_part (
      vault_id text not null,
      snapshot_id text not null,
      number bigint not null,
      bytes bigint not null,
      data text not null,
      primary key (vault_id, snapshot_id, number)
    )`,
    `create table vault_blob (
      vault_id text not null,
      name text not null,
      file_id text not null,
      state text not null,
      bytes bigint not null,
      at bigint not null,
      unneeded_at bigint,
      primary key (vault_id, name)
    )`,
    `create table vault_pairing (
      id text not null primary key,
      vault_id text not null,
      data text not null,
      expires_at bigint not null
    )`,
    "create index vault_pairing_expiry on vault_pairing (expires_at)",
  ],
}
