import type { Unit } from "#core/ledger/entry.ts"
import type { Sql } from "../store/sql.ts"
import type { TxnKind } from "./transaction-lines.ts"

export interface ExportedEntry {
  readonly txn: number
  readonly seq: number
  readonly kind: TxnKind
  readonly ref: string
  readonly at: number
  readonly event_at: number
  readonly account: string
  readonly unit: Unit
  readonly amount: number
  /** JSON. */
  readonly meta: string
}

const exportLines = `
  select txn.id as txn, entry.seq as seq, txn.kind as kind, txn.ref as ref, txn.at as at, txn.event_at as event_at,
    entry.account as account, entry.unit as unit, entry.amount as amount, txn.meta as meta
  from entry join txn on txn.id = entry.txn_id
  where txn.id > ? and txn.id <= ? order by txn.id, entry.seq`
const lastTxnOf = "select max(id) as id from (select id from txn where id > ? order by id limit 500) page"

/** Every entry in order, read page by page. */
export async function* exportEntries(read: Sql): AsyncGenerator<ExportedEntry> {
  for (let after = 0; ;) {
    const upTo = (await read.get<{ id: number | null }>(lastTxnOf, [after]))?.id
    if (upTo == null) return
    yield* await read.all<ExportedEntry>(exportLines, [after, upTo])
    after = upTo
  }
}
