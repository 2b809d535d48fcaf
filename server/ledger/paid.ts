import type { Sql } from "../store/sql.ts"
import type { HoldRow } from "./hold.ts"
import { readEntries } from "./transaction-lines.ts"

/** The reference of the one usage transaction a run may have. */
export function useRef(runId: string): string {
  return `use:${runId}`
}

/** The reference of the correction of it: the end of a run that a sweep had charged, or booked, for a part. */
export function endRef(runId: string): string {
  return `end:${runId}`
}

/** The amounts that left the wallets for a run: micro-reais, and search calls. */
export async function paidFor(
  sql: Sql,
  { id, wallet_id, calls_wallet_id }: Pick<HoldRow, "id" | "wallet_id" | "calls_wallet_id">,
): Promise<{ readonly money: number; readonly calls: number }> {
  const entries = [...(await readEntries(sql, useRef(id))), ...(await readEntries(sql, endRef(id)))]
  const outOf = (account: string | null) =>
    entries.reduce((sum, entry) => (entry.account === account ? sum - entry.amount : sum), 0)
  return { money: outOf(wallet_id), calls: outOf(calls_wallet_id) }
}
