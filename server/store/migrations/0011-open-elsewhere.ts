import type { Migration } from "../migrate.ts"

/**
 * How many answers somebody has in progress at other servers is counted where the next one is held for: the open holds of a
 * wallet, server by server. A title or summary beside a message does not count.
 */
export const openElsewhere: Migration = {
  number: 11,
  name: "open-elsewhere",
  statements: () => [
    "alter table hold add column is_aside bigint not null default 0",
    "drop index hold_open",
    "create index hold_open on hold (owner, wallet_id) where state = 'open'",
  ],
}
