import { accounts } from "#core/ledger/entry.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/database.ts"
import { useRef } from "./settle.ts"
import { claimTxn, writeEntries } from "./transaction-lines.ts"

/** A run that cost its user nothing: a genuine title or summary, a visitor, a code of the operator's list. */
export interface FreeRun {
  /** The run's id. */
  readonly id: string
  readonly model: string
  /** What it cost us, ≥ 0, in micro-reais at our prices. */
  readonly cost: MicroReais
  readonly meta?: object
}

/** Books what a free run cost us, once. False when it cost nothing or is booked already. */
export async function bookFree(sql: Sql, run: FreeRun, now: number): Promise<boolean> {
  if (run.cost < 0) throw new RangeError(`a run never pays back: ${run.id}`)
  if (run.cost === 0) return false
  const meta = { model: run.model, free: true, ...run.meta }
  const txn = await claimTxn(sql, { kind: "use", ref: useRef(run.id), at: now, meta })
  if (txn === undefined) return false
  await writeEntries(sql, txn, [
    { account: accounts.promoFree, unit: "BRL", amount: -run.cost },
    { account: accounts.revenue(run.model), unit: "BRL", amount: run.cost },
  ])
  return true
}
