import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Database, Sql } from "../store/database.ts"
import { dayInBrazil } from "./day-in-brazil.ts"

/** A name under which a call is counted in a day, and how much there may be under it. */
export interface Counted {
  readonly subject: string
  /** A call that costs something counts as a message here; else only its money does. */
  readonly isMessage: boolean
  /** Absent: no limit. */
  readonly mostMessages?: number
  /** What all calls of the day may cost us, those under way at the most they may cost; absent: no limit. */
  readonly mostMoney?: MicroReais
  /** The day's first call passes whatever it may cost: else a small limit would be none at all for anybody. */
  readonly takesFirst?: boolean
}

/** What is counted under a name today. Money in micro-reais. */
export interface DayCount {
  readonly messages: number
  readonly spent: MicroReais
  /** Set aside for calls under way. */
  readonly reserved: MicroReais
}

/**
 * What is given away in a day (America/Sao_Paulo), counted under names in the database, so that several servers agree: a call
 * sets its highest cost aside under each of its names, and puts its true cost in the place of that when it has ended.
 */
export interface DayCounters {
  /** Within the caller's transaction, which is to be rolled back where the answer is false: some limit is reached. */
  take(sql: Sql, call: CountedCall): Promise<boolean>
  /** Within the caller's transaction, once for each call: what it has cost. A call that cost nothing was no message. */
  settle(sql: Sql, end: { readonly runId: string; readonly cost: MicroReais }): Promise<void>
  /** Today's counts, in the order of the names. */
  read(sql: Sql, subjects: readonly string[]): Promise<readonly DayCount[]>
  /** Gives a name the messages that another one has today, unless it has been used already. */
  carryOver(from: string, to: string): Promise<void>
  /** Counts what calls of dead processes had set aside as spent. */
  sweep(): Promise<void>
  /** Deletes what is a week old. */
  forgetOld(): Promise<void>
}

export interface CountedCall {
  readonly runId: string
  /** The most it may cost us. */
  readonly amount: MicroReais
  readonly as: readonly Counted[]
}

/** Longer than a run can last (15 minutes). */
const leaseMs = 20 * 60_000
const keptMs = 7 * 24 * 3_600_000
const noLimit = Number.MAX_SAFE_INTEGER
const nothing: DayCount = { messages: 0, spent: microReais(0), reserved: microReais(0) }

/** (day, subject, messages, amount, most messages, most money, takes first) */
const count = `
  insert into free_usage (day, subject, messages, reserved) values (?, ?, ?, ?)
  on conflict (day, subject) do update
  set messages = free_usage.messages + excluded.messages, reserved = free_usage.reserved + excluded.reserved
  where free_usage.messages + excluded.messages <= ? and (
    free_usage.spent + free_usage.reserved + excluded.reserved <= ?
    or (? = 1 and free_usage.spent + free_usage.reserved = 0))`
const noteReserve = `
  insert into day_reserve (run_id, day, amount, subjects, lease_until) values (?, ?, ?, ?, ?)
  on conflict (run_id) do nothing`
const takeReserve = "delete from day_reserve where run_id = ? returning day, amount, subjects"
/** (messages not to count, amount, amount, cost, day, subject) */
const spend = `
  update free_usage set messages = messages - ?, spent = spent + ?,
    reserved = case when reserved > ? then reserved - ? else 0 end
  where day = ? and subject = ?`
const copyMessages = `
  insert into free_usage (day, subject, messages)
  select day, ?, messages from free_usage where day = ? and subject = ?
  on conflict (day, subject) do nothing`
const readCount = "select messages, spent, reserved from free_usage where day = ? and subject = ?"
const deadReserves = "select run_id from day_reserve where lease_until < ? order by lease_until limit 200"
const deleteOld = "delete from free_usage where day <= ?"

interface Reserve {
  readonly day: string
  readonly amount: number
  /** JSON of `NotedSubject[]`. */
  readonly subjects: string
}
type NotedSubject = readonly [subject: string, messages: number]

export function createDayCounters(database: Database, now: () => number): DayCounters {
  const today = () => dayInBrazil(now())

  async function close(sql: Sql, runId: string, costOf: (reserved: number) => number): Promise<void> {
    const reserve = await sql.get<Reserve>(takeReserve, [runId])
    if (reserve === undefined) return
    const { day, amount, subjects } = reserve
    const cost = costOf(amount)
    for (const [subject, messages] of JSON.parse(subjects) as readonly NotedSubject[]) {
      await sql.run(spend, [cost === 0 ? messages : 0, cost, amount, amount, day, subject])
    }
  }

  return {
    async take(sql, { runId, as, ...asked }) {
      const day = today()
      const amount = Math.max(1, asked.amount)
      for (const { subject, isMessage, mostMessages = noLimit, mostMoney = noLimit, takesFirst = false } of as) {
        const messages = isMessage ? 1 : 0
        if (messages > mostMessages || (amount > mostMoney && !takesFirst)) return false
        const limits = [isMessage ? mostMessages : noLimit, mostMoney, takesFirst ? 1 : 0]
        if ((await sql.run(count, [day, subject, messages, amount, ...limits])) === 0) return false
      }
      const subjects = JSON.stringify(as.map(({ subject, isMessage }): NotedSubject => [subject, isMessage ? 1 : 0]))
      return (await sql.run(noteReserve, [runId, day, amount, subjects, now() + leaseMs])) === 1
    },
    settle: (sql, { runId, cost }) => close(sql, runId, () => cost),
    async read(sql, subjects) {
      const day = today()
      const counts: DayCount[] = []
      for (const subject of subjects) counts.push((await sql.get<DayCount>(readCount, [day, subject])) ?? nothing)
      return counts
    },
    async carryOver(from, to) {
      const day = today()
      if ((await database.read.get(readCount, [day, from])) === undefined) return
      await database.transaction((sql) => sql.run(copyMessages, [to, day, from]))
    },
    async sweep() {
      const dead = await database.read.all<{ run_id: string }>(deadReserves, [now()])
      for (const { run_id } of dead) {
        await database.transaction((sql) => close(sql, run_id, (reserved) => reserved))
      }
    },
    async forgetOld() {
      const old = dayInBrazil(now() - keptMs)
      await database.transaction((sql) => sql.run(deleteOld, [old]))
    },
  }
}
