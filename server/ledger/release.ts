import type { Sql } from "../store/sql.ts"
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
    giveBack(sql, closed.amount, closed.wallet_id),
    closed.calls_wallet_id === null ? 0 : giveBack(sql, closed.calls, closed.calls_wallet_id),
  ])
  return true
}

function giveBack(sql: Sql, reserved: number, walletId: string): Promise<number> {
  return sql.run(capture, [reserved, 0, reserved, 0, walletId])
}
