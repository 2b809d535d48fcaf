import { createHmac, randomUUID } from "node:crypto"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { addressSteps } from "../limits/address-steps.ts"
import { rollback } from "../store/rollback.ts"
import type { Database, Sql } from "../store/sql.ts"
import type { Counted, DayCounters } from "./day-counters.ts"

/**
 * The visitors' allowance of a day (America/Sao_Paulo). Each has a number of messages; an address has five times as
 * many, whatever ids it brings, and an IPv6 /48 twenty times. All together have a budget, of which one address may take
 * 15 % and one /48 30 %, so that nobody can use it up for the others.
 */
export interface FreeQuota {
  /** Counts a message, if it is one, and sets its highest cost aside; false when one of the limits is reached. */
  reserve(ask: VisitorAsk): Promise<boolean>
  /** In the caller's transaction: puts the true cost in the place of what was set aside, once. A run that cost nothing does not count as a message. */
  settle(sql: Sql, end: { readonly runId: string; readonly cost: MicroReais }): Promise<void>
  /** A visitor's remaining allowance of the day; without an id, that of a new visitor from this address. */
  left(visitor: VisitorAt): Promise<FreeToday>
  /**
   * Lets a visitor go on with the day of the id that their page had made up before ids were issued. Once: false where that id
   * has nothing to hand on, because it was not used of late, or has been exchanged.
   */
  handOn(earlierId: string, visitorId: string): Promise<boolean>
  /**
   * Counts a call of a plugin, which is no message: so many a day for a visitor, for an address and for a /48 as for messages, and the least
   * there is of the day's money.
   */
  takePluginCall(visitor: VisitorAt): Promise<boolean>
  /** Whether there may be one left; nothing is counted. */
  hasPluginCall(visitor: VisitorAt): Promise<boolean>
  /** The names under which a title or summary for the free tier is counted: its money alone. */
  moneyOf(address: string): readonly Counted[]
  /** The name under which a visitor's messages are counted; without an id, that of their address. */
  subjectOf(visitor: VisitorAt): string
}

export interface VisitorAt {
  /** The name in an id that we have signed; absent: a visitor known by address only. */
  readonly visitorId: string | undefined
  readonly address: string
}

export interface VisitorAsk extends VisitorAt {
  readonly runId: string
  /** The most the run may cost us, in micro-reais. */
  readonly amount: MicroReais
  /** False for what is no message of a visitor's. */
  readonly countsAsMessage: boolean
}

/** Messages left today, of so many a day. */
export interface FreeToday {
  readonly left: number
  readonly of: number
}

export interface FreeQuotaOptions {
  /** Of one visitor. */
  readonly dailyMessages: number
  /** Of all visitors together. */
  readonly dailyBudget: MicroReais
  /** Visitor ids and addresses are kept as hashes under this secret only. */
  readonly pepper: string
}

/** How much of the day an address may have, and an IPv6 /48: messages, as so many visitors have; money, in hundredths of the ceiling. */
export const daySteps = [
  { kind: "address", visitors: 5, percent: 15 },
  { kind: "network", visitors: 20, percent: 30 },
] as const

/** The plugin calls of one visitor. */
export const dailyPluginCalls = 150

export function createFreeQuota(database: Database, counters: DayCounters, options: FreeQuotaOptions): FreeQuota {
  const { dailyMessages, dailyBudget, pepper } = options
  const named = (kind: string, value: string) =>
    `${kind}:${createHmac("sha256", pepper).update(`${kind}:${value}`).digest("base64url")}`

  const everybody = (): Counted => ({
    subject: "everyone",
    isMessage: false,
    mostMoney: dailyBudget,
    isShared: true,
  })

  /** An address in its steps, the narrowest first. */
  function placesOf(address: string, isMessage: boolean): readonly Counted[] {
    return addressSteps(address).flatMap((step, at): Counted[] => {
      const limit = daySteps[at]
      if (limit === undefined) return []
      return [
        {
          subject: named(limit.kind, step),
          isMessage,
          mostMessages: dailyMessages * limit.visitors,
          mostMoney: microReais(Math.floor((dailyBudget * limit.percent) / 100)),
          takesFirst: true,
        },
      ]
    })
  }

  function namesOf({ visitorId, address }: VisitorAt, isMessage: boolean): readonly Counted[] {
    const own: readonly Counted[] =
      visitorId === undefined ? [] : [{ subject: named("visitor", visitorId), isMessage, mostMessages: dailyMessages }]
    return [...own, ...placesOf(address, isMessage), everybody()]
  }

  /** How many more of what is counted may come under these names today; none where the money under one of them is spent. */
  async function roomIn(names: readonly Counted[]): Promise<number> {
    const counts = await counters.read(database.read, names)
    const rooms = names.map(({ isMessage, mostMessages = Infinity, mostMoney = Infinity }, at) => {
      const { messages = 0, spent = 0, reserved = 0 } = counts[at] ?? {}
      if (spent + reserved >= mostMoney) return 0
      return isMessage ? mostMessages - messages : Infinity
    })
    return Math.min(...rooms)
  }

  /** Where a visitor's calls of plugins are counted: as messages are, under names of their own, and without money. */
  function pluginCallsOf({ visitorId, address }: VisitorAt): readonly Counted[] {
    const calls = (kind: string, value: string, visitors: number): Counted => ({
      subject: named(kind, value),
      isMessage: true,
      mostMessages: dailyPluginCalls * visitors,
    })
    const steps = addressSteps(address).flatMap((step, at) => {
      const limit = daySteps[at]
      return limit === undefined ? [] : [calls(`plugin-${limit.kind}`, step, limit.visitors)]
    })
    return [calls("plugin", visitorId ?? address, 1), ...steps]
  }

  return {
    async reserve({ runId, amount, countsAsMessage, ...visitor }) {
      if (dailyMessages === 0) return false
      const as = namesOf(visitor, countsAsMessage)
      if (counters.isUsedUp({ amount, as })) return false
      return database.transaction(
        async (sql: Sql) => ((await counters.take(sql, { runId, amount, as })) ? true : rollback(false)),
        "later",
      )
    },
    async takePluginCall(visitor) {
      const runId = `plugin:${randomUUID()}`
      const amount = microReais(1)
      const as = [...pluginCallsOf(visitor), ...namesOf(visitor, false)]
      if (dailyMessages === 0 || counters.isUsedUp({ amount, as })) return false
      return database.transaction(async (sql: Sql) => {
        if (!(await counters.take(sql, { runId, amount, as }))) return rollback(false)
        await counters.settle(sql, { runId, cost: amount })
        return true
      }, "later")
    },
    async hasPluginCall(visitor) {
      return dailyMessages > 0 && (await roomIn([...pluginCallsOf(visitor), ...namesOf(visitor, false)])) > 0
    },
    settle: counters.settle,
    async left(visitor) {
      return { left: Math.max(0, Math.min(dailyMessages, await roomIn(namesOf(visitor, true)))), of: dailyMessages }
    },
    handOn: (earlierId, visitorId) => counters.move(named("visitor", earlierId), named("visitor", visitorId)),
    moneyOf: (address) => [...placesOf(address, false), everybody()],
    subjectOf: ({ visitorId, address }) =>
      visitorId === undefined ? (placesOf(address, true)[0]?.subject ?? "") : named("visitor", visitorId),
  }
}
