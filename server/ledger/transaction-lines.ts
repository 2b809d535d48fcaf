import { isBalanced, type Entry } from "#core/ledger/entry.ts"
import type { Sql } from "../store/sql.ts"
import { insertEntries, insertTxn, readTxnEntries } from "./ledger-statements.ts"

export type TxnKind = "use" | "credit" | "calls" | "grant"

/** A transaction's head. `ref` is unique over all books: the same reference never moves money twice. */
export interface TxnHead {
  readonly kind: TxnKind
  readonly ref: string
  /** Epoch ms when it was written. */
  readonly at: number
  /** Epoch ms when what it records happened, when that differs. */
  readonly eventAt?: number
  /** JSON-able facts: model, usage, note. Never content. */
  readonly meta?: object
}

/** Claims the reference. Undefined when it is taken: the transaction is already in the books. */
export async function claimTxn(sql: Sql, head: TxnHead): Promise<number | undefined> {
  const params = [head.kind, head.ref, head.at, head.eventAt ?? head.at, JSON.stringify(head.meta ?? {})]
  return (await sql.get<{ id: number }>(insertTxn, params))?.id
}

/** Writes the lines of a claimed transaction; lines of 0 are left out, and what is left must balance. */
export async function writeEntries(sql: Sql, txnId: number, lines: readonly Entry[]): Promise<void> {
  const entries = lines.filter(({ amount }) => amount !== 0)
  if (!isBalanced(entries)) throw new Error(`entries do not balance: ${JSON.stringify(entries)}`)
  await sql.run(
    insertEntries(entries.length),
    entries.flatMap(({ account, unit, amount }, seq) => [txnId, seq, account, unit, amount]),
  )
}

export async function readEntries(sql: Sql, ref: string): Promise<readonly Entry[]> {
  return sql.all<Entry>(readTxnEntries, [ref])
}

/** One line for each account and unit; none where they come to nothing. */
export function sumUp(entries: readonly Entry[]): readonly Entry[] {
  const sums = new Map<string, Entry>()
  for (const entry of entries) {
    const name = `${entry.unit} ${entry.account}`
    sums.set(name, { ...entry, amount: (sums.get(name)?.amount ?? 0) + entry.amount })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0)
}
