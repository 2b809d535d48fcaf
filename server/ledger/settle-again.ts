import { accounts, type Entry } from "#core/ledger/entry.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/sql.ts"
import type { HoldRow } from "./hold.ts"
import { capture, correctSettledHold, takeSettledHold } from "./ledger-statements.ts"
import { endRef, paidFor, useRef } from "./paid.ts"
import type { Settlement, SettleResult } from "./settle.ts"
import { take } from "./take.ts"
import { claimTxn, readEntries, sumUp, writeEntries } from "./transaction-lines.ts"

const absorbing: readonly string[] = [accounts.lossCancel, accounts.lossEmpty, accounts.lossRerouted]

/**
 * The end of a run whose server was taken for dead, and whose hold a sweep has settled for as much as was kept: books what
 * it cost beyond that, or gives back what was charged too much, once. No more leaves the wallet for a run than was held for
 * it, nor than is there; the rest is our loss. Undefined where no sweep has settled the hold: nothing is changed.
 */
export async function settleAgain(
  sql: Sql,
  what: Settlement,
  owner: string,
  now: number,
): Promise<SettleResult | undefined> {
  const held = await sql.get<HoldRow>(takeSettledHold, [owner, what.id, owner])
  if (held === undefined) return undefined
  const { cost, calls = 0, owed = cost } = what
  const absorbed = what.absorbed?.amount ?? 0
  const paid = await paidFor(sql, held)
  const before = await absorbedBefore(sql, what.id)
  const more = {
    cost: cost - (held.captured ?? 0),
    calls: calls - (held.captured_calls ?? 0),
    absorbed: absorbed - (held.absorbed ?? 0),
  }
  const charged = await move(sql, held.wallet_id, Math.min(cost, owed, held.amount) - paid.money)
  const searched =
    held.calls_wallet_id === null ? 0 : await move(sql, held.calls_wallet_id, Math.min(calls, held.calls) - paid.calls)
  const lines = sumUp([
    { account: held.wallet_id, unit: "BRL", amount: -charged },
    { account: accounts.lossOverrun, unit: "BRL", amount: charged - more.cost },
    { account: what.absorbed?.account ?? accounts.lossEmpty, unit: "BRL", amount: -absorbed },
    ...before.map((line) => ({ ...line, amount: -line.amount })),
    { account: accounts.revenue(what.model), unit: "BRL", amount: more.cost + more.absorbed },
    { account: held.calls_wallet_id ?? accounts.lossOverrun, unit: "CALL", amount: -searched },
    { account: accounts.lossOverrun, unit: "CALL", amount: searched - more.calls },
    { account: accounts.searches, unit: "CALL", amount: more.calls },
  ])
  if (lines.length > 0) {
    const meta = { model: what.model, ...what.meta }
    const txn = await claimTxn(sql, { kind: "use", ref: endRef(what.id), at: now, meta })
    if (txn === undefined) throw new Error(`run ${what.id} was corrected before its hold was`)
    await writeEntries(sql, txn, lines)
  }
  await sql.run(correctSettledHold, [cost, calls, absorbed, what.id])
  return { outcome: "late", charged: microReais(paid.money + charged), chargedCalls: paid.calls + searched }
}

/** Where a sweep has booked what was ours of a run: each loss is given back where it stands. */
async function absorbedBefore(sql: Sql, runId: string): Promise<readonly Entry[]> {
  const booked = await readEntries(sql, useRef(runId))
  return booked.filter(({ account }) => absorbing.includes(account))
}

/** Takes out of a wallet what there is of an amount, or puts back one below 0; answers what was moved. */
async function move(sql: Sql, walletId: string, amount: number): Promise<number> {
  if (amount > 0) return take(sql, walletId, 0, amount)
  if (amount < 0) await sql.run(capture, [0, amount, 0, amount, walletId])
  return amount
}
