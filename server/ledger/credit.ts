import { accounts } from "#core/ledger/entry.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { rollback } from "../store/rollback.ts"
import type { Sql } from "../store/sql.ts"
import type { Rollback } from "../store/rollback.ts"
import { findTxn, lockBelow, post, readWallet, withdraw } from "./ledger-statements.ts"
import { claimTxn, readEntries, writeEntries } from "./transaction-lines.ts"
import { availableIn, type Purse, type WalletRow } from "./wallet.ts"

export interface Credit {
  readonly codeId: string
  readonly purse: Purse
  /** Micro-reais, ≠ 0. Below 0 it is money taken back (a chargeback), which may overdraw the wallet and then freezes it. */
  readonly amount: MicroReais
  /** The payment's own id: the same reference never credits twice. */
  readonly ref: string
  /** The source of the payment: `manual` for the operator, or a payment provider. */
  readonly source?: string
  readonly meta?: object
}

export type CreditResult =
  | { readonly outcome: "credited" }
  /** The same credit under the same reference is in the books; nothing changed. */
  | { readonly outcome: "already" }
  /** The reference belongs to another amount or another wallet; nothing changed. */
  | { readonly outcome: "conflict" }
  /** Search calls may not be taken back below what is available. */
  | { readonly outcome: "insufficient"; readonly available: number }
  /** The wallet would hold more than R$ 9 billion. */
  | { readonly outcome: "too-much" }
  | { readonly outcome: "no-wallet" }

/** Books a payment and raises the wallet in the same transaction, so a crash between the two leaves neither. */
export async function credit(sql: Sql, what: Credit, now: number): Promise<CreditResult | Rollback<CreditResult>> {
  const wallet = accounts.wallet(what.codeId, what.purse)
  const source = what.source ?? "manual"
  const head = { kind: "credit", ref: `credit:${source}:${what.ref}`, at: now, meta: what.meta ?? {} } as const
  const txn = await claimTxn(sql, head)
  if (txn === undefined) return rollback(await repeatOf(sql, head.ref, wallet, what.amount))
  if ((await sql.run(post, [what.amount, what.amount, wallet, what.amount])) === 0) {
    const known = await sql.get<WalletRow>(readWallet, [wallet])
    return rollback<CreditResult>({ outcome: known === undefined ? "no-wallet" : "too-much" })
  }
  await writeEntries(sql, txn, [
    { account: wallet, unit: "BRL", amount: what.amount },
    { account: accounts.clearing(source), unit: "BRL", amount: -what.amount },
  ])
  return { outcome: "credited" }
}

/** Adds search calls, or takes back unused ones (never below what is available). */
export async function creditCalls(
  sql: Sql,
  what: { readonly codeId: string; readonly calls: number; readonly ref: string; readonly meta?: object },
  now: number,
): Promise<CreditResult | Rollback<CreditResult>> {
  const wallet = accounts.calls(what.codeId)
  const head = { kind: "calls", ref: `calls:manual:${what.ref}`, at: now, meta: what.meta ?? {} } as const
  const txn = await claimTxn(sql, head)
  if (txn === undefined) return rollback(await repeatOf(sql, head.ref, wallet, what.calls))
  const changed =
    what.calls > 0
      ? await sql.run(post, [what.calls, what.calls, wallet, what.calls])
      : await sql.run(withdraw, [-what.calls, wallet, -what.calls])
  if (changed === 0) {
    const known = await sql.get<WalletRow>(readWallet, [wallet])
    if (known === undefined) return rollback<CreditResult>({ outcome: "no-wallet" })
    if (what.calls > 0) return rollback<CreditResult>({ outcome: "too-much" })
    return rollback<CreditResult>({ outcome: "insufficient", available: availableIn(known) })
  }
  await writeEntries(sql, txn, [
    { account: wallet, unit: "CALL", amount: what.calls },
    { account: accounts.clearing("manual"), unit: "CALL", amount: -what.calls },
  ])
  return { outcome: "credited" }
}

/** Whether a known reference says the same thing again. */
async function repeatOf(sql: Sql, ref: string, wallet: string, amount: number): Promise<CreditResult> {
  const entries = await readEntries(sql, ref)
  const same = entries.some((entry) => entry.account === wallet && entry.amount === amount)
  return { outcome: same ? "already" : "conflict" }
}

export interface DailyGrant {
  readonly codeId: string
  /** The day in America/Sao_Paulo, `YYYY-MM-DD`. */
  readonly day: string
  /** The free wallet is filled up to this, never beyond. Micro-reais. */
  readonly target: MicroReais
}

/** Fills the free wallet up to its target, at most once a day; what is left of yesterday is not added to. */
export async function grantDaily(
  sql: Sql,
  what: DailyGrant,
  now: number,
): Promise<{ readonly granted: number } | Rollback<{ readonly granted: number }>> {
  const wallet = accounts.wallet(what.codeId, "free")
  const locked = await sql.get<{ posted: number }>(lockBelow, [wallet, what.target])
  if (locked === undefined) return rollback({ granted: 0 })
  const txn = await claimTxn(sql, { kind: "grant", ref: grantRef(what), at: now, meta: { day: what.day } })
  if (txn === undefined) return rollback({ granted: 0 })
  const granted = what.target - locked.posted
  await sql.run(post, [granted, granted, wallet, granted])
  await writeEntries(sql, txn, [
    { account: wallet, unit: "BRL", amount: granted },
    { account: accounts.promoFree, unit: "BRL", amount: -granted },
  ])
  return { granted }
}

/** A look before the transaction: most calls of a day find their grant given. */
export async function mayGrant(read: Sql, what: DailyGrant): Promise<boolean> {
  const [given, wallet] = await Promise.all([
    read.get(findTxn, [grantRef(what)]),
    read.get<WalletRow>(readWallet, [accounts.wallet(what.codeId, "free")]),
  ])
  return given === undefined && wallet !== undefined && wallet.posted < what.target
}

function grantRef(what: DailyGrant): string {
  return `grant:${what.codeId}:${what.day}`
}
