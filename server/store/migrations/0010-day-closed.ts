import type { Migration } from "../migrate.ts"

/**
 * Calls that were closed in a day's counts for a server that was taken for dead: what they were counted with. Should it come
 * back, the end it tells counts the difference.
 */
export const dayClosed: Migration = {
  number: 10,
  name: "day-closed",
  statements: (dialect) => [
    // As in `day_reserve`, and what was counted as spent.
    `create table day_closed (
      run_id text primary key,
      day text not null,
      subjects text not null,
      counted bigint not null)${dialect === "sqlite" ? " without rowid" : ""}`,
    "create index day_closed_day on day_closed (day)",
  ],
}
