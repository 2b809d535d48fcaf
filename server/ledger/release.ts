import type { Sql } from "../store/database.ts"
import type { HoldRow } from "./hold.ts"
import { capture, releaseHold } from "./ledger-statements.ts"

type Closed = Pick<HoldRow, "wallet_id" | "calls_wallet_id" | "amount" | "calls">

/**
 * Gives a reservation back: `void` when the run ended without anything to charge, `expired` when its owner died. Nothing
 * moves, so nothing is booked. False when the hold is not open or not this owner's; then nothing changes.
 */
export async function release(
  sql: Sql,
  id: string,
  state: "void" | "expired",
  owner: string,
  now: number,
): Promise<boolean> {
  const closed = await sql.get<Closed>(releaseHold, [state, now, id, owner])
  if (closed === undefined) return false
  await Promise.all([
    sql.run(capture, [closed.amount, 0, closed.wallet_id]),
    closed.calls_wallet_id === null ? 0 : sql.run(capture, [closed.calls, 0, closed.calls_wallet_id]),
  ])
  return true
}
