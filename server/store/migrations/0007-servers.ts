import type { Migration } from "../migrate.ts"

/**
 * The living servers, in one row for each instead of a lease for each hold: open records name their server. `beat_at`
 * is the last heartbeat, `beating_since` the beginning of heartbeats without a gap; epoch ms by the database's clock.
 * In a folder, where a lock shows who lives, both are 0.
 */
export const servers: Migration = {
  number: 7,
  name: "servers",
  statements: (dialect) => [
    `create table server (
      id text primary key,
      beating_since bigint not null,
      beat_at bigint not null)${dialect === "sqlite" ? " without rowid" : ""}`,
    "drop index hold_open",
    "alter table hold drop column lease_until",
    "create index hold_open on hold (owner) where state = 'open'",
    "drop index day_reserve_lease",
    "alter table day_reserve drop column lease_until",
    // No server is running: what calls had set aside belongs to a dead one.
    "alter table day_reserve add column server text not null default ''",
    "create index day_reserve_server on day_reserve (server)",
    // The servers of what is open were heard now: the one that starts closes it as that of any other dead one.
    `insert into server (id, beating_since, beat_at) select id, 0, ${dialect === "sqlite" ? "0" : "(extract(epoch from clock_timestamp()) * 1000)::bigint"}
      from (select owner as id from hold where state = 'open' union select server from run where state = 'open'
        union select server from day_reserve) as open_at_the_end`,
  ],
}
