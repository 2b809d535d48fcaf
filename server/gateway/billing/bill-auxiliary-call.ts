import type { AuxiliaryKind } from "#core/conversation/auxiliary-kind.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { estimateSlack } from "#core/ledger/prompt-bound.ts"
import { affordableOutputTokens, mostPrice } from "#core/ledger/price.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { err, ok } from "#core/lib/result.ts"
import type { AuxiliaryQuota } from "../../access/auxiliary-quota.ts"
import type { CodeCaller, VisitorCaller } from "../../access/authorize.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import { DatabaseUnavailable } from "../../store/database-unavailable.ts"
import type { Billing, Need } from "./billing.ts"
import { bookOnUs } from "./book-on-us.ts"

/**
 * A title or a summary: on the house within its owner's day; beyond that its user pays for it (`otherwise`), or it is left
 * out (`refusal`).
 */
export function billAuxiliaryCall(
  caller: CodeCaller | VisitorCaller,
  deps: {
    readonly kind: AuxiliaryKind
    readonly ledger: Ledger
    readonly auxiliaryQuota: AuxiliaryQuota
    readonly otherwise: Billing | undefined
    readonly refusal: Failure
  },
): Billing {
  const { kind, ledger, auxiliaryQuota, otherwise, refusal } = deps
  let payer: Billing | undefined
  return {
    async reserve(need) {
      const { runId, cap } = need
      const promptTokens = Math.ceil(need.promptLikely * estimateSlack)
      const fitting = await auxiliaryQuota.reserve({
        runId,
        kind,
        caller,
        cap,
        affordable: (budget) => affordableOutputTokens(budget, promptTokens, need.model.price),
        priceWith: (tokens) => mostPrice(promptTokens, tokens, need.model.price),
      })
      if (fitting !== undefined) return ok({ cap: fitting, limitedByBalance: false, isOnUs: true })
      if (otherwise === undefined) return err(refusal)
      // Noted first: a hold after which something can still fail would stay open for as long as this server lives.
      await auxiliaryQuota.notePaid({ runId, caller })
      return withNoteOnDisk(async () => {
        const reserved = await otherwise.reserve(need)
        if (reserved.ok) payer = otherwise
        else await auxiliaryQuota.giveBack(runId)
        return reserved
      })
    },
    close: (need: Need, charge) => async (sql) => {
      const { runId } = need
      if (payer !== undefined) {
        const bill = await payer.close(need, charge)(sql)
        await auxiliaryQuota.settle(sql, { runId, cost: bill.cost })
        return bill
      }
      const { cost, told } = await bookOnUs(ledger, sql, need, charge)
      await auxiliaryQuota.settle(sql, { runId, cost })
      return { cost: microReais(0), ...told }
    },
  }
}

/** What comes after the note: where the database fails it, something of the call is on disk and is to be given back. */
async function withNoteOnDisk<T>(op: () => Promise<T>): Promise<T> {
  try {
    return await op()
  } catch (error) {
    if (error instanceof DatabaseUnavailable)
      throw new DatabaseUnavailable(error.cause, { why: error.why, mayHaveCommitted: true })
    throw error
  }
}
