import type { Migration } from "../migrate.ts"

/** Which chat an answer belongs to, for another device of the same user; and what all servers of one database must share. */
export const sessionHint: Migration = {
  number: 3,
  name: "session-hint",
  statements: () => [
    "alter table run add column session_hint text",
    "create table deployment (name text primary key, value text not null)",
  ],
}
