/** The contract of every database. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { rollback } from "../server/store/rollback.ts"
import type { Database, Sql } from "../server/store/sql.ts"

const times = (n: number) => Array.from({ length: n }, (_, index) => index)

/** A promise somebody else keeps. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** `open` opens the same database each time it is called; without it the promises are listed as skipped. */
export function testDatabase(engine: string, open: (() => Promise<Database>) | undefined): void {
  describe.skipIf(open === undefined)(`a database on ${engine}`, () => {
    let database: Database
    let other: Database

    beforeAll(async () => {
      if (open === undefined) return
      database = await open()
      other = await open()
      await database.transaction(async (sql) => {
        await sql.run("create table note (id text primary key, n bigint not null)")
        await sql.run("insert into note (id, n) values ('count', 0)")
      })
    })
    afterAll(async () => {
      await database.close()
      await other.close()
    })

    const put =
      (id: string, n = 1) =>
      (sql: Sql) =>
        sql.run("insert into note (id, n) values (?, ?)", [id, n])
    const find = async (id: string) =>
      (await database.read.get<{ n: number }>("select n from note where id = ?", [id]))?.n
    const increment = async (sql: Sql) => {
      const row = await sql.get<{ n: number }>("update note set n = n + 1 where id = 'count' returning n")
      return row?.n
    }

    test("answers once what it wrote can be read, by everybody", async () => {
      expect(await database.transaction(put("seen", 7))).toBe(1)
      expect(await find("seen")).toBe(7)
      expect(await other.read.get("select n from note where id = ?", ["seen"])).toMatchObject({ n: 7 })
    })

    test("takes a text with a NUL as any other: it is found again, or is not there", async () => {
      expect(await find("a\0b")).toBeUndefined()
      await database.transaction(put("a\0b", 3))
      expect(await find("a\0b")).toBe(3)
    })

    test("undoes one operation alone, whatever its neighbours do", async () => {
      const results = await Promise.allSettled(
        times(30).map((n) =>
          database.transaction(async (sql) => {
            await put(`neighbour-${n}`)(sql)
            if (n % 3 === 1) throw new Error(`no ${n}`)
            return n % 3 === 2 ? rollback("undone") : "kept"
          }),
        ),
      )
      for (const n of times(30)) {
        expect(await find(`neighbour-${n}`)).toBe(n % 3 === 0 ? 1 : undefined)
        expect(results[n]).toMatchObject(
          n % 3 === 0 ? { value: "kept" } : n % 3 === 1 ? { reason: new Error(`no ${n}`) } : { value: "undone" },
        )
      }
    })

    test("survives a statement that fails, and the operations after it", async () => {
      await database.transaction(put("taken"))
      await expect(database.transaction(put("taken"))).rejects.toThrow(/unique|duplicate/i)
      await expect(database.transaction((sql) => sql.run("select nonsense from nowhere"))).rejects.toThrow(/nowhere/)
      expect(await database.transaction(put("after"))).toBe(1)
    })

    test("loses no update among two hundred at once, from two servers", async () => {
      const before = (await find("count")) ?? 0
      await Promise.all(times(200).map((n) => (n % 2 ? database : other).transaction(increment)))
      expect(await find("count")).toBe(before + 200)
    })

    test("shows nobody what is not committed", async () => {
      const looked = gate()
      const writing = database.transaction(async (sql) => {
        await put("secret")(sql)
        await looked.opened
        return rollback(undefined)
      })
      const seen = await other.read.get("select n from note where id = 'secret'")
      looked.open()
      await writing
      expect(seen).toBeUndefined()
    })

    test("shows one state to all reads of a snapshot", async () => {
      await database.snapshot(async (sql) => {
        const first = await sql.get("select n from note where id = 'count'")
        await other.transaction(increment)
        expect(await sql.get("select n from note where id = 'count'")).toEqual(first)
      })
    })

    test("refuses to be used inside its own transaction, where it would wait for itself", async () => {
      const inside = (use: () => Promise<unknown>) => database.transaction(async () => use())
      await expect(inside(() => database.transaction(put("nested")))).rejects.toThrow(/inside a transaction/)
      await expect(inside(() => database.read.get("select 1"))).rejects.toThrow(/inside a transaction/)
      await expect(inside(() => database.snapshot((sql) => sql.get("select 1")))).rejects.toThrow(
        /inside a transaction/,
      )
    })

    test("lets what a transaction left behind use it later", async () => {
      const over = gate()
      let later: Promise<unknown> | undefined
      await database.transaction(async (sql) => {
        later = over.opened.then(() => find("seen"))
        await sql.get("select 1 as one")
      })
      over.open()
      expect(await later).toBe(7)
    })

    test("gives whole numbers as numbers, sums and counts too, and never rounds", async () => {
      const most = Number.MAX_SAFE_INTEGER
      await database.transaction(put("most", most))
      const row = await database.read.get<Record<string, unknown>>(
        "select max(n) as most, count(*) as rows, sum(n) as total from note where id = 'most'",
      )
      expect({ ...row }).toEqual({ most, rows: 1, total: most })
      await expect(database.read.get("select sum(n) as total from note")).rejects.toThrow(/safe integer|too large/)
    })

    test("writes only in transactions", async () => {
      await expect(database.read.run("update note set n = 0")).rejects.toThrow(/transaction/)
    })
  })
}
