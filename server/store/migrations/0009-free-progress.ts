import type { Migration } from "../migrate.ts"

/** How far answers have come that hold no money, because we pay for them: what a crash leaves of one is booked as its end would be. */
export const freeProgress: Migration = {
  number: 9,
  name: "free-progress",
  statements: (dialect) => [
    // As JSON, from the first words on until the end.
    `create table free_progress (
      run_id text primary key,
      server text not null,
      progress text not null)${dialect === "sqlite" ? " without rowid" : ""}`,
    "create index free_progress_server on free_progress (server)",
  ],
}
