import type { SqlPiece } from "../server/servers/membership.ts"

/** A clock of the test's in the place of the database's own. Epoch ms. */
export function sqlClock(now: () => number): SqlPiece {
  return { text: "cast(? as bigint)", params: () => [now()] }
}
