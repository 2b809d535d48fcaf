import type { Migration } from "../migrate.ts"

/** How much is kept of an ended answer to somebody without a code, in bytes; 0 for codes, and where nothing is. */
export const strangersKept: Migration = {
  number: 6,
  name: "strangers-kept",
  statements: () => [
    "alter table run add column stranger_bytes bigint not null default 0",
    `update run set stranger_bytes = coalesce(octet_length(reply), 0) +
       (select coalesce(sum(octet_length(content)), 0) from run_frames where run_id = run.id)
       where state <> 'open' and (owner like 'key:%' or owner like 'visitor:%')`,
    "create index run_strangers on run (ended_at, id, stranger_bytes) where stranger_bytes > 0",
    "create index run_stranger on run (owner, ended_at, id, stranger_bytes) where stranger_bytes > 0",
  ],
}
