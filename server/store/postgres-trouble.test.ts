import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest"
import { type DatabaseLine, layDatabaseLine } from "../../testing/database-line.ts"
import { freshCluster, type TestCluster } from "../../testing/postgres.ts"
import { DatabaseUnavailable } from "./database-unavailable.ts"
import { openDatabase } from "./database.ts"
import type { Database, Sql } from "./sql.ts"

const cluster = await freshCluster()

describe.skipIf(cluster === undefined)("a PostgreSQL in trouble", () => {
  const server = cluster as TestCluster
  let line: DatabaseLine
  let database: Database
  /** Another way to the same, which nothing happens to but what happens to the server. */
  let witness: Database

  beforeAll(async () => {
    line = await layDatabaseLine(server.url)
    witness = await openDatabase({ databaseUrl: server.url, dataDir: "" })
    await witness.transaction((sql) => sql.run("create table note (id text primary key, n bigint not null)"))
  })
  afterAll(async () => {
    await witness.close()
    await line.close()
    await server.close()
  })
  beforeEach(async () => {
    line.mend()
    database = await openDatabase({ databaseUrl: line.url, dataDir: "" })
    await witness.transaction(async (sql) => {
      await sql.run("delete from note")
      await sql.run("insert into note (id, n) values ('count', 0)")
    })
    onTestFinished(() => database.close())
  })

  const increment = async (sql: Sql) =>
    (await sql.get<{ n: number }>("update note set n = n + 1 where id = 'count' returning n"))?.n
  const counted = async () => (await witness.read.get<{ n: number }>("select n from note where id = 'count'"))?.n
  const pidOf = async (sql: Sql) => (await sql.get<{ pid: number }>("select pg_backend_pid() as pid"))?.pid ?? 0
  const whyOf = (doing: Promise<unknown>) =>
    doing.then(
      () => "done",
      (error: unknown) => (error instanceof DatabaseUnavailable ? error.why : String(error)),
    )

  /** A transaction that meets with something in its middle, the first time. */
  function interrupted(trouble: (pid: number) => unknown): (sql: Sql) => Promise<number | undefined> {
    let met = false
    return async (sql) => {
      const n = await increment(sql)
      const pid = await pidOf(sql)
      if (!met) {
        met = true
        await trouble(pid)
      }
      await sql.get("select 1 as one")
      return n
    }
  }

  const terminate = (pid: number) => witness.transaction((sql) => sql.get("select pg_terminate_backend(?)", [pid]))

  test("a connection that is ended in mid-transaction is replaced, and the transaction done once", async () => {
    expect(await database.transaction(interrupted(terminate))).toBe(1)
    expect(await counted()).toBe(1)
  })

  test("so is one that breaks", async () => {
    const cutAndMend = () => {
      line.cut()
      line.mend()
    }
    expect(await database.transaction(interrupted(cutAndMend))).toBe(1)
    expect(await counted()).toBe(1)
  })

  test("one that stands still in mid-transaction lets go of its locks well before a key may stay undecided", async () => {
    const others = () =>
      witness.transaction(async (sql) => {
        await sql.run("set local lock_timeout = '5s'")
        return increment(sql)
      })
    expect(await database.transaction(interrupted(async () => expect(await others()).toBe(1)))).toBe(2)
    expect(await counted()).toBe(2)
  })

  test("an idle connection that is ended is replaced before it is used", async () => {
    await terminate(await database.transaction(pidOf))
    expect(await database.transaction(increment)).toBe(1)
    expect(await database.read.get("select 1 as one")).toEqual({ one: 1 })
  })

  test("a process of the server that is killed takes all others along, and nothing is lost or done twice", async () => {
    const heardOf = (error: unknown) => {
      // A commit of that very moment.
      if (error instanceof DatabaseUnavailable && error.mayHaveCommitted) return false
      throw error
    }
    const many = Promise.all(
      Array.from({ length: 30 }, () => database.transaction(increment).then(() => true, heardOf)),
    )
    const [, heard] = await Promise.all([database.transaction(interrupted((pid) => server.killBackend(pid))), many])
    const done = 1 + heard.filter(Boolean).length
    // They stand in line for one row: no two of them commit at a time.
    expect(done).toBeGreaterThanOrEqual(30)
    await expect.poll(async () => [done, 31].includes((await counted()) ?? 0)).toBe(true)
  })

  test("a restart is waited for", async () => {
    let isOver = false
    const restarted = server.restart().then(() => (isOver = true))
    let [done, unheard] = [0, 0]
    while (!isOver) {
      await database.transaction(increment).then(
        () => done++,
        // A commit of that very moment.
        (error: unknown) => (error instanceof DatabaseUnavailable && error.mayHaveCommitted ? unheard++ : error),
      )
    }
    await restarted
    const n = await database.transaction(increment)
    expect([done + 1, done + unheard + 1]).toContain(n)
    expect(unheard).toBeLessThanOrEqual(1)
  })

  test("a server that is away is waited for in its first seconds; then it is refused at once, until it is back", async () => {
    line.cut()
    const before = line.knocks()
    expect(await whyOf(database.transaction(increment))).toBe("away")
    const waited = line.knocks()
    expect(waited - before).toBeGreaterThan(3)
    const refused = await Promise.all(Array.from({ length: 2_000 }, () => whyOf(database.transaction(increment))))
    expect(new Set(refused)).toEqual(new Set(["away"]))
    // Nobody waits for it any more, and hardly anybody looks.
    expect(line.knocks() - waited).toBeLessThan(20)
    line.mend()
    await expect.poll(() => whyOf(database.transaction(increment)), { interval: 20 }).toBe("done")
    expect(await counted()).toBe(1)
  })

  test("a commit whose answer is lost is told as one that may have been, and is on disk by then", async () => {
    await database.transaction(increment)
    const said = line.onceSaid("commit", "answer lost")
    const failure = await database.transaction(increment).catch((error: unknown) => error)
    await said
    expect(failure).toMatchObject({ name: "DatabaseUnavailable", mayHaveCommitted: true })
    expect(await counted()).toBe(2)
  })

  test("a commit that never reached the server cannot come through later", async () => {
    await database.transaction(increment)
    const said = line.onceSaid("commit", "hangs before")
    const failure = await database.transaction(increment).catch((error: unknown) => error)
    await said
    expect(failure).toMatchObject({ mayHaveCommitted: true })
    // Whoever held the row has ended: nobody waits for it.
    expect(await database.transaction(increment)).toBe(2)
    const others = "select count(*) as n from pg_stat_activity where state like 'idle in transaction%'"
    expect(await witness.read.get(others)).toEqual({ n: 0 })
  })

  test("a connection that hangs is given up, others go on meanwhile, and no lock is left behind", async () => {
    await database.transaction(increment)
    const said = line.onceSaid("where id = 'count'", "hangs after")
    await database.close()
    database = await openDatabase({ databaseUrl: line.url, dataDir: "" })
    const hanging = database.transaction(increment)
    await said
    expect(await database.transaction((sql) => sql.run("insert into note (id, n) values ('other', 1)"))).toBe(1)
    expect(await hanging).toBe(2)
    expect(await counted()).toBe(2)
  })

  test("a long statement is no silence", async () => {
    expect(await database.transaction((sql) => sql.get("select 1 as one, pg_sleep(13)"))).toMatchObject({ one: 1 })
  })

  test("too many connections are waited for", async () => {
    await database.close()
    await witness.transaction((sql) => sql.run("create role guest login connection limit 1"))
    const url = new URL(line.url)
    url.username = "guest"
    await witness.transaction(async (sql) => {
      await sql.run("grant all on schema public to guest")
      await sql.run("grant all on all tables in schema public to guest")
    })
    database = await openDatabase({ databaseUrl: url.href, dataDir: "" })
    const many = Array.from({ length: 40 }, () => database.transaction(increment))
    expect((await Promise.all(many)).sort((a, b) => Number(a) - Number(b)).at(-1)).toBe(40)
  })

  test("an operator's stricter isolation by default undoes nobody who waited for the same row", async () => {
    await database.close()
    const only = "alter role postgres set default_transaction_isolation = 'serializable'"
    await witness.transaction((sql) => sql.run(only))
    onTestFinished(async () => void (await server.ask("alter role postgres reset default_transaction_isolation")))
    database = await openDatabase({ databaseUrl: line.url, dataDir: "" })
    const many = Array.from({ length: 60 }, () => database.transaction(increment))
    expect((await Promise.all(many)).sort((a, b) => Number(a) - Number(b)).at(-1)).toBe(60)
    const isolation = "select current_setting('transaction_isolation') as level"
    for (const level of [await database.read.get(isolation), await database.transaction((sql) => sql.get(isolation))])
      expect(level).toEqual({ level: "read committed" })
  })

  test.each(["40001", "40P01"])(
    "a conflict that outlasts all tries (%s) is a database with too much to do",
    async (code) => {
      const raise = `do $$ begin raise exception 'as told' using errcode = '${code}'; end $$`
      let tries = 0
      const conflict = async (sql: Sql) => {
        tries += 1
        await increment(sql)
        return sql.run(raise)
      }
      const failure = await database.transaction(conflict).catch((error: unknown) => error)
      expect(failure).toMatchObject({ name: "DatabaseUnavailable", why: "busy", mayHaveCommitted: false })
      expect(tries).toBe(8)
      expect(await counted()).toBe(0)
    },
  )

  test("a standby, a full disk and a cancelled statement are the database's trouble, and nothing has changed", async () => {
    const failing = (code: string) => (sql: Sql) =>
      increment(sql).then(() => sql.run(`do $$ begin raise exception 'as told' using errcode = '${code}'; end $$`))
    const readOnly = async (sql: Sql) => {
      await increment(sql)
      await sql.run("set transaction read only")
      return increment(sql)
    }
    expect(await whyOf(database.transaction(readOnly))).toBe("read-only")
    expect(await whyOf(database.transaction(failing("53100")))).toBe("disk-full")
    expect(await whyOf(database.transaction(failing("57014")))).toBe("busy")
    expect(await whyOf(database.transaction(failing("58030")))).toBe("failing")
    expect(await counted()).toBe(0)
    expect(await database.transaction(increment)).toBe(1)
  })
})
