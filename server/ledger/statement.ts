import { setImmediate } from "node:timers/promises"
import { noUsage, type Usage, usageUnitOf } from "#core/gateway/usage.ts"
import { accounts } from "#core/ledger/entry.ts"
import type { StatementKind, StatementLine } from "#core/ledger/statement.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/sql.ts"
import { readBalances } from "./wallet.ts"

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

/** Right after a line: where the two kinds of lines go on, and what was left there. */
export interface StatementPlace {
  readonly txn: number
  readonly at: number
  readonly run: string
  readonly premium: number
  readonly free: number
  readonly calls: number
}

export interface StatementPage {
  /** Newest first. */
  readonly lines: readonly StatementLine[]
  /** Where to go on; absent where there is nothing older. A page may be short, even empty, and have one. */
  readonly next?: StatementPlace
}

/** Lines looked at for one page, so that a long history under a narrow filter costs a bounded time. */
const mostExamined = 5_000
/** Lines read at once. */
const chunk = 250
/** How far the clocks of several servers may be apart: lines are in the order of the books, not quite of the clocks. In ms. */
const clockSlackMs = 3_600_000

/**
 * A page of a statement, to be read in a snapshot. A line is a transaction that touched a wallet, or a recorded run that
 * touched none because it cost nothing. What was left after a line is the wallet's balance less all newer lines, so it
 * adds up on every page and under every filter.
 */
export async function readStatement(sql: Sql, of: StatementOf, query: StatementQuery): Promise<StatementPage> {
  const { from = 0, until = Number.MAX_SAFE_INTEGER, kind, limit } = query
  const lines: StatementLine[] = []
  let place = query.before ?? (await newest(sql, of))
  let examined = 0
  for await (const { line, after } of walkBack(sql, of, place)) {
    if (line.at < from - clockSlackMs) return { lines }
    if (lines.length === limit || examined === mostExamined) return { lines, next: place }
    examined++
    place = after
    if (line.at >= from && line.at < until && (kind === undefined || line.kind === kind)) lines.push(line)
  }
  return { lines }
}

async function newest(sql: Sql, of: StatementOf): Promise<StatementPlace> {
  const top = Number.MAX_SAFE_INTEGER
  if (of.codeId === undefined) return { txn: top, at: top, run: "", premium: 0, free: 0, calls: 0 }
  const { premium, free, calls } = await readBalances(sql, of.codeId)
  return { txn: top, at: top, run: "", premium: premium.posted, free: free.posted, calls: calls.posted }
}

/** Every line older than a place, newest first, each with the place behind it. */
async function* walkBack(
  sql: Sql,
  of: StatementOf,
  start: StatementPlace,
): AsyncGenerator<{ readonly line: StatementLine; readonly after: StatementPlace }> {
  const moves = inChunks((last: MoveRow | undefined) => readMoves(sql, of, last?.txn ?? start.txn))
  const frees = inChunks((last: FreeRow | undefined) => readFree(sql, of, last ?? start))
  let place = start
  for (;;) {
    const move = await moves.head()
    const free = await frees.head()
    if (free !== undefined && (move === undefined || free.at > move.at)) {
      frees.take()
      place = { ...place, at: free.at, run: free.run }
      yield { line: freeLine(free, of.purse, place), after: place }
    } else if (move !== undefined) {
      moves.take()
      const line = moveLine(move, of.purse, place)
      const left = {
        premium: place.premium - move.premium,
        free: place.free - move.free,
        calls: place.calls - move.calls,
      }
      place = { ...place, ...left, txn: move.txn }
      yield { line, after: place }
    } else return
  }
}

/** A list that is read in pieces, as far as it is needed. Other callers get their turn between two pieces. */
function inChunks<Row>(read: (last: Row | undefined) => Promise<{ rows: readonly Row[]; ended: boolean }>) {
  let rows: readonly Row[] = []
  let at = 0
  let ended = false
  return {
    async head(): Promise<Row | undefined> {
      if (at === rows.length && !ended) {
        if (at > 0) await setImmediate()
        const some = await read(rows.at(-1))
        ended = some.ended
        rows = some.rows
        at = 0
      }
      return rows[at]
    },
    take: () => void at++,
  }
}

interface RecordColumns {
  readonly model: string | null
  readonly asked: string | null
  readonly ending: string | null
  readonly input: number | null
  readonly cached: number | null
  readonly output: number | null
  readonly reasoning: number | null
  readonly search_calls: number | null
  readonly unit: string | null
}

const recordColumns = `
  record.model as model, record.asked as asked, record.ending as ending, record.input_uncached + record.cache_write as input,
  record.input_cached as cached, record.output as output, record.reasoning as reasoning,
  record.search_calls as search_calls, record.unit as unit`

/** (account, txn, limit) */
const newestOfAccount = `
  select * from (
    select txn_id, account, amount from entry where account = ? and txn_id < ? order by txn_id desc limit ?) newest`

const newestMoves = `
  select txn.id as txn, txn.at as at, txn.kind as kind, txn.ref as ref, txn.meta as meta,
    moved.account as account, moved.amount as amount, ${recordColumns}
  from (${newestOfAccount} union all ${newestOfAccount} union all ${newestOfAccount}) moved
  join txn on txn.id = moved.txn_id
  left join usage_record record on txn.kind = 'use' and record.run_id = substr(txn.ref, 5)
  order by txn.id desc`

/** (owner, at, run, premium, free, calls wallet, limit) */
const newestFree = `
  select record.run_id as run, record.at as at, ${recordColumns}
  from usage_record record
  where owner = ? and charged = 0 and (record.at, record.run_id) < (?, ?) and not exists (
    select 1 from txn join entry on entry.txn_id = txn.id
    where txn.ref = 'use:' || record.run_id and entry.account in (?, ?, ?))
  order by record.at desc, record.run_id desc limit ?`

interface EntryRow extends RecordColumns {
  readonly txn: number
  readonly at: number
  readonly kind: StatementKind
  readonly ref: string
  readonly meta: string
  readonly account: string
  readonly amount: number
}

/** One transaction, with what it moved in each wallet. */
interface MoveRow extends EntryRow {
  readonly premium: number
  readonly free: number
  readonly calls: number
}

async function readMoves(sql: Sql, of: StatementOf, before: number) {
  if (of.codeId === undefined) return { rows: [], ended: true }
  const wallets = walletsOf(of.codeId)
  const rows = await sql.all<EntryRow>(
    newestMoves,
    wallets.flatMap((account) => [account, before, chunk]),
  )
  // Of a wallet with more lines than were read only the part is whole that the others were read as far as.
  const oldest = wallets.map((account) => {
    const own = rows.filter((row) => row.account === account)
    return own.length < chunk ? 0 : (own.at(-1)?.txn ?? 0)
  })
  const whole = Math.max(...oldest)
  return {
    rows: byTxn(
      rows.filter(({ txn }) => txn >= whole),
      wallets,
    ),
    ended: whole === 0,
  }
}

function byTxn(rows: readonly EntryRow[], [premium, free, calls]: Wallets): readonly MoveRow[] {
  const moves: MoveRow[] = []
  for (const row of rows) {
    const last = moves.at(-1)
    const move = last?.txn === row.txn ? last : { ...row, premium: 0, free: 0, calls: 0 }
    if (last?.txn === row.txn) moves.pop()
    const moved = (account: string) => (row.account === account ? row.amount : 0)
    moves.push({
      ...move,
      premium: move.premium + moved(premium),
      free: move.free + moved(free),
      calls: move.calls + moved(calls),
    })
  }
  return moves
}

interface FreeRow extends RecordColumns {
  readonly run: string
  readonly at: number
}

async function readFree(sql: Sql, of: StatementOf, before: { readonly at: number; readonly run: string }) {
  const wallets = of.codeId === undefined ? ["", "", ""] : walletsOf(of.codeId)
  const rows = await sql.all<FreeRow>(newestFree, [of.owner, before.at, before.run, ...wallets, chunk])
  return { rows, ended: rows.length < chunk }
}

type Wallets = readonly [premium: string, free: string, calls: string]

function walletsOf(codeId: string): Wallets {
  return [accounts.wallet(codeId, "premium"), accounts.wallet(codeId, "free"), accounts.calls(codeId)]
}

function moveLine(row: MoveRow, own: "premium" | "free", left: StatementPlace): StatementLine {
  // A transaction moves one money wallet: a payment goes into one, a run is paid from one.
  const purse = row.premium !== 0 ? "premium" : row.free !== 0 ? "free" : own
  return {
    id: String(row.txn),
    at: row.at,
    kind: row.kind,
    purse,
    amount: microReais(row.premium + row.free),
    calls: row.calls,
    balanceAfter: microReais(left[purse]),
    callsAfter: left.calls,
    ...(row.kind === "use" ? useOf(row, row.ref.slice("use:".length), JSON.parse(row.meta) as Noted) : {}),
    ...(row.kind === "credit" ? { source: row.ref.split(":")[1] ?? "" } : {}),
  }
}

function freeLine(row: FreeRow, purse: "premium" | "free", left: StatementPlace): StatementLine {
  return {
    id: row.run,
    at: row.at,
    kind: "use",
    purse,
    amount: microReais(0),
    calls: 0,
    balanceAfter: microReais(left[purse]),
    callsAfter: left.calls,
    ...useOf(row, row.run, {}),
  }
}

/** A transaction's notes about its run. */
interface Noted {
  readonly model?: string
  readonly asked?: string
  readonly ending?: string
  readonly usage?: Usage
}

/** Of a run that crashed with its server only the books know: what they noted stands in for the record. */
function useOf(row: RecordColumns, runId: string, noted: Noted): Partial<StatementLine> {
  const model = row.model ?? noted.model
  const asked = row.asked ?? noted.asked
  const ending = row.ending ?? noted.ending
  const usage = noted.usage ?? noUsage
  const tokens = {
    input: row.input ?? usage.inputUncached + usage.cacheWrite,
    cached: row.cached ?? usage.inputCached,
    output: row.output ?? usage.output,
    reasoning: row.reasoning ?? usage.reasoning,
  }
  const unit = usageUnitOf(row.unit ?? usage.unit)
  const isCounted = tokens.input + tokens.cached + tokens.output > 0
  return {
    runId,
    ...(model === undefined ? {} : { model }),
    ...(asked === undefined ? {} : { asked }),
    ...(ending === undefined ? {} : { ending }),
    ...(isCounted && (unit === undefined ? { tokens } : { pieces: { count: tokens.output, unit } })),
    searchCalls: row.search_calls ?? usage.searchCalls,
  }
}
