import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import type { Sql } from "../store/sql.ts"
import { servedNow } from "../store/served-time.ts"

/**
 * One amount of money for everybody and a day, kept in several rows: calls that begin at once wait for each other only where
 * they meet in a row. Each row has its part of the ceiling, and all parts together are the ceiling. Amounts in micro-reais.
 */
export interface SharedCeiling {
  /** Within the caller's transaction, which is to be rolled back where the answer is undefined: there is no room for so much. */
  take(sql: Sql, day: string, ask: CeilingAsk): Promise<readonly Share[] | undefined>
  /** Puts the true cost in the place of what was set aside. */
  settle(sql: Sql, day: string, shares: readonly Share[], cost: number): Promise<void>
  /** Puts the true cost in the place of another that was settled before. */
  correct(sql: Sql, day: string, shares: readonly Share[], costs: { counted: number; cost: number }): Promise<void>
  /** Whether so much is known not to fit any more that day, without a look. */
  isUsedUp(day: string, ask: CeilingAsk): boolean
  /** The sum of all its rows. */
  read(sql: Sql, day: string, name: string): Promise<Used>
}

export interface CeilingAsk {
  readonly name: string
  /** To be set aside, ≥ 1. */
  readonly amount: number
  /** The ceiling. */
  readonly most: number
}

/** The share of an amount that is reserved in a row. */
export type Share = readonly [subject: string, amount: number]

interface Used {
  readonly spent: MicroReais
  readonly reserved: MicroReais
}

/** Sixteen: of the usual ceiling, each is as much as some seventy messages set aside. */
const parts = Array.from({ length: 16 }, (_, at) => at)
const rowOf = (name: string, part: number) => `${name}/${part}`
const limitOf = (part: number, most: number) => Math.floor(most / parts.length) + (part < most % parts.length ? 1 : 0)

const nothing: Used = { spent: microReais(0), reserved: microReais(0) }

/**
 * PostgreSQL keeps the lock of a row that it had to wait for, also where that had no room in the end: who goes on to other rows
 * lets go of it first, or two calls wait for each other.
 */
const [mark, letGo] = ["savepoint before_part", "rollback to savepoint before_part"] as const
/** (amount, day, subject, amount, limit) */
const add = `
  update free_usage set reserved = reserved + ? where day = ? and subject = ? and spent + reserved + ? <= ?`
/** An upsert would lock the row also where there is no room. (day, subject) */
const begin = `insert into free_usage (day, subject, served_at) values (?, ?, ${servedNow}) on conflict (day, subject) do nothing`
const readRows = `
  select subject, spent, reserved from free_usage where day = ? and subject in (${parts.map(() => "?").join(", ")})`
/** (cost, amount, amount, day, subject) */
const spend = `
  update free_usage set spent = spent + ?, reserved = case when reserved > ? then reserved - ? else 0 end
  where day = ? and subject = ?`
/** (day, subject, cost) */
const spendMore = `
  insert into free_usage (day, subject, spent, served_at) values (?, ?, ?, ${servedNow})
  on conflict (day, subject) do update set spent = free_usage.spent + excluded.spent`

export function createSharedCeiling(random: () => number): SharedCeiling {
  /** The last known spending of the day. It never decreases, except for small corrections. */
  let known = { day: "", spent: new Map<string, number>() }

  function remember(day: string, name: string, spent: number): void {
    if (known.day !== day) known = { day, spent: new Map() }
    known.spent.set(name, Math.max(spent, known.spent.get(name) ?? 0))
  }

  async function readParts(sql: Sql, day: string, name: string): Promise<readonly Used[]> {
    const subjects = parts.map((part) => rowOf(name, part))
    const rows = await sql.all<Used & { readonly subject: string }>(readRows, [day, ...subjects])
    return subjects.map((of) => rows.find(({ subject }) => subject === of) ?? nothing)
  }

  /**
   * Out of the first part, from a given one on, that has room for all of it, else out of several: those always in one order, so
   * that no two calls wait for each other. Reading shows what others have committed; the guard of each statement decides.
   */
  async function gather(
    sql: Sql,
    day: string,
    { name, amount, most }: CeilingAsk,
    from: number,
  ): Promise<readonly Share[] | undefined> {
    const used = await readParts(sql, day, name)
    const { spent, reserved } = sumOf(used)
    remember(day, name, spent)
    if (amount > most - spent - reserved) return undefined
    const roomIn = (part: number) => limitOf(part, most) - (used[part]?.spent ?? 0) - (used[part]?.reserved ?? 0)
    const whole = [...parts.slice(from), ...parts].find((part) => roomIn(part) >= amount)
    const take = async (part: number, some: number) => {
      const row = rowOf(name, part)
      if (used[part] === nothing) await sql.run(begin, [day, row])
      return (await sql.run(add, [some, day, row, some, limitOf(part, most)])) === 1
    }
    if (whole !== undefined) {
      if (await take(whole, amount)) return [[rowOf(name, whole), amount]]
      await sql.run(letGo)
    }
    const shares: Share[] = []
    let missing = amount
    for (const part of parts) {
      let room = roomIn(part)
      while (room > 0 && missing > 0) {
        const some = Math.min(missing, room)
        if (await take(part, some)) {
          shares.push([rowOf(name, part), some])
          missing -= some
          break
        }
        const { spent: paid, reserved: held } = (await readParts(sql, day, name))[part] ?? nothing
        room = Math.min(some - 1, limitOf(part, most) - paid - held)
      }
    }
    return missing === 0 ? shares : undefined
  }

  function isUsedUp(day: string, { name, amount, most }: CeilingAsk): boolean {
    return known.day === day && (known.spent.get(name) ?? 0) + amount > most
  }

  return {
    async take(sql, day, ask) {
      if (isUsedUp(day, ask)) return undefined
      const { name, amount, most } = ask
      const part = Math.floor(random() * parts.length)
      const [row, limit] = [rowOf(name, part), limitOf(part, most)]
      const [, taken] = await Promise.all([sql.run(mark), sql.run(add, [amount, day, row, amount, limit])])
      if (taken === 1) return [[row, amount]]
      await sql.run(letGo)
      return gather(sql, day, ask, part)
    },

    async settle(sql, day, shares, cost) {
      const { own, rest } = spread(shares, cost)
      for (const [at, [subject, amount]] of shares.entries())
        await sql.run(spend, [own[at] ?? 0, amount, amount, day, subject])
      await bearTogether(sql, day, shares, { before: 0, after: rest })
    },

    async correct(sql, day, shares, { counted, cost }) {
      const [before, after] = [spread(shares, counted), spread(shares, cost)]
      for (const [at, [subject]] of shares.entries()) {
        const more = (after.own[at] ?? 0) - (before.own[at] ?? 0)
        if (more !== 0) await sql.run(spend, [more, 0, 0, day, subject])
      }
      await bearTogether(sql, day, shares, { before: before.rest, after: after.rest })
    },

    isUsedUp,
    read: async (sql, day, name) => sumOf(await readParts(sql, day, name)),
  }
}

/** Splits a cost among the shares; `rest` is beyond all of them. */
function spread(shares: readonly Share[], cost: number): { readonly own: readonly number[]; readonly rest: number } {
  let rest = cost
  const own = shares.map(([, amount]) => {
    const part = Math.min(rest, amount)
    rest -= part
    return part
  })
  return { own, rest }
}

/** Dearer than what was set aside: all parts bear it, so that none of them goes on as if nothing had happened. */
async function bearTogether(
  sql: Sql,
  day: string,
  shares: readonly Share[],
  { before, after }: { readonly before: number; readonly after: number },
): Promise<void> {
  if (before === after) return
  const name = shares[0]?.[0].replace(/\/\d+$/, "") ?? ""
  for (const part of parts) {
    await sql.run(spendMore, [day, rowOf(name, part), limitOf(part, after) - limitOf(part, before)])
  }
}

function sumOf(used: readonly Used[]): Used {
  const total = (which: keyof Used) => microReais(used.reduce((sum, of) => sum + of[which], 0))
  return { spent: total("spent"), reserved: total("reserved") }
}
