import type { Migration } from "../migrate.ts"

/**
 * A second clock, of which `served_at` is a reading: what is erased for its age must be old by both. And wallets that had
 * stayed shut after a chargeback was covered.
 */
export const servedTime: Migration = {
  number: 8,
  name: "served-time",
  statements: (dialect) => [
    // One row: for how long servers have served this database, in ms. It never goes back, and never faster than time does.
    `create table served_time (
      id smallint primary key check (id = 1),
      ms bigint not null)`,
    "insert into served_time (id, ms) values (1, 0)",

    // When a run ended; null while it is open.
    "alter table run add column served_at bigint",
    "update run set served_at = 0 where state <> 'open'",
    "drop index run_started",
    "create index run_served on run (served_at) where served_at is not null",
    // The keys of paid answers whose rows are gone: what was paid under one is never paid again.
    `create table spent_key (
      owner text not null,
      idem_key text not null,
      req_hash text not null,
      run_id text not null,
      model text not null,
      at bigint not null,
      served_at bigint not null,
      primary key (owner, idem_key))${dialect === "sqlite" ? " without rowid" : ""}`,
    "create index spent_key_served on spent_key (served_at)",

    "alter table free_usage add column served_at bigint not null default 0",
    // The common budget is split into several rows from now on; amounts that calls had reserved count as spent.
    ...Array.from(
      { length: 16 },
      (_, part) => `insert into free_usage (day, subject, spent)
        select day, 'everyone/${part}', (spent + reserved + 15) / 16 from free_usage where subject = 'everyone'`,
    ),
    "delete from free_usage where subject = 'everyone'",
    "alter table usage_record add column served_at bigint not null default 0",

    "update wallet set frozen = 0, ver = ver + 1 where frozen = 2 and posted - held >= floor",
  ],
}
