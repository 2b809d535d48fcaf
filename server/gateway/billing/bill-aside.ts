import type { AsideKind } from "#core/conversation/aside-shape.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { affordableOutputTokens, mostPrice } from "#core/ledger/price.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { err, ok } from "#core/lib/result.ts"
import type { AsideQuota } from "../../access/aside-quota.ts"
import type { CodeCaller, VisitorCaller } from "../../access/authorize.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import { type Billing, costToUs, type Need } from "./billing.ts"

/** The estimate of a prompt may be this far below the truth. */
const estimateSlack = 1.1

/**
 * A title or a summary: on the house within its owner's day; beyond that its user pays for it (`otherwise`), or it is left
 * out (`refusal`).
 */
export function billAside(
  caller: CodeCaller | VisitorCaller,
  deps: {
    readonly kind: AsideKind
    readonly ledger: Ledger
    readonly asides: AsideQuota
    readonly otherwise: Billing | undefined
    readonly refusal: Failure
  },
): Billing {
  const { kind, ledger, asides, otherwise, refusal } = deps
  let payer: Billing | undefined
  return {
    async reserve(need) {
      const { runId, cap } = need
      const promptTokens = Math.ceil(need.promptLikely * estimateSlack)
      const fitting = await asides.reserve({
        runId,
        kind,
        caller,
        cap,
        affordable: (budget) => affordableOutputTokens(budget, promptTokens, need.model.price),
        priceWith: (tokens) => mostPrice(promptTokens, tokens, need.model.price),
      })
      if (fitting !== undefined) return ok({ cap: fitting, limitedByBalance: false })
      if (otherwise === undefined) return err(refusal)
      const reserved = await otherwise.reserve(need)
      if (!reserved.ok) return reserved
      payer = otherwise
      await asides.notePaid({ runId, caller })
      return reserved
    },
    close: (need: Need, charge) => async (sql) => {
      const { runId, model } = need
      if (payer !== undefined) {
        const bill = await payer.close(need, charge)(sql)
        await asides.settle(sql, { runId, cost: bill.cost })
        return bill
      }
      const cost = costToUs(charge, need)
      await asides.settle(sql, { runId, cost })
      await ledger.within(sql).bookFree({ id: runId, model: model.name, cost })
      return { cost: microReais(0) }
    },
  }
}
