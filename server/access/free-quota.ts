import { createHmac } from "node:crypto"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { addressPrefix } from "../http/address-steps.ts"
import { rollback, type Database, type Sql } from "../store/database.ts"
import { dayInBrazil } from "./day-in-brazil.ts"

/**
 * What visitors may use of our money in a day (America/Sao_Paulo): so many messages per visitor id, as many per address
 * (an IPv4 address or an IPv6 /64; wider prefixes would shut out whole neighbourhoods behind one carrier's translator),
 * and a ceiling in micro-reais for all of them together, which no number of addresses gets around.
 */
export interface FreeQuota {
  /** Counts a message, if it is one, and sets its highest cost aside; false when one of the limits is reached. */
  reserve(ask: VisitorAsk): Promise<boolean>
  /** In the caller's transaction: puts the true cost in the place of what was set aside, once. A run that cost nothing does not count as a message. */
  settle(sql: Sql, end: { readonly runId: string; readonly cost: MicroReais }): Promise<void>
  /** Counts what runs of dead processes had set aside as spent. */
  sweep(): Promise<void>
}

export interface VisitorAsk {
  readonly runId: string
  /** The page's random id; absent: a visitor known by address only. */
  readonly visitorId: string | undefined
  readonly address: string
  /** The most the run may cost us, in micro-reais. */
  readonly amount: MicroReais
  /** False for what belongs to a message that was counted: its title, its summaries. */
  readonly countsAsMessage: boolean
}

export interface FreeQuotaOptions {
  readonly dailyMessages: number
  readonly dailyBudget: MicroReais
  /** Visitor ids and addresses are kept as hashes under this secret only. */
  readonly pepper: string
  /** Epoch ms. */
  readonly now: () => number
}

/** Longer than a run can last (15 minutes). */
const leaseMs = 20 * 60_000

/** (day, subject, limit) */
const countMessage = `
  insert into free_usage (day, subject, messages) values (?, ?, 1)
  on conflict (day, subject) do update set messages = free_usage.messages + 1 where free_usage.messages < ?`
/** (day, subject) */
const uncountMessage = "update free_usage set messages = messages - 1 where day = ? and subject = ? and messages > 0"
const openDay = "insert into day_budget (day) values (?) on conflict (day) do nothing"
/** (amount, day, amount, ceiling) */
const setAside = "update day_budget set reserved = reserved + ? where day = ? and spent + reserved + ? <= ?"
const noteReserve = `
  insert into day_reserve (run_id, day, amount, visitor, address, lease_until) values (?, ?, ?, ?, ?, ?)
  on conflict (run_id) do nothing`
const takeReserve = "delete from day_reserve where run_id = ? returning day, amount, visitor, address"
/** (amount set aside, cost, day) */
const spend = "update day_budget set reserved = reserved - ?, spent = spent + ? where day = ?"
const deadReserves = "select run_id from day_reserve where lease_until < ? order by lease_until limit 200"

interface Reserve {
  readonly day: string
  readonly amount: number
  readonly visitor: string
  readonly address: string
}

export function createFreeQuota(database: Database, options: FreeQuotaOptions): FreeQuota {
  const { dailyMessages, dailyBudget, pepper, now } = options
  const subject = (kind: "visitor" | "address", value: string) =>
    `${kind}:${createHmac("sha256", pepper).update(`${kind}:${value}`).digest("base64url")}`

  async function close(sql: Sql, runId: string, costOf: (reserved: number) => number): Promise<void> {
    const reserve = await sql.get<Reserve>(takeReserve, [runId])
    if (reserve === undefined) return
    const cost = costOf(reserve.amount)
    if (cost === 0) {
      for (const who of subjectsOf(reserve)) await sql.run(uncountMessage, [reserve.day, who])
    }
    await sql.run(spend, [reserve.amount, cost, reserve.day])
  }

  return {
    async reserve(ask) {
      if (dailyMessages === 0) return false
      const day = dayInBrazil(now())
      const amount = Math.max(1, ask.amount)
      const counted = ask.countsAsMessage
      const visitor = counted && ask.visitorId !== undefined ? subject("visitor", ask.visitorId) : ""
      const address = counted ? subject("address", addressPrefix(ask.address)) : ""
      return database.transaction(async (sql: Sql) => {
        for (const who of subjectsOf({ visitor, address })) {
          if ((await sql.run(countMessage, [day, who, dailyMessages])) === 0) return rollback(false)
        }
        await sql.run(openDay, [day])
        if ((await sql.run(setAside, [amount, day, amount, dailyBudget])) === 0) return rollback(false)
        const noted = await sql.run(noteReserve, [ask.runId, day, amount, visitor, address, now() + leaseMs])
        return noted === 1 ? true : rollback(true)
      }, "later")
    },
    settle: (sql, { runId, cost }) => close(sql, runId, () => cost),
    async sweep() {
      const dead = await database.read.all<{ run_id: string }>(deadReserves, [now()])
      for (const { run_id } of dead) {
        await database.transaction((sql) => close(sql, run_id, (reserved) => reserved))
      }
    },
  }
}

/** Whose count a message is in; empty stands for nobody. */
function subjectsOf({ visitor, address }: Pick<Reserve, "visitor" | "address">): readonly string[] {
  return [visitor, address].filter((who) => who !== "")
}
