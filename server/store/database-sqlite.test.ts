import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, expect, test } from "vitest"
import { openDatabase, sqliteFile } from "./database.ts"
import { testDatabase } from "../../testing/test-database.ts"

const dataDir = mkdtempSync(join(tmpdir(), "prosa-store-"))
afterAll(() => rmSync(dataDir, { recursive: true }))

testDatabase("SQLite", () => openDatabase({ dataDir }))

test("keeps SQLite in write-ahead mode", async () => {
  const database = await openDatabase({ dataDir })
  expect(await database.read.get("pragma journal_mode")).toMatchObject({ journal_mode: "wal" })
  await database.close()
})

test("waits for another process that writes, without stopping the event loop", async () => {
  const database = await openDatabase({ dataDir })
  const stranger = new DatabaseSync(join(dataDir, sqliteFile))
  stranger.exec("begin immediate")
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const writing = database.transaction((sql) => sql.run("create table late (id text)"))
  await new Promise<void>((resolve) => {
    const release = setInterval(() => {
      if (turns < 20) return
      clearInterval(release)
      stranger.exec("rollback")
      resolve()
    }, 1)
  })
  await writing
  clearInterval(counting)
  stranger.close()
  await database.close()
})

test("tells a file that may not be written as the database's trouble, and nothing has changed", async () => {
  const database = await openDatabase({ dataDir })
  const onWriter = (text: string) => database.transaction((sql) => sql.all(text))
  await onWriter("create table locked (id text)")
  await onWriter("pragma query_only = on")
  const write = () => database.transaction((sql) => sql.run("insert into locked (id) values ('a')"))
  await expect(write()).rejects.toMatchObject({
    name: "DatabaseUnavailable",
    why: "read-only",
    mayHaveCommitted: false,
  })
  expect(await database.read.all("select id from locked")).toEqual([])
  await database.close()
})
