import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { Database } from "./sql.ts"
import { migrate, type Migration } from "./migrate.ts"
import { openSqlite } from "./sqlite-database.ts"

let dataDir: string
let database: Database

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "prosa-migrate-"))
  database = await openSqlite(dataDir, "test.sqlite")
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const step = (number: number, ...statements: string[]): Migration => ({
  number,
  name: `step ${number}`,
  statements: () => statements,
})
const first = step(1, "create table a (id text)")
const second = step(2, "create table b (id text)", "insert into b values ('once')")

test("applies what is new, once, in order", async () => {
  await migrate(database, [first])
  await migrate(database, [first, second])
  await migrate(database, [first, second])
  expect(await database.read.all("select id from b")).toMatchObject([{ id: "once" }])
})

test("leaves nothing of a step that fails", async () => {
  await expect(migrate(database, [first, step(2, "create table b (id text)", "nonsense")])).rejects.toThrow(/syntax/)
  await migrate(database, [first, second])
})

test("lets servers that start together take turns", async () => {
  const other = await openSqlite(dataDir, "test.sqlite")
  await Promise.all([migrate(database, [first, second]), migrate(other, [first, second])])
  expect(await other.read.all("select id from b")).toHaveLength(1)
  await other.close()
})

test("refuses gaps, in the program and in the database, and a database newer than the program", async () => {
  await expect(migrate(database, [first, step(3)])).rejects.toThrow(/migration 3/)
  await migrate(database, [first, second])
  await expect(migrate(database, [first])).rejects.toThrow(/newer/)
  await database.transaction((sql) => sql.run("delete from migration where number = 1"))
  await expect(migrate(database, [first, second])).rejects.toThrow(/lacks migration 1/)
})
