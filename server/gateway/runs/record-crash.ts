import { noUsage } from "#core/gateway/usage.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { homeProvider } from "#core/providers/registry.ts"
import type { HoldRow } from "../../ledger/hold.ts"
import { recordUsage } from "../../ledger/usage-records.ts"
import { walletOwner } from "../../ledger/wallet.ts"
import type { Sql } from "../../store/sql.ts"
import { type CrashWorth, readProgress } from "./crash-worth.ts"

/**
 * Records a run whose server died and that costs its user nothing, so that its statement says so: of one that was charged the
 * books do. Nothing where it was never noted what was called. Should its server come back, its end replaces this.
 */
export async function recordFreeCrash(sql: Sql, hold: HoldRow, worth: CrashWorth | undefined): Promise<void> {
  const progress = readProgress(hold.progress)
  if (progress === undefined || (worth?.cost ?? 0) > 0) return
  const { model, asked, provider = homeProvider, priceVersion = hold.price_version } = progress
  const { codeId, purse } = walletOwner(hold.wallet_id)
  await recordUsage(sql, {
    runId: hold.id,
    owner: `code:${codeId}`,
    tier: purse,
    model,
    asked,
    provider,
    // When it died is not known; when it was asked, its user remembers.
    at: hold.created_at,
    durationMs: 0,
    usage: worth?.meta.usage ?? noUsage,
    cost: worth?.absorbed?.amount ?? microReais(0),
    charged: microReais(0),
    priceVersion,
    ending: "crash",
  })
}
