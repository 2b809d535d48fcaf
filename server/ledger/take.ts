import type { Sql } from "../store/sql.ts"
import { capture, captureBeyond, lockWallet } from "./ledger-statements.ts"
import { availableIn, type WalletRow } from "./wallet.ts"

/**
 * Gives back a reservation and takes `wanted`, or as much of it as there is; answers what was taken. Up to the reservation
 * the money is certain, whatever happened to the wallet since; beyond it, only what is available may go, which nobody
 * else takes meanwhile.
 */
export async function take(sql: Sql, walletId: string, reserved: number, wanted: number): Promise<number> {
  if (wanted > reserved) {
    const wallet = await sql.get<WalletRow>(lockWallet, [walletId])
    const most = Math.min(wanted, reserved + (wallet === undefined ? 0 : availableIn(wallet)))
    if (most > reserved && (await sql.run(captureBeyond, [reserved, most, walletId, reserved, most])) === 1) return most
  }
  const certain = Math.min(wanted, reserved)
  if (reserved > 0 || certain > 0) await sql.run(capture, [reserved, certain, reserved, certain, walletId])
  return certain
}
