import { availableToSpend } from "#core/ledger/balance.ts"
import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { Charge } from "#core/ledger/charge.ts"
import { capUnder, type Ceilings } from "#core/ledger/ceiling.ts"
import { planHold } from "#core/ledger/hold.ts"
import { mostPrice, priceOf, type PriceRow } from "#core/ledger/price.ts"
import { type MicroReais, microReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { CodeCaller, VisitorCaller } from "../../access/authorize.ts"
import { startOfTodayInBrazil } from "../../access/day-in-brazil.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { Wallets } from "../../access/wallets.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import type { Sql } from "../../store/database.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"

/** What a call is likely to need, and at the most, for reserving its price. In tokens. */
export interface Need {
  readonly runId: string
  readonly model: OfferedModel
  readonly promptLikely: number
  readonly promptMost: number
  /** What may be billed as output besides the answer. */
  readonly predictedMost: number
  /** The output cap before the balance is looked at. */
  readonly cap: number
  readonly outputFloor: number
  /** The most web searches the call asks for; absent where it does not search. */
  readonly searchMost?: number | undefined
  readonly requestHash: string
  /** The provider has answered with another model than it was asked for. */
  readonly rerouted?: Rerouted
}

/** A model a provider answered with unasked, and its price. */
export interface Rerouted {
  readonly model: string
  readonly price: PriceRow
}

export interface Reservation {
  /** The output cap to send upstream, in tokens. */
  readonly cap: number
  /** The most web searches that are paid for. */
  readonly searchMost?: number | undefined
  readonly limitedByBalance: boolean
}

/** What a run cost its user, and what is left. */
export interface Bill {
  readonly cost: MicroReais
  readonly balance?: BalanceAfter
}

/** Who pays for a run, in two steps: once before the provider is called, once when the run has ended. */
export interface Billing {
  reserve(need: Need): Promise<Result<Reservation, Failure>>
  /** What the run owes, to be settled in the transaction that also keeps its end. */
  close(need: Need, charge: Charge): (sql: Sql) => Promise<Bill>
}

const nothing = microReais(0)
/** When to ask again for money that answers under way hold. */
const inUseMs = 5_000

/** A code pays from its own wallet: premium codes from the premium one, `free_` codes from the free one. */
export function billCode(
  caller: CodeCaller,
  deps: {
    readonly ledger: Ledger
    readonly wallets: Wallets
    readonly upgradeUrl: string
    readonly ceilings: Ceilings
    readonly now: () => number
  },
): Billing {
  const { code, tier: purse } = caller
  const { ledger, wallets, ceilings } = deps
  const isBound = ceilings.message !== undefined || ceilings.day !== undefined
  /** What is held fits under the ceilings, and so does the charge when it is no more than that. */
  let heldUnderCeilings: MicroReais | undefined

  return {
    async reserve(need) {
      await wallets.grant(code)
      const { runId, requestHash } = need
      const { price } = need.model
      const searchMost = await affordableSearches(need)
      if (searchMost === 0) return err({ kind: "refused", reason: "no-search-calls" })
      const today = ceilings.day === undefined ? {} : { spentSince: startOfTodayInBrazil(deps.now()) }
      const calls = searchMost === undefined ? {} : { calls: searchMost }
      let wanted = ok(need.cap) as Result<number, Failure>
      let inUse = false
      const plan = await ledger.holdPlanned(
        {
          id: runId,
          codeId: code.id,
          purse,
          priceVersion: need.model.priceVersion,
          reqHash: requestHash,
          ...calls,
          ...today,
        },
        ({ available, held: others }, spent) => {
          wanted = capUnder(ceilings, { ...need, price }, microReais(spent + others))
          if (!wanted.ok) return undefined
          const asked = { ...need, cap: wanted.value, price, othersOpen: others > 0 }
          const planned = planHold({ ...asked, available })
          inUse =
            !planned && others > 0 && planHold({ ...asked, available: microReais(available + others) }) !== undefined
          return planned
        },
      )
      if (!wanted.ok) return wanted
      if (inUse) return err({ kind: "balance-in-use", retryAfterMs: inUseMs })
      if (plan === undefined) return err(insufficient(availableToSpend(purse, await ledger.balances(code.id))))
      if (isBound) heldUnderCeilings = plan.amount
      return ok({ cap: plan.cap, limitedByBalance: plan.cap < wanted.value, searchMost })
    },

    close: (need, charge) => async (sql) => {
      const { model, runId } = need
      const books = ledger.within(sql)
      const { cost, loss } = costOf(charge, need)
      const most = mostToPay(charge, model)
      const lost = charge.kind === "void" && charge.lost ? priceOf(charge.lost, model.price) : nothing
      if (charge.kind === "void" && lost === 0) {
        const { charged: before, balances } = await books.void(runId, code.id)
        return { cost: before, balance: balanceAfter(balances, before, runId) }
      }
      const asked = model.asked === undefined ? {} : { asked: model.asked }
      const meta = {
        ...asked,
        usage: charge.kind === "settle" ? charge.usage : charge.lost,
        priceVersion: model.priceVersion,
      }
      const absorbed =
        lost > 0
          ? { absorbed: { account: "loss:empty" as const, amount: lost } }
          : loss > 0
            ? { absorbed: { account: "loss:rerouted" as const, amount: loss } }
            : {}
      const { searchMost } = need
      const calls =
        charge.kind === "settle" && searchMost !== undefined
          ? { calls: Math.min(charge.usage.searchCalls, searchMost) }
          : {}
      const bound = most === undefined ? {} : { most }
      const what = { id: runId, model: model.name, cost, ...bound, ...calls, ...absorbed, meta }
      const settled = await books.settle(what, code.id)
      const charged = "charged" in settled ? settled.charged : nothing
      return { cost: charged, balance: balanceAfter(settled.balances, charged, runId) }
    },
  }

  function mostToPay(charge: Charge, model: OfferedModel): MicroReais | undefined {
    const beyondCap = charge.kind === "settle" && charge.charged ? priceOf(charge.charged, model.price) : undefined
    const limits = [beyondCap, heldUnderCeilings].filter((limit) => limit !== undefined)
    return limits.length === 0 ? undefined : microReais(Math.min(...limits))
  }

  /** As many searches as there are calls for; 0 where there is none. Absent: none is asked for. */
  async function affordableSearches({ searchMost }: Need): Promise<number | undefined> {
    if (searchMost === undefined) return undefined
    return Math.max(0, Math.min(searchMost, (await ledger.balances(code.id)).calls.available))
  }

  function balanceAfter(
    balances: Parameters<typeof availableToSpend>[1],
    cost: MicroReais,
    runId: string,
  ): BalanceAfter {
    return { ...availableToSpend(purse, balances), cost, runId }
  }

  function insufficient(balance: ReturnType<typeof availableToSpend>): Failure {
    return {
      kind: "insufficient-balance",
      balance,
      upgradeUrl: deps.upgradeUrl,
    }
  }
}

/**
 * What an answer costs its user. Where the provider has answered with another model, that is the cheaper of the two; what
 * that one costs us beyond it is our loss.
 */
function costOf(charge: Charge, { model, rerouted }: Need): { readonly cost: MicroReais; readonly loss: MicroReais } {
  if (charge.kind !== "settle") return { cost: nothing, loss: nothing }
  const asked = priceOf(charge.usage, model.price)
  const answered = rerouted === undefined ? asked : priceOf(charge.usage, rerouted.price)
  return { cost: microReais(Math.min(asked, answered)), loss: microReais(Math.max(0, answered - asked)) }
}

/** We pay: a code of the operator's list. What it cost us is booked when it is known. */
export function billUs(ledger: Ledger): Billing {
  return {
    reserve: async ({ cap, searchMost }) => ok({ cap, searchMost, limitedByBalance: false }),
    close: (need, charge) => async (sql) => {
      await ledger.within(sql).bookFree({ id: need.runId, model: need.model.name, cost: costToUs(charge, need) })
      return { cost: nothing }
    },
  }
}

/** A visitor is let in by the day's quota; we pay. */
export function billVisitor(
  caller: VisitorCaller,
  deps: {
    readonly ledger: Ledger
    readonly quota: FreeQuota
    readonly refusal: Failure
  },
): Billing {
  return {
    async reserve(need) {
      if (need.searchMost !== undefined) return err({ kind: "refused", reason: "no-search-calls" })
      const most = mostPrice(need.promptMost, need.cap + need.predictedMost, need.model.price)
      const admitted = await deps.quota.reserve({
        runId: need.runId,
        visitorId: caller.visitorId,
        address: caller.address,
        amount: most,
        countsAsMessage: true,
      })
      return admitted ? ok({ cap: need.cap, limitedByBalance: false }) : err(deps.refusal)
    },
    close: (need, charge) => async (sql) => {
      const { runId, model } = need
      const cost = costToUs(charge, need)
      await deps.quota.settle(sql, { runId, cost })
      await deps.ledger.within(sql).bookFree({ id: runId, model: model.name, cost })
      return { cost: nothing, balance: { ...noBalance, runId } }
    },
  }
}

/** What a visitor has: no wallet, and nothing to pay. */
const noBalance = { total: nothing, premium: nothing, free: nothing, calls: 0, cost: nothing }

/** The provider's own key pays the provider; we count nothing. */
export const billNobody: Billing = {
  reserve: async ({ cap, searchMost }) => ok({ cap, searchMost, limitedByBalance: false }),
  close: () => async () => ({ cost: nothing }),
}

/** The provider bills us for the model it answered with, whichever it was asked for. */
export function costToUs(charge: Charge, { model, rerouted }: Need): MicroReais {
  const usage = charge.kind === "settle" ? charge.usage : charge.lost
  const { price } = rerouted ?? model
  return usage === undefined ? nothing : priceOf(usage, price, { searchesInMoney: true })
}
