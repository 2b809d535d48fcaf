import type { Migration } from "../migrate.ts"

/**
 * What people share: conversations, pages and pictures, whose bytes lie in the file store under the same id; who reported
 * them; which pictures a shared conversation shows; and how much somebody has shared in a day.
 */
export const sharing: Migration = {
  number: 12,
  name: "sharing",
  statements: () => [
    `create table shared_file (
      id text not null primary key,
      kind text not null,
      owner text not null,
      code_id text,
      type text not null,
      bytes bigint not null,
      delete_hash text not null,
      state text not null,
      created_at bigint not null,
      expires_at bigint not null,
      reviewed_at bigint
    )`,
    "create index shared_file_expiry on shared_file (expires_at)",
    "create index shared_file_code on shared_file (code_id)",
    `create table shared_report (
      file_id text not null,
      place text not null,
      reason text not null,
      at bigint not null,
      primary key (file_id, place)
    )`,
    `create table shared_picture (
      share_id text not null,
      picture_id text not null,
      primary key (share_id, picture_id)
    )`,
    "create index shared_picture_id on shared_picture (picture_id)",
    `create table shared_day (
      day text not null,
      subject text not null,
      files bigint not null,
      bytes bigint not null,
      primary key (day, subject)
    )`,
  ],
}
