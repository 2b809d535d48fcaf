import type { Migration } from "../migrate.ts"

/**
 * A day's free use counts money by name as well as messages, for everybody together under the name `everyone`; what runs
 * have set aside names all that it is counted in. Records of use say no more who a visitor was.
 */
export const visitors: Migration = {
  number: 5,
  name: "visitors",
  statements: (dialect) => [
    "alter table free_usage add column spent bigint not null default 0",
    "alter table free_usage add column reserved bigint not null default 0",
    // No server is running: what calls had set aside counts as spent, as after a crash.
    `insert into free_usage (day, subject, spent) select day, 'everyone', spent + reserved from day_budget`,
    "drop table day_reserve",
    "drop table day_budget",
    // Calls under way, each with what it has set aside under which names (JSON: name and messages), and a lease.
    `create table day_reserve (
      run_id text primary key,
      day text not null,
      amount bigint not null check (amount > 0),
      subjects text not null,
      lease_until bigint not null)${dialect === "sqlite" ? " without rowid" : ""}`,
    "create index day_reserve_lease on day_reserve (lease_until)",
    "update usage_record set owner = 'visitor' where owner like 'visitor:%'",
    "update usage_record set owner = 'key' where owner like 'key:%'",
  ],
}
