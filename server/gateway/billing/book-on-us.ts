import type { Charge } from "#core/ledger/charge.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import type { Sql } from "../../store/sql.ts"
import type { Need } from "./billing.ts"
import { type Loss, lossesOf, priceForUs } from "./price-of-charge.ts"

/**
 * Books an end that its user does not pay: as given away what such a call can come to, and as a loss what the provider has
 * told beyond it, which thus counts in no day's budget.
 */
export async function bookOnUs(
  ledger: Ledger,
  sql: Sql,
  need: Need,
  charge: Charge,
): Promise<{ readonly cost: MicroReais; readonly told: { readonly losses?: readonly Loss[] } }> {
  const { cost, overrun } = priceForUs(charge, need)
  const books = ledger.within(sql)
  if (need.isNoted === true) await books.takeFree(need.runId)
  await books.bookFree({ id: need.runId, model: need.model.name, cost, overrun })
  return { cost, told: lossesOf([{ account: "loss:overrun", amount: overrun }]) }
}
