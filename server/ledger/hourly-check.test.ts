import { rmSync } from "node:fs"
import { afterAll, expect, test, vi } from "vitest"
import { tempFolder } from "../../testing/temp-folder.ts"
import { createLog } from "../http/log.ts"
import { openDatabase } from "../store/database.ts"
import { checkBooks } from "./hourly-check.ts"
import { createLedger } from "./ledger-store.ts"

const dataDir = tempFolder("prosa-hourly")
afterAll(() => rmSync(dataDir, { recursive: true }))

// The tests' own runner has a setting of that name.
vi.stubEnv("BASE_URL", undefined)

const config = { dataDir, databaseUrl: undefined, accessPepper: "a pepper that no environment of this test knows" }

test("the check is of the books of this server, and one that comes to no verdict says why", async () => {
  const database = await openDatabase(config)
  const ledger = createLedger(database, { now: Date.now, newId: () => "x" })
  const lines: string[] = []
  const log = createLog(Date.now, (line) => lines.push(line))
  const check = () => checkBooks(config, { ledger, log })
  expect(await check()).toMatchObject({ ok: true, checked: 0 })

  await database.transaction((sql) =>
    sql.run("insert into txn (kind, ref, at, event_at) values ('credit', 'nothing', 1, 1)"),
  )
  expect(await check()).toMatchObject({ ok: false, violations: [{ invariant: "I1" }] })
  expect(lines.join("")).toContain("books-broken")

  const newer = "insert into migration (number, name) select max(number) + 1, 'of tomorrow' from migration"
  await database.transaction((sql) => sql.run(newer))
  await expect(check()).rejects.toThrow(/the database is newer/)
  await database.close()
}, 120_000)
