import { availableToSpend, type Balance } from "#core/ledger/balance.ts"
import type { BalanceAfter } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import type { Charge } from "#core/ledger/charge.ts"
import { capUnder, type Ceilings } from "#core/ledger/ceiling.ts"
import { accounts } from "#core/ledger/entry.ts"
import { type HoldPlan, planHold } from "#core/ledger/hold.ts"
import { mostPrice } from "#core/ledger/price.ts"
import { type MicroReais, microReais } from "#core/lib/micro-reais.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import type { CodeCaller, VisitorCaller } from "../../access/authorize.ts"
import { startOfTodayInBrazil } from "../../time/day-in-brazil.ts"
import type { FreeQuota } from "../../access/free-quota.ts"
import type { Wallets } from "../../access/wallets.ts"
import type { CountedAs } from "../../ledger/hold.ts"
import type { Ledger } from "../../ledger/ledger-store.ts"
import type { Sql } from "../../store/sql.ts"
import type { OfferedModel } from "../models/model-catalogue.ts"
import type { Rerouted } from "../models/model-news.ts"
import { bookOnUs } from "./book-on-us.ts"
import { moneyShort, searchesShort, type ShortPurse } from "./money-short.ts"
import { type Loss, lossesOf, owedIn, priceOfCharge, toldIn } from "./price-of-charge.ts"

/** The likely and the highest usage of a call, for reserving its price. In tokens. */
export interface Need {
  readonly runId: string
  readonly model: OfferedModel
  readonly promptLikely: number
  readonly promptMost: number
  /** Tokens of a predicted output, which may be billed besides the answer. */
  readonly predictedMost: number
  /** The output cap before the balance is looked at. */
  readonly cap: number
  readonly outputFloor: number
  /** The most web searches the call asks for; absent where it does not search. */
  readonly searchMost?: number | undefined
  readonly requestHash: string
  /** The provider has answered with another model than it was asked for. */
  readonly rerouted?: Rerouted
  /** How far it had come was noted for a crash, beside the books. */
  readonly isNoted?: boolean
}

export interface Reservation {
  /** The output cap to send upstream, in tokens. */
  readonly cap: number
  /** The most web searches that are paid for. */
  readonly searchMost?: number | undefined
  readonly limitedByBalance: boolean
  /** Money is held in the books. */
  readonly isHeld?: boolean
  /** We pay, whatever becomes of it. */
  readonly isOnUs?: boolean
}

/** The cost of a run to its user, and the balance after it. */
export interface Bill {
  readonly cost: MicroReais
  readonly balance?: BalanceAfter
  /** Costs that the operator bears, to be logged; absent: none. */
  readonly losses?: readonly Loss[]
}

/** Who pays for a run, in two steps: once before the provider is called, once when the run has ended. */
export interface Billing {
  reserve(need: Need): Promise<Result<Reservation, Failure>>
  /** Settles the run's cost, in the transaction that also stores its end. */
  close(need: Need, charge: Charge): (sql: Sql) => Promise<Bill>
}

const nothing = microReais(0)

/** A code pays from its own wallet: premium codes from the premium one, `free_` codes from the free one. */
export function billCode(
  caller: CodeCaller,
  deps: {
    readonly ledger: Ledger
    readonly wallets: Wallets
    readonly short: ShortPurse
    readonly ceilings: Ceilings
    readonly now: () => number
    readonly countedAs: CountedAs
    /** Whether this call is one too many, beside so many of its kind in progress at other servers; absent: they do not matter. */
    readonly isTooMany?: ((elsewhere: number) => boolean) | undefined
  },
): Billing {
  const { code, tier: purse } = caller
  const { ledger, wallets, ceilings, isTooMany } = deps
  const isBound = ceilings.message !== undefined || ceilings.day !== undefined
  /** The amount held where ceilings were checked: a charge up to it needs no other check. */
  let heldUnderCeilings: MicroReais | undefined

  return {
    async reserve(need) {
      await wallets.grant(code)
      const { runId, requestHash } = need
      const { price } = need.model
      const before = need.searchMost === undefined ? undefined : await ledger.balances(code.id)
      const searchMost = before && Math.max(0, Math.min(need.searchMost ?? 0, before.calls.available))
      if (before && searchMost === 0) return err(searchesShort(before))
      const today = ceilings.day === undefined ? {} : { spentSince: startOfTodayInBrazil(deps.now()) }
      const calls = searchMost === undefined ? {} : { calls: searchMost }
      let wanted = ok(need.cap) as Result<number, Failure>
      let seen: Balance | undefined
      let planned: HoldPlan | undefined
      let isBusy = false
      const plan = await ledger.holdPlanned(
        {
          id: runId,
          codeId: code.id,
          purse,
          priceVersion: need.model.priceVersion,
          reqHash: requestHash,
          countedAs: deps.countedAs,
          ...calls,
          ...today,
        },
        (wallet, spent, elsewhere) => {
          seen = wallet
          isBusy = elsewhere > 0 && isTooMany?.(elsewhere) === true
          if (isBusy) return undefined
          const { available, held: others } = wallet
          wanted = capUnder(ceilings, { ...need, price }, microReais(spent + others))
          if (!wanted.ok) return undefined
          const asked = { ...need, cap: wanted.value, price, othersOpen: others > 0 }
          return (planned = planHold({ ...asked, available }))
        },
      )
      if (isBusy) return err({ kind: "already-processing" })
      if (!wanted.ok) return wanted
      if (plan === undefined) {
        const balances = await ledger.balances(code.id)
        // There was money enough: the last search calls went to another call meanwhile.
        if (planned) return err(searchesShort(balances))
        return err(moneyShort(deps.short, need, { ...balances, ...(seen && { [purse]: seen }) }))
      }
      if (isBound) heldUnderCeilings = plan.amount
      return ok({ cap: plan.cap, limitedByBalance: plan.cap < wanted.value, searchMost, isHeld: true })
    },

    close: (need, charge) => async (sql) => {
      const { model, runId } = need
      const books = ledger.within(sql)
      const { claimed, owed, absorbed } = priceOfCharge(charge, need)
      if (charge.kind === "void" && claimed === 0 && absorbed === undefined) {
        const { balances } = await books.void(runId, code.id)
        // Another server may have taken this one for dead, and charged the run or booked it as lost: this end corrects that.
        const isSettled = (await books.findHold(runId))?.state === "settled"
        if (!isSettled) return { cost: nothing, balance: balanceAfter(balances, nothing, runId) }
      }
      const asked = model.asked === undefined ? {} : { asked: model.asked }
      const { searchMost } = need
      const calls =
        charge.kind === "settle" && searchMost !== undefined
          ? { calls: Math.min(charge.usage.searchCalls, searchMost) }
          : {}
      const what = {
        id: runId,
        model: model.name,
        cost: claimed,
        owed: microReais(Math.min(owed, heldUnderCeilings ?? owed)),
        ...calls,
        ...(absorbed ? { absorbed } : {}),
        meta: {
          ...asked,
          usage: owedIn(charge),
          ...(charge.owed === undefined ? {} : { claimed: toldIn(charge) }),
          priceVersion: model.priceVersion,
        },
      }
      const settled = await books.settle(what, code.id)
      const charged = "charged" in settled ? settled.charged : nothing
      const bill = { cost: charged, balance: balanceAfter(settled.balances, charged, runId) }
      // Another server settled this run and has logged its losses.
      if (settled.outcome !== "settled" && settled.outcome !== "late") return bill
      const overrun = { account: accounts.lossOverrun, amount: microReais(claimed - charged) }
      return { ...bill, ...lossesOf([overrun, ...(absorbed ? [absorbed] : [])]) }
    },
  }

  function balanceAfter(
    balances: Parameters<typeof availableToSpend>[1],
    cost: MicroReais,
    runId: string,
  ): BalanceAfter {
    return { ...availableToSpend(purse, balances), cost, runId }
  }
}

/** We pay: a code of the operator's list. What it cost us is booked when it is known. */
export function billUs(ledger: Ledger): Billing {
  return {
    reserve: async ({ cap, searchMost }) => ok({ cap, searchMost, limitedByBalance: false, isOnUs: true }),
    close: (need, charge) => async (sql) => ({ cost: nothing, ...(await bookOnUs(ledger, sql, need, charge)).told }),
  }
}

/** A visitor is let in by the day's quota; we pay. */
export function billVisitor(
  caller: VisitorCaller,
  deps: {
    readonly ledger: Ledger
    readonly quota: FreeQuota
    readonly refusal: Failure
    /** Whether it goes on with a message that was counted already. */
    readonly isLaterRound?: () => Promise<boolean>
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
        countsAsMessage: !(await deps.isLaterRound?.()),
      })
      return admitted ? ok({ cap: need.cap, limitedByBalance: false, isOnUs: true }) : err(deps.refusal)
    },
    close: (need, charge) => async (sql) => {
      const { runId } = need
      const { cost, told } = await bookOnUs(deps.ledger, sql, need, charge)
      await deps.quota.settle(sql, { runId, cost })
      return { cost: nothing, balance: { ...noBalance, runId }, ...told }
    },
  }
}

/** The balance of a visitor, who has no wallet and pays nothing. */
const noBalance = { total: nothing, premium: nothing, free: nothing, calls: 0, cost: nothing }

/** The provider's own key pays the provider; we count nothing. */
export const billNobody: Billing = {
  reserve: async ({ cap, searchMost }) => ok({ cap, searchMost, limitedByBalance: false }),
  close: () => async () => ({ cost: nothing }),
}
