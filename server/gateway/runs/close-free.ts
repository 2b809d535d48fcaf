import { noUsage, type Usage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import type { DayCounters } from "../../access/day-counters.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import type { Sql } from "../../store/sql.ts"
import { createPricesAt, type PricesAt, readProgress, worthForUs } from "./crash-worth.ts"

export interface CloseFreeDeps {
  readonly ledger: Ledger
  readonly counters: Pick<DayCounters, "settleForGone">
}

/**
 * Books what an answer had come to that its user does not pay and whose server does not end it, as its end would have: to what
 * we give away, and in the day in the place of what was set aside. Should that server come back, its end books the difference.
 * Answers what it has used. `output`: as it was counted on disk.
 */
export async function closeFree(
  { ledger, counters }: CloseFreeDeps,
  sql: Sql,
  runId: string,
  {
    kept,
    output,
    pricesAt = createPricesAt(),
  }: {
    readonly kept: string | undefined
    readonly output?: number | undefined
    readonly pricesAt?: PricesAt
  },
): Promise<Usage> {
  const progress = readProgress(kept ?? null)
  const worth = progress && (await worthForUs(pricesAt, sql, progress, output))
  if (worth !== undefined) await ledger.within(sql).bookFreeAtLeast({ ...worth, id: runId })
  await counters.settleForGone(sql, { runId, cost: worth?.cost ?? microReais(0) })
  return worth?.meta.usage ?? noUsage
}
