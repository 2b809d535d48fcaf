import { DatabaseUnavailable } from "../../server/store/database-unavailable.ts"
import type { Database, Sql, SqlValue } from "../../server/store/sql.ts"
import { Died, type Life, type Scheduler } from "./scheduler.ts"

/** Turns a statement into another one: how a test takes a guard out. */
export type Rewrite = (text: string) => string

export interface Troubles {
  /** How often, of one: a statement waits for a turn of its own. */
  readonly pauses: number
  /** … a transaction is refused, as by a database that is busy for too long. */
  readonly busy: number
  /** … a transaction is on disk, but its process hears of an error (a connection lost at the commit). */
  readonly unheard: number
}

export interface TroubledDatabase {
  readonly random: () => number
  /** Those of this moment. */
  readonly troubles: () => Troubles
  /** The database itself: where it stands still, whoever has asked it for something waits. */
  readonly itself: Life
}

/** How much of the real database is at work now: nothing, when all of it waits for its turn. */
export interface Work {
  /** Transactions and reads that were begun and have not ended. */
  active: number
  /** Those of them that wait for a turn. */
  paused: number
}

/** A real database as one process sees it: slow, sometimes busy, and gone in the middle when the process dies. */
export function simulateDatabase(
  real: Database,
  scheduler: Scheduler,
  life: Life,
  work: Work,
  { random, troubles, itself }: TroubledDatabase,
  rewrite: Rewrite,
): Database {
  const chance = (share: number) => share > 0 && random() < share

  async function pause(what: string): Promise<void> {
    work.paused++
    try {
      await scheduler.turn(life, what, { orDie: true, on: itself })
    } finally {
      work.paused--
    }
  }

  /** Statements of one transaction keep their order, as they do on one connection. */
  function slow(sql: Sql): Sql {
    let last = Promise.resolve()
    const inTurn = <T>(text: string, run: (text: string) => Promise<T>): Promise<T> => {
      const mine = last.then(async () => {
        if (!life.alive) throw new Died(life.name)
        if (chance(troubles().pauses)) await pause("statement")
        return run(rewrite(text))
      })
      last = mine.then(
        () => {},
        () => {},
      )
      return mine
    }
    return {
      all: <Row>(text: string, params?: readonly SqlValue[]) => inTurn(text, (t) => sql.all<Row>(t, params)),
      get: <Row>(text: string, params?: readonly SqlValue[]) => inTurn(text, (t) => sql.get<Row>(t, params)),
      run: (text, params) => inTurn(text, (t) => sql.run(t, params)),
    }
  }

  /** Nobody hears of what a dead process asked for. */
  async function asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      if (life.alive) return answer
    } catch (error) {
      if (life.alive) throw error
    }
    return new Promise(() => {})
  }

  async function transaction<T>(op: Parameters<Database["transaction"]>[0]): Promise<T> {
    await scheduler.turn(life, "transaction", { on: itself })
    if (chance(troubles().busy)) throw trouble(random)
    work.active++
    try {
      return (await real.transaction(async (sql) => {
        const answer = await op(slow(sql))
        if (chance(troubles().pauses)) await pause("commit")
        if (!life.alive) throw new Died(life.name)
        return answer
      })) as T
    } finally {
      work.active--
    }
  }

  async function read<T>(what: (sql: Sql) => Promise<T>): Promise<T> {
    await scheduler.turn(life, "read", { on: itself })
    work.active++
    try {
      return await what(real.read)
    } finally {
      work.active--
    }
  }

  return {
    dialect: real.dialect,
    async transaction(op) {
      const answer = await asked(() => transaction(op as Parameters<Database["transaction"]>[0]))
      if (chance(troubles().unheard)) throw trouble(random)
      if (chance(0.5)) await scheduler.turn(life, "hears of the commit")
      return answer as never
    },
    read: {
      all: (text, params) => asked(() => read((sql) => sql.all(rewrite(text), params))),
      get: (text, params) => asked(() => read((sql) => sql.get(rewrite(text), params))),
      run: (text, params) => real.read.run(text, params),
    },
    snapshot: (op) => real.snapshot(op),
    close: async () => {},
  }
}

/** As our databases tell it, or as something they have no word for. */
function trouble(random: () => number): Error {
  const error = new Error("database is locked")
  return random() < 0.5 ? new DatabaseUnavailable(error) : error
}
