import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/database.ts"

const capturedSince = `
  select sum(captured) as spent from hold where wallet_id = ? and closed_at >= ? and captured > 0`

/** What was charged to a wallet since an instant (epoch ms), whichever way its runs ended. */
export async function readSpent(sql: Sql, walletId: string, since: number): Promise<MicroReais> {
  const row = await sql.get<{ spent: number | null }>(capturedSince, [walletId, since])
  return microReais(row?.spent ?? 0)
}
