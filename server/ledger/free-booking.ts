import { accounts, type Entry } from "#core/ledger/entry.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/sql.ts"
import { endRef, useRef } from "./paid.ts"
import { claimTxn, readEntries, sumUp, writeEntries } from "./transaction-lines.ts"

/** A run that cost its user nothing: a genuine title or summary, a visitor, a code of the operator's list. */
export interface FreeRun {
  /** The run's id. */
  readonly id: string
  readonly model: string
  /** Its cost to us, ≥ 0, in micro-reais at our prices. */
  readonly cost: MicroReais
  /** The reported cost beyond that and beyond the bound of such a run, ≥ 0; absent: none. */
  readonly overrun?: MicroReais
  readonly meta?: object
}

/**
 * Books what a free run cost us, once. Where it was booked for a server that was taken for dead, the difference is booked:
 * all transactions of a run together are what it cost. False when nothing was missing.
 */
export async function bookFree(sql: Sql, run: FreeRun, now: number): Promise<boolean> {
  const { cost, overrun = 0 } = run
  if (cost < 0 || overrun < 0) throw new RangeError(`a run never pays back: ${run.id}`)
  const head = { kind: "use", at: now, meta: { model: run.model, free: true, ...run.meta } } as const
  const lines: readonly Entry[] = [
    { account: accounts.promoFree, unit: "BRL", amount: -cost },
    { account: accounts.lossOverrun, unit: "BRL", amount: -overrun },
    { account: accounts.revenue(run.model), unit: "BRL", amount: cost + overrun },
  ]
  const first = cost + overrun === 0 ? undefined : await claimTxn(sql, { ...head, ref: refOf(run.id, 0) })
  if (first !== undefined) {
    await writeEntries(sql, first, lines)
    return true
  }
  const { count, entries } = await bookedOf(sql, run.id)
  const missing = count === 0 ? [] : sumUp([...lines, ...entries.map(opposite)])
  if (missing.length === 0) return false
  const more = await claimTxn(sql, { ...head, ref: refOf(run.id, count) })
  if (more === undefined) throw new Error(`run ${run.id} was corrected by two at once`)
  await writeEntries(sql, more, missing)
  return true
}

/** The same of a run whose end is not known, by what is: a guess takes nothing back that was booked before. */
export async function bookFreeAtLeast(sql: Sql, run: FreeRun, now: number): Promise<boolean> {
  const { entries } = await bookedOf(sql, run.id)
  const given = sumUp(entries).find(({ account }) => account === accounts.promoFree)
  return run.cost + (given?.amount ?? 0) > 0 && bookFree(sql, run, now)
}

/** All that is booked of a run, and in how many transactions. */
async function bookedOf(sql: Sql, id: string): Promise<{ readonly count: number; readonly entries: readonly Entry[] }> {
  const entries: Entry[] = []
  for (let count = 0; ; count++) {
    const lines = await readEntries(sql, refOf(id, count))
    if (lines.length === 0) return { count, entries }
    entries.push(...lines)
  }
}

/** Of the n-th transaction of a run, from 0: its server may be taken for dead more than once. */
function refOf(id: string, nth: number): string {
  if (nth === 0) return useRef(id)
  return nth === 1 ? endRef(id) : `end${nth}:${id}`
}

const opposite = (entry: Entry): Entry => ({ ...entry, amount: -entry.amount })
