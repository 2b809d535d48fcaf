import { accounts, type Unit } from "#core/ledger/entry.ts"
import type { Sql } from "../store/database.ts"
import type { TxnKind } from "./transaction-lines.ts"

/** One line of a code's statement: what happened, and what was left after it. */
export interface StatementLine {
  /** The transaction's number; also the cursor of the next page. */
  readonly txn: number
  readonly kind: TxnKind
  readonly ref: string
  /** Epoch ms. */
  readonly at: number
  readonly account: string
  readonly unit: Unit
  /** Micro-reais or calls, negative when spent. */
  readonly amount: number
  /** Posted in this wallet after this line. */
  readonly balanceAfter: number
  /** What was recorded with it: model, usage, price version. */
  readonly meta: unknown
}

export interface StatementPage {
  readonly lines: readonly StatementLine[]
  /** Give it as `after` for the older lines; absent on the last page. */
  readonly next?: number
}

interface Row {
  readonly txn: number
  readonly kind: TxnKind
  readonly ref: string
  readonly at: number
  readonly account: string
  readonly unit: Unit
  readonly amount: number
  readonly meta: string
}

/** (premium, free, calls, before, limit) */
const statementLines = `
  select txn.id as txn, txn.kind as kind, txn.ref as ref, txn.at as at, entry.account as account, entry.unit as unit,
    entry.amount as amount, txn.meta as meta
  from entry join txn on txn.id = entry.txn_id
  where entry.account in (?, ?, ?) and entry.txn_id < ?
  order by entry.txn_id desc, entry.seq desc limit ?`

/** A wallet's transactions are numbered in the order its balance changed, so the fold up to a line is its balance then. (account, txn) */
const foldUpTo = "select sum(amount) as posted from entry where account = ? and txn_id <= ?"

/** The newest lines of a code's three wallets, or those older than `after`. A page never splits a transaction. */
export async function readStatement(
  read: Sql,
  codeId: string,
  page: { readonly after?: number; readonly limit?: number } = {},
): Promise<StatementPage> {
  const limit = Math.min(Math.max(1, page.limit ?? 50), 500)
  const before = page.after ?? Number.MAX_SAFE_INTEGER
  const wallets = [accounts.wallet(codeId, "premium"), accounts.wallet(codeId, "free"), accounts.calls(codeId)]
  // A transaction has at most one line per wallet: two more rows than asked for always show where the last one ends.
  const rows = await read.all<Row>(statementLines, [...wallets, before, limit + wallets.length])
  const last = rows[limit - 1]
  const shown = last === undefined ? rows : rows.filter(({ txn }) => txn >= last.txn)
  const lines = await withBalances(read, shown)
  return last !== undefined && rows.length > shown.length ? { lines, next: last.txn } : { lines }
}

/** Adds to each line the balance it left: the newest line of a wallet is folded, the older ones follow by subtraction. */
async function withBalances(read: Sql, rows: readonly Row[]): Promise<readonly StatementLine[]> {
  const posted = new Map<string, number>()
  const lines: StatementLine[] = []
  for (const { meta, ...row } of rows) {
    const balanceAfter =
      posted.get(row.account) ?? (await read.get<{ posted: number }>(foldUpTo, [row.account, row.txn]))?.posted ?? 0
    posted.set(row.account, balanceAfter - row.amount)
    lines.push({ ...row, balanceAfter, meta: JSON.parse(meta) as unknown })
  }
  return lines
}

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
