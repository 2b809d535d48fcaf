import { createHmac } from "node:crypto"
import type { AuxiliaryKind } from "#core/conversation/auxiliary-kind.ts"
import { accounts } from "#core/ledger/entry.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { readAnswered } from "../ledger/spent.ts"
import { rollback } from "../store/rollback.ts"
import type { Database, Sql } from "../store/sql.ts"
import type { CodeCaller, VisitorCaller } from "./authorize.ts"
import { startOfTodayInBrazil } from "../time/day-in-brazil.ts"
import type { Counted, DayCounters } from "./day-counters.ts"
import type { FreeQuota } from "./free-quota.ts"

/**
 * The titles and summaries that we pay. An answered message earns one title and two summaries of the same day (America/
 * Sao_Paulo), and all of an owner's together cost us at most a tenth of what the owner paid that day, and two centavos; those
 * of the free tier count in its own budget, too.
 */
export interface AuxiliaryQuota {
  /** Sets aside what one may cost; how many tokens it may be, at most those asked for. Undefined: it is not on the house. */
  reserve(ask: AuxiliaryAsk): Promise<number | undefined>
  /** Notes one that its owner pays, so that it does not count as an answered message. */
  notePaid(ask: Pick<AuxiliaryAsk, "runId" | "caller">): Promise<void>
  /** Takes such a note back, because its owner could not pay. */
  giveBack(runId: string): Promise<void>
  /** In the caller's transaction: puts the true cost in the place of what was set aside, once. */
  settle(sql: Sql, end: { readonly runId: string; readonly cost: MicroReais }): Promise<void>
}

export interface AuxiliaryAsk {
  readonly runId: string
  readonly kind: AuxiliaryKind
  readonly caller: CodeCaller | VisitorCaller
  /** The output cap it asks for, in tokens. */
  readonly cap: number
  /** How many output tokens so much money pays for, and what it costs us with so many at the most. */
  readonly affordable: (budget: MicroReais) => number
  readonly priceWith: (cap: number) => MicroReais
}

export interface AuxiliaryQuotaDeps {
  readonly database: Database
  readonly counters: DayCounters
  readonly quota: FreeQuota
  /** Owners are kept as hashes under this secret only. */
  readonly pepper: string
  /** Epoch ms. */
  readonly now: () => number
}

/** The free auxiliary calls that each answered message earns. */
export const earned = { title: 1, summary: 2 } as const
export const baseMoney = 20_000
export const paidPercent = 10
/** A summary of 200 words, with thoughts before it, comes out of so many tokens; a title needs all of its few. */
const fewestSummaryTokens = 1_536
/** An answer of just before midnight is titled just after. In ms. */
const midnightSlackMs = 10 * 60_000

export function createAuxiliaryQuota({ database, counters, quota, pepper, now }: AuxiliaryQuotaDeps): AuxiliaryQuota {
  const named = (kind: AuxiliaryKind | "asides" | "paid-aside", owner: string) =>
    `${kind}:${createHmac("sha256", pepper).update(`${kind}:${owner}`).digest("base64url")}`

  /** Of a visitor without an id, the address is the owner. */
  function ownerOf(caller: CodeCaller | VisitorCaller): string {
    return caller.kind === "code" ? caller.owner : quota.subjectOf(caller)
  }

  /** Messages that were answered today, and what was paid for them. */
  async function answeredBy(sql: Sql, caller: CodeCaller | VisitorCaller) {
    if (caller.kind === "visitor") {
      const [count] = await counters.read(sql, [{ subject: quota.subjectOf(caller) }])
      return { answered: count?.messages ?? 0, paid: 0 }
    }
    const since = startOfTodayInBrazil(now()) - midnightSlackMs
    const { answered, paid } = await readAnswered(sql, accounts.wallet(caller.code.id, caller.tier), since)
    const [asides] = await counters.read(sql, [{ subject: named("paid-aside", caller.owner) }])
    return { answered: answered - (asides?.messages ?? 0), paid }
  }

  return {
    async reserve({ runId, kind, caller, cap, affordable, priceWith }) {
      const owner = ownerOf(caller)
      const money = named("asides", owner)
      const places = caller.tier === "free" ? quota.moneyOf(caller.address) : []
      return database.transaction(async (sql) => {
        const { answered, paid } = await answeredBy(sql, caller)
        const most = baseMoney + Math.floor((paid * paidPercent) / 100)
        const [before] = await counters.read(sql, [{ subject: money }])
        const room = Math.max(0, most - (before?.spent ?? 0) - (before?.reserved ?? 0))
        const fitting = Math.min(cap, affordable(microReais(room)))
        if (fitting < Math.min(cap, kind === "title" ? cap : fewestSummaryTokens)) return undefined
        const as: readonly Counted[] = [
          { subject: named(kind, owner), isMessage: true, mostMessages: answered * earned[kind] },
          { subject: money, isMessage: false, mostMoney: microReais(most) },
          ...places,
        ]
        const taken = await counters.take(sql, { runId, amount: priceWith(fitting), as })
        return taken ? fitting : rollback(undefined)
      }, "later")
    },
    async notePaid({ runId, caller }) {
      const as = [{ subject: named("paid-aside", ownerOf(caller)), isMessage: true }]
      await database.transaction((sql) => counters.take(sql, { runId, amount: microReais(1), as }), "later")
    },
    giveBack: (runId) => database.transaction((sql) => counters.settle(sql, { runId, cost: microReais(0) }), "later"),
    settle: counters.settle,
  }
}
