import type { Migration } from "../migrate.ts"

/**
 * What shared files hold of the file store: of each file (`held`, 0 once its bytes are gone), and the sums of these for each owner, each
 * network of visitors (hashes under a secret), and all visitors together.
 */
export const sharedHeld: Migration = {
  number: 16,
  name: "shared-held",
  statements: () => [
    "alter table shared_file add column held bigint not null default 0",
    "alter table shared_file add column place text",
    "alter table shared_file add column network text",
    "create table shared_held (subject text not null primary key, bytes bigint not null)",
    `update shared_file set held = case when bytes < 4096 then 4096 else bytes end
     where state in ('storing', 'live', 'hidden', 'removed', 'erasing')`,
    "insert into shared_held (subject, bytes) select owner, sum(held) from shared_file where held > 0 group by owner",
    `insert into shared_held (subject, bytes)
     select 'visitors', coalesce(sum(held), 0) from shared_file where owner like 'visitor:%'`,
  ],
}
