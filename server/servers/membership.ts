import type { Database, Sql, SqlValue } from "../store/sql.ts"

/** A piece of SQL, and what stands for its question marks whenever it is run. */
export interface SqlPiece {
  readonly text: string
  readonly params: () => readonly SqlValue[]
}

/**
 * One process among those that share a database. What a run holds, keeps and sets aside names the server that answers it;
 * only once that server is dead may another one close it.
 */
export interface Membership {
  /** Names this process, and none before or after it. */
  readonly id: string
  /** No other server shares its data while it lives. */
  readonly isAlone: boolean
  /** A condition for a `where`: the server that this column names is dead, and this one may say so. */
  isDead(column: string): SqlPiece
  /** Whether one that is dead to this server may come back and tell its ends all the same. */
  readonly deadReturn: boolean
  /** Says that this server lives. */
  beat(): Promise<void>
  /** Whether any server is dead that is not forgotten yet: a look that costs next to nothing. */
  anyDead(): Promise<boolean>
  /** Forgets the dead of whom nothing is left to close. */
  forgetDead(): Promise<void>
  /** The orderly end: nobody waits for this server any more. What it leaves open all the same is closed as a dead one's. */
  leave(): Promise<void>
}

/** How often a server says that it lives, in ms. */
export const beatMs = 1_000
/** A server that has not been heard for so long is dead, in ms. */
const leaseMs = 6_000
/**
 * Who was itself heard with a gap of more than this, in ms, says nothing about others: a database that was away was away for
 * all. It is less than a lease, so that when a clock jumps, whoever still counts as heard was heard later than anybody who
 * does not.
 */
const longestGapMs = 4_000
/** How long an open hold may outlive its server while another one could close it, in ms. */
const closedWithinMs = 30_000

/** The clock that servers are judged by, in epoch ms: the database's, for theirs need not agree. */
const databaseClock: SqlPiece = { text: "(extract(epoch from clock_timestamp()) * 1000)::bigint", params: () => [] }

const nothingLeft = `
  not exists (select 1 from hold where hold.owner = server.id and hold.state = 'open')
  and not exists (select 1 from run where run.server = server.id and run.state = 'open')
  and not exists (select 1 from day_reserve where day_reserve.server = server.id)
  and not exists (select 1 from free_progress where free_progress.server = server.id)`

/** A process that is no server of this database (the command line): nobody is dead to it, and it has nothing to leave. */
export function outsider(id: string): Membership {
  return {
    id,
    isAlone: true,
    isDead: () => ({ text: "1 = 0", params: () => [] }),
    deadReturn: false,
    beat: async () => {},
    anyDead: async () => false,
    forgetDead: async () => {},
    leave: async () => {},
  }
}

/** The only server that lives on its data, as the lock of its folder has it: every other one is dead, whatever the time is. */
export async function joinAlone(database: Database, id: string): Promise<Membership> {
  await database.transaction((sql) => sql.run("insert into server (id, beating_since, beat_at) values (?, 0, 0)", [id]))
  const isDead = (column: string): SqlPiece => ({ text: `${column} <> ?`, params: () => [id] })
  return { id, isAlone: true, isDead, deadReturn: false, beat: async () => {}, ...goings(database, id, isDead) }
}

export interface JoinOptions {
  readonly id: string
  readonly clock?: SqlPiece
  /** The connection for heartbeats, so that no other statement delays them; absent: the common ones. */
  readonly line?: Pick<Sql, "run">
}

/**
 * One of several servers, each heard every second. All is judged in the statement that acts on it, by the database's clock:
 * a server is dead that was not heard for a lease, and only one that itself was heard without a gap for as long may say so.
 * What was heard in the future was heard before the clock was set back, perhaps a moment ago: whoever beats next takes it as
 * heard now, and until then it is alive.
 */
export async function joinOthers(
  database: Database,
  { id, clock = databaseClock, line }: JoinOptions,
): Promise<Membership> {
  const heard = `
    insert into server (id, beating_since, beat_at) select ?, clock.at, clock.at from (select ${clock.text} as at) as clock where true
    on conflict (id) do update set beat_at = excluded.beat_at, beating_since =
      case when server.beat_at between excluded.beat_at - ${longestGapMs} and excluded.beat_at
        then server.beating_since else excluded.beat_at end`
  const heardBefore = `
    update server set beat_at = ${clock.text} where id <> ? and beat_at > ${clock.text} + ${leaseMs}`
  const isDead = (column: string): SqlPiece => ({
    text: `exists (
      select 1 from (select ${clock.text} as at) as clock join server as judge on judge.id = ?
      where judge.beat_at between clock.at - ${longestGapMs} and clock.at and judge.beating_since <= clock.at - ${leaseMs}
        and not exists (select 1 from server as owner where owner.id = ${column}
          and owner.beat_at >= clock.at - ${leaseMs}))`,
    params: () => [...clock.params(), id],
  })
  async function beat(): Promise<void> {
    const say = async (sql: Pick<Sql, "run">) => {
      await sql.run(heardBefore, [...clock.params(), id, ...clock.params()])
      await sql.run(heard, [id, ...clock.params()])
    }
    await (line === undefined ? database.transaction(say, "later") : say(line))
  }
  await beat()
  return { id, isAlone: false, isDead, deadReturn: true, beat, ...goings(database, id, isDead) }
}

function goings(
  database: Database,
  id: string,
  isDead: Membership["isDead"],
): Pick<Membership, "anyDead" | "forgetDead" | "leave"> {
  const dead = isDead("server.id")
  const ofDead = `from server where ${dead.text}`
  const anyDead = async () =>
    (await database.read.get(`select 1 as one ${ofDead} limit 1`, dead.params())) !== undefined
  return {
    anyDead,
    async forgetDead() {
      if (!(await anyDead())) return
      await database.transaction((sql) => sql.run(`delete ${ofDead} and ${nothingLeft}`, dead.params()), "later")
    },
    async leave() {
      await database.transaction((sql) => sql.run(`delete from server where id = ? and ${nothingLeft}`, [id]))
    },
  }
}

/**
 * Open holds that nobody closes although somebody should, as a condition for a `where` over `hold`. In a folder: those of a
 * server that has left, or died before the one that is there now closed everything. Else: those of a server that has long
 * been dead while another one could have closed them all that time.
 */
export function isLeftOpen(dialect: Database["dialect"], clock: SqlPiece = databaseClock): SqlPiece {
  if (dialect === "sqlite") {
    return { text: "not exists (select 1 from server where server.id = hold.owner)", params: () => [] }
  }
  return {
    text: `exists (
      select 1 from (select ${clock.text} as at) as clock
      join server as judge on judge.beat_at between clock.at - ${longestGapMs} and clock.at
        and judge.beating_since <= clock.at - ${leaseMs + closedWithinMs}
      where not exists (select 1 from server as owner where owner.id = hold.owner
        and owner.beat_at >= clock.at - ${leaseMs + closedWithinMs}))`,
    params: clock.params,
  }
}
