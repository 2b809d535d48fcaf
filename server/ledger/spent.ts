import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/sql.ts"

/** The amounts that left the wallet; a captured amount may partly have been our loss. */
const chargedSince = `
  select count(distinct hold.id) as answered, sum(-entry.amount) as paid from hold
  join txn on txn.ref in ('use:' || hold.id, 'end:' || hold.id)
  join entry on entry.txn_id = txn.id and entry.account = hold.wallet_id
  where hold.wallet_id = ? and hold.closed_at >= ? and hold.captured > 0`

/** How many runs a wallet has paid since an instant (epoch ms), whichever way they ended, and how much, in micro-reais. */
export async function readAnswered(
  sql: Sql,
  walletId: string,
  since: number,
): Promise<{ readonly answered: number; readonly paid: MicroReais }> {
  const row = await sql.get<{ answered: number; paid: number | null }>(chargedSince, [walletId, since])
  return { answered: row?.answered ?? 0, paid: microReais(row?.paid ?? 0) }
}

/** The charges to a wallet since an instant (epoch ms), however its runs ended. */
export async function readSpent(sql: Sql, walletId: string, since: number): Promise<MicroReais> {
  return (await readAnswered(sql, walletId, since)).paid
}
