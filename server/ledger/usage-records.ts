import type { Usage } from "#core/gateway/usage.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Database, Sql } from "../store/sql.ts"
import { servedNow } from "../store/served-time.ts"

/** The usage of one finished request, for the operator's figures. Never content, codes or keys. */
export interface UsageRecord {
  readonly runId: string
  /** `code:` and a code's id, a code of the operator's list, or `visitor`: which one is not told. Own keys have no records (`key`: before). */
  readonly owner: string
  readonly tier: string
  readonly model: string
  /** The model that was asked for, where another one was called. */
  readonly asked?: string | undefined
  readonly provider: string
  /** Epoch ms at the end. */
  readonly at: number
  readonly durationMs: number
  readonly usage: Usage
  /** At our prices. */
  readonly cost: MicroReais
  /** The part that the user paid. */
  readonly charged: MicroReais
  readonly priceVersion: string
  /** done, stopped, failed, …; `crash`: of a server that was taken for dead, as long as it has not come back. */
  readonly ending: string
}

/** One model's figures since some instant; amounts in micro-reais. */
export interface ModelUsage {
  readonly model: string
  /** Requests that cost something. */
  readonly runs: number
  readonly revenue: number
  /** The parts of the revenue: paid by users, given away, and lost. */
  readonly paid: number
  readonly free: number
  readonly lost: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly searchCalls: number
}

const toldAtEnd =
  "owner tier model provider at duration_ms input_uncached input_cached cache_write output reasoning search_calls source cost " +
  "charged price_version ending asked unit served_at"
const columns = toldAtEnd.split(" ")
/** The end of a run takes the place of what was told for its server while that was taken for dead, and of nothing else. */
const insertRecord = `
  insert into usage_record (run_id, ${columns.join(", ")})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${servedNow})
  on conflict (run_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(", ")}
  where usage_record.ending = 'crash' and excluded.ending <> 'crash'`

/** Money comes from the books, which cannot be wrong about it. (since) */
const moneyByModel = `
  select revenue.account as account, count(*) as runs, sum(revenue.amount) as revenue, sum(paid.amount) as paid,
    sum(free.amount) as free
  from txn
  join entry revenue on revenue.txn_id = txn.id and revenue.unit = 'BRL' and revenue.account like 'revenue:%'
  left join entry paid on paid.txn_id = txn.id and paid.unit = 'BRL' and paid.account like 'wallet:%'
  left join entry free on free.txn_id = txn.id and free.account = 'promo:free'
  where txn.kind = 'use' and txn.at >= ? group by revenue.account`
/** (since) */
const tokensByModel = `
  select model, sum(input_uncached + input_cached + cache_write) as input, sum(output) as output,
    sum(search_calls) as searches
  from usage_record where at >= ? group by model`

const keptMonths = 13
const mostAtOnce = 1_000
/** Old by both clocks. (before, age in ms, limit) */
const deleteOldRecords = `
  delete from usage_record where run_id in (
    select run_id from usage_record where at < ? and served_at < ${servedNow} - ? order by at limit ?)`

/** In the transaction that ends the run. */
export async function recordUsage(sql: Sql, record: UsageRecord): Promise<void> {
  const { usage } = record
  const params = [
    record.runId,
    record.owner,
    record.tier,
    record.model,
    record.provider,
    record.at,
    record.durationMs,
    usage.inputUncached,
    usage.inputCached,
    usage.cacheWrite,
    usage.output,
    usage.reasoning,
    usage.searchCalls,
    usage.source,
    record.cost,
    record.charged,
    record.priceVersion,
    record.ending,
    record.asked ?? null,
    usage.unit ?? null,
  ]
  await sql.run(insertRecord, params)
}

/** Deletes what is thirteen months old, as of an instant (epoch ms), in pieces that keep nobody waiting. */
export async function forgetOldRecords(database: Database, now: number): Promise<void> {
  const before = new Date(now)
  before.setUTCMonth(before.getUTCMonth() - keptMonths)
  for (let deleted = mostAtOnce; deleted === mostAtOnce;) {
    const old = [before.getTime(), now - before.getTime(), mostAtOnce]
    deleted = await database.transaction((sql) => sql.run(deleteOldRecords, old))
  }
}

/** Figures by model since an instant (epoch ms), dearest first. */
export async function usageSince(database: Database, since: number): Promise<readonly ModelUsage[]> {
  return database.snapshot(async (sql) => {
    const money = await sql.all<{
      account: string
      runs: number
      revenue: number
      paid: number | null
      free: number | null
    }>(moneyByModel, [since])
    const tokens = await sql.all<{ model: string; input: number; output: number; searches: number }>(tokensByModel, [
      since,
    ])
    const models = new Set([...money.map(({ account }) => modelOf(account)), ...tokens.map(({ model }) => model)])
    return [...models]
      .map((model) => {
        const booked = money.find(({ account }) => modelOf(account) === model)
        const counted = tokens.find((row) => row.model === model)
        const revenue = booked?.revenue ?? 0
        const paid = -(booked?.paid ?? 0)
        const free = -(booked?.free ?? 0)
        return {
          model,
          runs: booked?.runs ?? 0,
          revenue,
          paid: paid + 0,
          free: free + 0,
          lost: revenue - paid - free,
          inputTokens: counted?.input ?? 0,
          outputTokens: counted?.output ?? 0,
          searchCalls: counted?.searches ?? 0,
        }
      })
      .sort((a, b) => b.revenue - a.revenue || a.model.localeCompare(b.model))
  })
}

function modelOf(account: string): string {
  return account.slice("revenue:".length)
}
