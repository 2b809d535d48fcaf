import { accounts } from "#core/ledger/entry.ts"
import { availableOf, emptyBalances, type Balance, type Balances } from "#core/ledger/balance.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/database.ts"
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

/** What may still be reserved from this row; 0 when frozen or overdrawn. */
export function availableIn(row: WalletRow): number {
  return availableOf(row.posted - row.floor, row.held, row.frozen !== 0)
}

/** The three wallets of a code, made when the code is. */
export async function openWallets(sql: Sql, codeId: string): Promise<void> {
  await sql.run(openWallet, [accounts.wallet(codeId, "premium"), "BRL"])
  await sql.run(openWallet, [accounts.wallet(codeId, "free"), "BRL"])
  await sql.run(openWallet, [accounts.calls(codeId), "CALL"])
}

/** What a code owns, the three wallets at one moment; nothing for an unknown code. */
export async function readBalances(sql: Sql, codeId: string): Promise<Balances> {
  const premium = accounts.wallet(codeId, "premium")
  const free = accounts.wallet(codeId, "free")
  const calls = accounts.calls(codeId)
  const rows = await sql.all<WalletRow>(readWallets, [premium, free, calls])
  const row = (id: string) => rows.find((candidate) => candidate.id === id)
  return {
    premium: moneyOf(row(premium)) ?? emptyBalances.premium,
    free: moneyOf(row(free)) ?? emptyBalances.free,
    calls: callsOf(row(calls)) ?? emptyBalances.calls,
  }
}

/** What is in a money wallet. */
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
