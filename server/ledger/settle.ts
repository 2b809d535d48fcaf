import { accounts, type Entry } from "#core/ledger/entry.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/sql.ts"
import type { HoldRow } from "./hold.ts"
import { readHold, settleClosedHold, settleHold } from "./ledger-statements.ts"
import { paidFor, useRef } from "./paid.ts"
import { settleAgain } from "./settle-again.ts"
import { take } from "./take.ts"
import { claimTxn, writeEntries } from "./transaction-lines.ts"

/** The settlement of a finished run. */
export interface Settlement {
  /** The run's id. */
  readonly id: string
  readonly model: string
  /** The cost by the usage that the provider reported, ≥ 0; the part that the user does not pay is `loss:overrun`. */
  readonly cost: MicroReais
  /** The part of it that the user owes: no more than this leaves the wallet. Absent: all of it. */
  readonly owed?: MicroReais
  /** Search calls completed, ≥ 0. */
  readonly calls?: number
  /** Cost we bear ourselves: an answer with nothing to read, or what a provider billed after a Stop. */
  readonly absorbed?: { readonly account: "loss:empty" | "loss:cancel" | "loss:rerouted"; readonly amount: MicroReais }
  /** Facts for the statement: usage buckets, price version, source, ending. Never content. */
  readonly meta?: object
}

/** `charged` is what left the wallet: of what is claimed, what is owed and was there. */
export type SettleResult =
  | { readonly outcome: "settled" | "late"; readonly charged: MicroReais; readonly chargedCalls: number }
  /** Settled before, with so much claimed (`captured`), of which so much was paid; nothing was charged again. */
  | {
      readonly outcome: "already"
      readonly captured: MicroReais
      readonly capturedCalls: number
      readonly charged: MicroReais
    }
  /** Another process owns the open hold, or there is none. */
  | { readonly outcome: "not-ours" | "no-hold" }

type Closed = Pick<HoldRow, "wallet_id" | "calls_wallet_id" | "amount" | "calls">

/**
 * Charges a run once: closing the hold is the first lock, the transaction's reference the second. Where the hold was closed
 * for somebody taken for dead, no more than it was leaves the wallet, out of what is available.
 */
export async function settle(sql: Sql, what: Settlement, owner: string, now: number): Promise<SettleResult> {
  const calls = what.calls ?? 0
  const absorbed = what.absorbed?.amount ?? 0
  if (what.cost < 0 || calls < 0 || absorbed < 0) throw new RangeError(`a settlement never pays back: run ${what.id}`)
  const outcome = [what.cost, calls, absorbed, now]

  let held = await sql.get<Closed>(settleHold, [...outcome, what.id, owner])
  const late = held === undefined
  if (held === undefined) {
    held = await sql.get<Closed>(settleClosedHold, [...outcome, owner, what.id])
    if (held === undefined) return (await settleAgain(sql, what, owner, now)) ?? refusalOf(sql, what.id)
  }
  const reservedMoney = late ? 0 : held.amount
  const reservedCalls = late ? 0 : held.calls

  const head = { kind: "use", ref: useRef(what.id), at: now, meta: { model: what.model, ...what.meta } } as const
  const wanted = Math.min(what.cost, what.owed ?? what.cost, ...(late ? [held.amount] : []))
  const money = take(sql, held.wallet_id, reservedMoney, wanted)
  // Beyond the reservation this takes several statements, and the calls wallet must not be locked between them.
  if (wanted > reservedMoney) await money
  const [charged, chargedCalls, txn] = await Promise.all([
    money,
    held.calls_wallet_id === null ? 0 : take(sql, held.calls_wallet_id, reservedCalls, calls),
    what.cost + absorbed + calls > 0 ? claimTxn(sql, head) : null,
  ])
  if (txn === undefined) throw new Error(`run ${what.id} was charged before its hold was closed`)
  const lines: readonly Entry[] = [
    { account: held.wallet_id, unit: "BRL", amount: -charged },
    { account: accounts.lossOverrun, unit: "BRL", amount: charged - what.cost },
    { account: what.absorbed?.account ?? accounts.lossEmpty, unit: "BRL", amount: -absorbed },
    { account: accounts.revenue(what.model), unit: "BRL", amount: what.cost + absorbed },
    { account: held.calls_wallet_id ?? accounts.lossOverrun, unit: "CALL", amount: -chargedCalls },
    { account: accounts.lossOverrun, unit: "CALL", amount: chargedCalls - calls },
    { account: accounts.searches, unit: "CALL", amount: calls },
  ]
  if (txn !== null) await writeEntries(sql, txn, lines)
  return { outcome: late ? "late" : "settled", charged: microReais(charged), chargedCalls }
}

/** The state of a hold that cannot be closed now. */
export async function refusalOf(sql: Sql, id: string): Promise<SettleResult> {
  const row = await sql.get<HoldRow>(readHold, [id])
  if (row === undefined) return { outcome: "no-hold" }
  if (row.state !== "settled") return { outcome: "not-ours" }
  return {
    outcome: "already",
    captured: microReais(row.captured ?? 0),
    capturedCalls: row.captured_calls ?? 0,
    charged: microReais((await paidFor(sql, row)).money),
  }
}
