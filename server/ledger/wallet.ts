import { accounts } from "#core/ledger/entry.ts"
import { availableOf, emptyBalances, type Balance, type Balances } from "#core/ledger/balance.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/sql.ts"
import { openWallet, readWallets } from "./ledger-statements.ts"

/** The wallet a chat is paid from. */
export type Purse = "premium" | "free"

export interface WalletRow {
  readonly id: string
  readonly unit: "BRL" | "CALL"
  readonly posted: number
  readonly held: number
  readonly floor: number
  readonly frozen: number
}

/** The amount that can still be reserved from this row; 0 when frozen or overdrawn. */
export function availableIn(row: WalletRow): number {
  return availableOf(row.posted - row.floor, row.held, row.frozen !== 0)
}

/** The three wallets of a code, made when the code is. */
export async function openWallets(sql: Sql, codeId: string): Promise<void> {
  await sql.run(openWallet, [accounts.wallet(codeId, "premium"), "BRL"])
  await sql.run(openWallet, [accounts.wallet(codeId, "free"), "BRL"])
  await sql.run(openWallet, [accounts.calls(codeId), "CALL"])
}

/**
 * The reason why a wallet is frozen: by its operator, or by a check that found its books wrong; or because a chargeback
 * took more than was on it.
 */
export type WhyFrozen = "by-hand" | "overdrawn"

/** Why nothing can be reserved from this row; undefined while something can. */
export function whyFrozen(row: WalletRow): WhyFrozen | undefined {
  return row.frozen === 0 ? undefined : row.frozen === 1 ? "by-hand" : "overdrawn"
}

/** The three wallets of a code at one moment; none for an unknown code. */
export async function readWalletRows(
  sql: Sql,
  codeId: string,
): Promise<Readonly<Record<Purse | "calls", WalletRow | undefined>>> {
  const premium = accounts.wallet(codeId, "premium")
  const free = accounts.wallet(codeId, "free")
  const calls = accounts.calls(codeId)
  const rows = await sql.all<WalletRow>(readWallets, [premium, free, calls])
  const row = (id: string) => rows.find((candidate) => candidate.id === id)
  return { premium: row(premium), free: row(free), calls: row(calls) }
}

/** The balances of a code; zeros for an unknown one. */
export async function readBalances(sql: Sql, codeId: string): Promise<Balances> {
  const { premium, free, calls } = await readWalletRows(sql, codeId)
  return {
    premium: moneyOf(premium) ?? emptyBalances.premium,
    free: moneyOf(free) ?? emptyBalances.free,
    calls: callsOf(calls) ?? emptyBalances.calls,
  }
}

/** The balance of a money wallet. */
export function moneyIn(row: WalletRow): Balance {
  return { posted: microReais(row.posted), held: microReais(row.held), available: microReais(availableIn(row)) }
}

function moneyOf(row: WalletRow | undefined): Balance | undefined {
  return row && moneyIn(row)
}

function callsOf(row: WalletRow | undefined): Balance<number> | undefined {
  return row && { posted: row.posted, held: row.held, available: availableIn(row) }
}

/** Whose money wallet an account is; the inverse of `accounts.wallet`. */
export function walletOwner(walletId: string): { readonly codeId: string; readonly purse: Purse } {
  const [, codeId = "", purse] = walletId.split(":")
  return { codeId, purse: purse === "premium" ? "premium" : "free" }
}
