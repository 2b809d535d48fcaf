import { accounts } from "#core/ledger/entry.ts"
import type { StatementKind, StatementLine } from "#core/ledger/statement.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql, SqlValue } from "../store/database.ts"

/** Whose statement: the wallets of a code, and the runs recorded for its caller. */
export interface StatementOf {
  /** Absent for a code of the operator's list, which has no wallets. */
  readonly codeId?: string | undefined
  /** As in `usage_record`. */
  readonly owner: string
  readonly purse: "premium" | "free"
}

export interface StatementQuery {
  /** Only lines older than where an earlier page ended. */
  readonly before?: StatementPlace
  /** Epoch ms: since, and before. */
  readonly from?: number
  readonly until?: number
  readonly kind?: StatementKind
  readonly limit: number
}

/** A place in a statement: right after this line. */
export interface StatementPlace {
  readonly at: number
  readonly txn: number
  readonly run: string
}

export interface StatementPage {
  /** Newest first. */
  readonly lines: readonly StatementLine[]
  /** Where to go on; absent on the last page. */
  readonly next?: StatementPlace
}

interface Row {
  readonly at: number
  readonly txn: number
  readonly run: string
  readonly kind: StatementKind
  readonly ref: string
  readonly meta: string | null
  readonly premium: number
  readonly free: number
  readonly calls: number
  readonly premium_after: number
  readonly free_after: number
  readonly calls_after: number
  readonly model: string | null
  readonly ending: string | null
  readonly input: number | null
  readonly cached: number | null
  readonly output: number | null
  readonly reasoning: number | null
  readonly search_calls: number | null
}

/**
 * A line is a transaction that touched a wallet, or a recorded run that touched none because it cost nothing. They stand
 * in the order of their time, and what was left is the sum of all lines up to there: so it adds up on every page and
 * under every filter. (premium, free, calls wallet; these three; owner; these three; from, until, kind, kind; place; limit)
 */
const statementLines = `
  with moved as (
    select txn_id as txn,
      sum(case when account = ? then amount else 0 end) as premium,
      sum(case when account = ? then amount else 0 end) as free,
      sum(case when account = ? then amount else 0 end) as calls
    from entry where account in (?, ?, ?) group by txn_id),
  lines as (
    select txn.at as at, txn.id as txn, '' as run, txn.kind as kind, txn.ref as ref, premium, free, calls
    from moved join txn on txn.id = moved.txn
    union all
    select at, 0, run_id, 'use', 'use:' || run_id, 0, 0, 0
    from usage_record record
    where owner = ? and charged = 0 and not exists (
      select 1 from txn join entry on entry.txn_id = txn.id
      where txn.ref = 'use:' || record.run_id and entry.account in (?, ?, ?))),
  running as (
    select lines.*,
      sum(premium) over (order by at, txn, run) as premium_after,
      sum(free) over (order by at, txn, run) as free_after,
      sum(calls) over (order by at, txn, run) as calls_after
    from lines)
  select running.*, txn.meta as meta, record.model as model, record.ending as ending,
    record.input_uncached + record.cache_write as input, record.input_cached as cached, record.output as output,
    record.reasoning as reasoning, record.search_calls as search_calls
  from running
  left join txn on txn.id = running.txn
  left join usage_record record on running.kind = 'use' and record.run_id = substr(running.ref, 5)
  where running.at >= ? and running.at < ? and (? = '' or running.kind = ?)
    and (running.at, running.txn, running.run) < (?, ?, ?)
  order by running.at desc, running.txn desc, running.run desc limit ?`

/** A page of a statement. Read it within a snapshot together with whatever must agree with it. */
export async function readStatement(sql: Sql, of: StatementOf, query: StatementQuery): Promise<StatementPage> {
  const wallets = walletsOf(of)
  const kind = query.kind ?? ""
  const place = query.before ?? { at: Number.MAX_SAFE_INTEGER, txn: Number.MAX_SAFE_INTEGER, run: "" }
  const rows = await sql.all<Row>(statementLines, [
    ...[...wallets, ...wallets, of.owner, ...wallets],
    ...[query.from ?? 0, query.until ?? Number.MAX_SAFE_INTEGER, kind, kind],
    ...[place.at, place.txn, place.run, query.limit + 1],
  ])
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  const lines = shown.map((row) => lineOf(row, of.purse))
  return last !== undefined && rows.length > shown.length
    ? { lines, next: { at: last.at, txn: last.txn, run: last.run } }
    : { lines }
}

/** The sum of a code's lines in each wallet, straight from the entries. */
export async function readPosted(sql: Sql, of: StatementOf) {
  const posted = async (account: SqlValue) =>
    (await sql.get<{ posted: number | null }>("select sum(amount) as posted from entry where account = ?", [account]))
      ?.posted ?? 0
  const [premium, free, calls] = await Promise.all(walletsOf(of).map(posted))
  return { premium: microReais(premium ?? 0), free: microReais(free ?? 0), calls: calls ?? 0 }
}

/** What was charged to a wallet since an instant (epoch ms). */
export async function readSpent(sql: Sql, walletId: string, since: number): Promise<MicroReais> {
  const row = await sql.get<{ spent: number | null }>(spentSince, [walletId, since])
  return microReais(row?.spent ?? 0)
}

const spentSince = `
  select sum(captured) as spent from hold where wallet_id = ? and closed_at >= ? and captured > 0`

/** Names of accounts that no code has, where there is no wallet. */
function walletsOf({ codeId }: StatementOf): readonly [string, string, string] {
  if (codeId === undefined) return ["", "", ""]
  return [accounts.wallet(codeId, "premium"), accounts.wallet(codeId, "free"), accounts.calls(codeId)]
}

function lineOf(row: Row, own: "premium" | "free"): StatementLine {
  // A transaction moves one money wallet: a payment goes into one, a run is paid from one.
  const purse = row.premium !== 0 ? "premium" : row.free !== 0 ? "free" : own
  return {
    id: row.txn === 0 ? row.run : String(row.txn),
    at: row.at,
    kind: row.kind,
    purse,
    amount: microReais(row.premium + row.free),
    calls: row.calls,
    balanceAfter: microReais(purse === "premium" ? row.premium_after : row.free_after),
    callsAfter: row.calls_after,
    ...(row.kind === "use" ? useOf(row) : {}),
    ...(row.kind === "credit" ? { source: row.ref.split(":")[1] ?? "" } : {}),
  }
}

/** Of a run that crashed with its server only the books know: what they noted stands in for the record. */
function useOf(row: Row): Partial<StatementLine> {
  const noted = JSON.parse(row.meta ?? "{}") as { model?: string; ending?: string; usage?: NotedUsage }
  const model = row.model ?? noted.model
  const ending = row.ending ?? noted.ending
  const tokens = {
    input: row.input ?? (noted.usage ? noted.usage.inputUncached + noted.usage.cacheWrite : 0),
    cached: row.cached ?? noted.usage?.inputCached ?? 0,
    output: row.output ?? noted.usage?.output ?? 0,
    reasoning: row.reasoning ?? noted.usage?.reasoning ?? 0,
  }
  return {
    runId: row.ref.slice("use:".length),
    ...(model === undefined ? {} : { model }),
    ...(ending === undefined ? {} : { ending }),
    ...(tokens.input + tokens.cached + tokens.output > 0 ? { tokens } : {}),
    searchCalls: row.search_calls ?? noted.usage?.searchCalls ?? 0,
  }
}

interface NotedUsage {
  readonly inputUncached: number
  readonly inputCached: number
  readonly cacheWrite: number
  readonly output: number
  readonly reasoning: number
  readonly searchCalls: number
}
