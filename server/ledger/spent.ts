import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/database.ts"

/** What left the wallet, not what was captured: some of that may have been ours to bear. */
const chargedSince = `
  select sum(-entry.amount) as spent from hold
  join txn on txn.ref = 'use:' || hold.id
  join entry on entry.txn_id = txn.id and entry.account = hold.wallet_id
  where hold.wallet_id = ? and hold.closed_at >= ? and hold.captured > 0`

/** What was charged to a wallet since an instant (epoch ms), whichever way its runs ended. */
export async function readSpent(sql: Sql, walletId: string, since: number): Promise<MicroReais> {
  const row = await sql.get<{ spent: number | null }>(chargedSince, [walletId, since])
  return microReais(row?.spent ?? 0)
}

/** Of a hold that could be exceeded, the part beyond it is left out: it may have been ours to bear. */
const answeredSince = `
  select count(*) as answered, sum(case when captured < amount then captured else amount end) as paid
  from hold where wallet_id = ? and closed_at >= ? and captured > 0`

/** How many runs a wallet has paid since an instant (epoch ms), and how much at the least. */
export async function readAnswered(
  sql: Sql,
  walletId: string,
  since: number,
): Promise<{ readonly answered: number; readonly paid: number }> {
  const row = await sql.get<{ answered: number; paid: number | null }>(answeredSince, [walletId, since])
  return { answered: row?.answered ?? 0, paid: row?.paid ?? 0 }
}
