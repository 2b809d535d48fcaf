import { microReais } from "#core/lib/micro-reais.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { err, ok } from "#core/lib/result.ts"
import type { VisitorCaller } from "../../access/authorize.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { Billing } from "./billing.ts"

/**
 * The amount for one relayed bill in the day's budget: no provider charges for it, but a message without a cost would
 * not be counted.
 */
const cost = microReais(1)

/**
 * A call to a visitor's own address is one of their day's messages from the moment it is sent; their own key pays for
 * it.
 */
export function billRelay(
  { visitorId, address }: VisitorCaller,
  { quota, refusal }: { readonly quota: FreeQuota; readonly refusal: Failure },
): Billing {
  return {
    async reserve({ runId, cap, searchMost }) {
      const admitted = await quota.reserve({ runId, visitorId, address, amount: cost, countsAsMessage: true })
      return admitted ? ok({ cap, searchMost, limitedByBalance: false }) : err(refusal)
    },
    close:
      ({ runId }) =>
      async (sql) => {
        await quota.settle(sql, { runId, cost })
        return { cost: microReais(0) }
      },
  }
}
