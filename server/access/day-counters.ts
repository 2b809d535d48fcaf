import { dayMs } from "#core/lib/days.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Membership } from "../servers/membership.ts"
import { rethrown, unlessDamaged } from "../store/database-unavailable.ts"
import type { Database, Sql } from "../store/sql.ts"
import { servedNow } from "../store/served-time.ts"
import { dayInBrazil } from "../time/day-in-brazil.ts"
import { createSharedCeiling, type Share } from "./shared-ceiling.ts"

/** A name under which a call is counted in a day, and how much there may be under it. */
export interface Counted {
  readonly subject: string
  /** A call that costs something counts as a message here; else only its money does. */
  readonly isMessage: boolean
  /** Absent: no limit. */
  readonly mostMessages?: number
  /**
   * The limit on what all calls of the day may cost us, with calls in progress at their highest possible cost; absent:
   * no limit.
   */
  readonly mostMoney?: MicroReais
  /** The day's first call passes whatever it may cost: else a small limit would be none at all for anybody. */
  readonly takesFirst?: boolean
  /** Its money is counted in several rows (`shared-ceiling.ts`), for there are many calls at once; it counts no messages. */
  readonly isShared?: boolean
}

/** The counts under a name today. Money in micro-reais. */
export interface DayCount {
  readonly messages: number
  readonly spent: MicroReais
  /** Set aside for calls under way. */
  readonly reserved: MicroReais
}

/**
 * Counts the free use of a day (America/Sao_Paulo) under names in the database, so that several servers agree: a call
 * reserves its highest cost under each of its names, and replaces that by its true cost when it has ended.
 */
export interface DayCounters {
  /** Whether a call is known, without a look, not to fit into its day any more. */
  isUsedUp(call: Pick<CountedCall, "amount" | "as">): boolean
  /** Within the caller's transaction, which is to be rolled back where the answer is false: some limit is reached. */
  take(sql: Sql, call: CountedCall): Promise<boolean>
  /**
   * Within the caller's transaction, once for each call: what it has cost. A call that cost nothing was no message. Where it
   * was closed for this server, which had been taken for dead, the difference is counted.
   */
  settle(sql: Sql, end: CallEnd): Promise<void>
  /** The same for a server that is gone, by what is known of its call: never less than was counted for it before. */
  settleForGone(sql: Sql, end: CallEnd): Promise<void>
  /** Today's counts, in the order of the names. */
  read(sql: Sql, names: readonly Pick<Counted, "subject" | "isShared">[]): Promise<readonly DayCount[]>
  /**
   * Moves what is counted under a name to another, whose own count stays where it has one. Once: false where nothing was
   * counted under the first today or the day before, and ever after it was moved.
   */
  move(from: string, to: string): Promise<boolean>
  /**
   * Gives back what calls of dead servers had set aside, less what was paid for them; those that came to something are booked before.
   * One that cannot be closed is told (`onDamaged`) and left.
   */
  sweep(onDamaged?: (error: unknown) => void): Promise<void>
  /** Deletes what is a week old, by the calendar and by time served: a day that comes back finds what it had given away. */
  forgetOld(): Promise<void>
}

export interface CallEnd {
  readonly runId: string
  /** In micro-reais. */
  readonly cost: MicroReais
}

export interface CountedCall {
  readonly runId: string
  /** The most it may cost us. */
  readonly amount: MicroReais
  readonly as: readonly Counted[]
}

const keptMs = 7 * dayMs
const behindGreenwichMs = 3 * 3_600_000
const noLimit = Number.MAX_SAFE_INTEGER
const nothing: DayCount = { messages: 0, spent: microReais(0), reserved: microReais(0) }

/** (day, subject, messages, amount, most messages, most money, takes first) */
const count = `
  insert into free_usage (day, subject, messages, reserved, served_at) values (?, ?, ?, ?, ${servedNow})
  on conflict (day, subject) do update
  set messages = free_usage.messages + excluded.messages, reserved = free_usage.reserved + excluded.reserved
  where free_usage.messages + excluded.messages <= ? and (
    free_usage.spent + free_usage.reserved + excluded.reserved <= ?
    or (? = 1 and free_usage.spent + free_usage.reserved = 0))`
const noteReserve = `
  insert into day_reserve (run_id, day, amount, subjects, server) values (?, ?, ?, ?, ?)
  on conflict (run_id) do nothing`
const takeReserve = "delete from day_reserve where run_id = ? returning day, amount, subjects"
const noteClosed = "insert into day_closed (run_id, day, subjects, counted) values (?, ?, ?, ?)"
const takeClosed = "delete from day_closed where run_id = ? returning day, subjects, counted"
/** (messages not to count, amount, amount, cost, day, subject) */
const spend = `
  update free_usage set messages = messages - ?, spent = spent + ?,
    reserved = case when reserved > ? then reserved - ? else 0 end
  where day = ? and subject = ?`
const copyMessages = `
  insert into free_usage (day, subject, messages, served_at)
  select day, ?, messages, served_at from free_usage where day in (?, ?) and subject = ?
  on conflict (day, subject) do nothing`
const removeCounts = "delete from free_usage where day in (?, ?) and subject = ?"
const readCount = "select messages, spent, reserved from free_usage where day = ? and subject = ?"
/** The charge of a run is booked before its reserved amount is released. */
const isClosed = `
  not exists (select 1 from free_progress where free_progress.run_id = day_reserve.run_id)
  and not exists (select 1 from hold where hold.id = day_reserve.run_id and hold.state = 'open')`
const readCharged = "select captured from hold where id = ? and state = 'settled'"
const deleteOld = `delete from free_usage where day <= ? and served_at < ${servedNow} - ${keptMs}`
/** Of what is not counted any more, there is nothing to correct. (day) */
const deleteOldClosed = `
  delete from day_closed where day <= ? and not exists (select 1 from free_usage where free_usage.day = day_closed.day)`

interface Reserve {
  readonly day: string
  readonly amount: number
  /** JSON of `NotedSubject[]`. */
  readonly subjects: string
}
type Closed = Omit<Reserve, "amount"> & { readonly counted: number }

/** With a share where the name is one row of several. */
type NotedSubject = readonly [subject: string, messages: number, share?: number]

export function createDayCounters(
  database: Database,
  now: () => number,
  server: Pick<Membership, "id" | "isDead" | "deadReturn">,
  random: () => number = Math.random,
): DayCounters {
  const today = () => dayInBrazil(now())
  const isDead = server.isDead("day_reserve.server")
  const listDead = `select run_id from day_reserve where ${isDead.text} order by run_id limit 200`
  const takeDead = `delete from day_reserve where run_id = ? and ${isDead.text} and ${isClosed} returning day, amount, subjects`
  const ceiling = createSharedCeiling(random)

  async function close(sql: Sql, { day, amount, subjects }: Reserve, cost: number): Promise<void> {
    const { own, shares } = subjectsIn(subjects)
    for (const [subject, messages] of own) {
      await sql.run(spend, [cost === 0 ? messages : 0, cost, amount, amount, day, subject])
    }
    if (shares.length > 0) await ceiling.settle(sql, day, shares, cost)
  }

  async function correct(sql: Sql, { day, subjects, counted }: Closed, cost: number): Promise<void> {
    if (cost === counted) return
    const { own, shares } = subjectsIn(subjects)
    const notToCount = Math.sign(counted) - Math.sign(cost)
    for (const [subject, messages] of own) {
      await sql.run(spend, [messages * notToCount, cost - counted, 0, 0, day, subject])
    }
    if (shares.length > 0) await ceiling.correct(sql, day, shares, { counted, cost })
  }

  /** Closes a call for a server that is gone, and remembers with what where that one may yet say otherwise. */
  async function closeForGone(sql: Sql, runId: string, reserve: Reserve, cost: number): Promise<void> {
    await close(sql, reserve, cost)
    await remember(sql, runId, reserve, cost)
  }

  async function remember(sql: Sql, runId: string, call: Omit<Reserve, "amount">, counted: number): Promise<void> {
    if (server.deadReturn) await sql.run(noteClosed, [runId, call.day, call.subjects, counted])
  }

  return {
    isUsedUp({ amount, as }) {
      return as.some(
        ({ subject: name, mostMoney: most = noLimit, isShared }) =>
          isShared === true && ceiling.isUsedUp(today(), { name, amount, most }),
      )
    },
    async take(sql, { runId, as, ...asked }) {
      const day = today()
      const amount = Math.max(1, asked.amount)
      const noted: NotedSubject[] = []
      for (const counted of as) {
        const { subject, isMessage, mostMessages = noLimit, mostMoney = noLimit, takesFirst = false } = counted
        if (counted.isShared === true) {
          const shares = await ceiling.take(sql, day, { name: subject, amount, most: mostMoney })
          if (shares === undefined) return false
          noted.push(...shares.map(([row, share]): NotedSubject => [row, 0, share]))
          continue
        }
        const messages = isMessage ? 1 : 0
        if (messages > mostMessages || (amount > mostMoney && !takesFirst)) return false
        const limits = [isMessage ? mostMessages : noLimit, mostMoney, takesFirst ? 1 : 0]
        if ((await sql.run(count, [day, subject, messages, amount, ...limits])) === 0) return false
        noted.push([subject, messages])
      }
      return (await sql.run(noteReserve, [runId, day, amount, JSON.stringify(noted), server.id])) === 1
    },
    async settle(sql, { runId, cost }) {
      const reserve = await sql.get<Reserve>(takeReserve, [runId])
      if (reserve !== undefined) return close(sql, reserve, cost)
      const closed = await sql.get<Closed>(takeClosed, [runId])
      if (closed !== undefined) await correct(sql, closed, cost)
    },
    async settleForGone(sql, { runId, cost }) {
      const reserve = await sql.get<Reserve>(takeReserve, [runId])
      if (reserve !== undefined) return closeForGone(sql, runId, reserve, cost)
      const closed = await sql.get<Closed>(takeClosed, [runId])
      if (closed === undefined) return
      const most = Math.max(cost, closed.counted)
      await correct(sql, closed, most)
      await remember(sql, runId, closed, most)
    },
    async read(sql, names) {
      const day = today()
      const counts: DayCount[] = []
      for (const { subject, isShared } of names) {
        if (isShared === true) counts.push({ messages: 0, ...(await ceiling.read(sql, day, subject)) })
        else counts.push((await sql.get<DayCount>(readCount, [day, subject])) ?? nothing)
      }
      return counts
    },
    async move(from, to) {
      const days = [today(), dayInBrazil(now() - dayMs)]
      const isKnown = async (day: string) => (await database.read.get(readCount, [day, from])) !== undefined
      // Invented names must not cause writes.
      if (!(await Promise.all(days.map(isKnown))).includes(true)) return false
      return database.transaction(async (sql) => {
        await sql.run(copyMessages, [to, ...days, from])
        return (await sql.run(removeCounts, [...days, from])) > 0
      })
    },
    async sweep(onDamaged = rethrown) {
      const dead = await database.read.all<{ run_id: string }>(listDead, isDead.params())
      for (const { run_id } of dead) {
        const closing = database.transaction(async (sql) => {
          const reserve = await sql.get<Reserve>(takeDead, [run_id, ...isDead.params()])
          if (reserve === undefined) return
          const paid = await sql.get<{ captured: number | null }>(readCharged, [run_id])
          await closeForGone(sql, run_id, reserve, paid?.captured ?? 0)
        })
        await unlessDamaged(closing, onDamaged)
      }
    },
    async forgetOld() {
      // Near enough without the tables of time zones, which a server that has no visitors never needs.
      const old = new Date(now() - keptMs - behindGreenwichMs).toISOString().slice(0, 10)
      await database.transaction(async (sql) => {
        await sql.run(deleteOld, [old])
        await sql.run(deleteOldClosed, [old])
      })
    },
  }
}

/** Names that count for themselves, and what is set aside in the rows of one that all share. */
function subjectsIn(noted: string): {
  readonly own: readonly (readonly [subject: string, messages: number])[]
  readonly shares: readonly Share[]
} {
  const all = JSON.parse(noted) as readonly NotedSubject[]
  return {
    own: all.flatMap(([subject, messages, share]) => (share === undefined ? [[subject, messages] as const] : [])),
    shares: all.flatMap(([subject, , share]): Share[] => (share === undefined ? [] : [[subject, share]])),
  }
}
