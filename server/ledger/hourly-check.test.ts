import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test, vi } from "vitest"
import { tempFolder } from "../../testing/temp-folder.ts"
import { environmentWithDotEnv } from "../config.ts"
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
})

test("the check has the settings that the server has read, and those of no `.env` that was changed since", async () => {
  vi.stubEnv("S3_ACCESS_KEY_ID", "id")
  vi.stubEnv("S3_SECRET_ACCESS_KEY", "a-secret-of-the-environment")
  const place = process.cwd()
  const folder = tempFolder("prosa-hourly-place")
  writeFileSync(join(folder, ".env"), "S3_ENDPOINT=https://s3.example\nS3_BUCKET=files\n")
  process.chdir(folder)
  try {
    const environment = environmentWithDotEnv(process.env)
    writeFileSync(join(folder, ".env"), "DATABASE_URL=postgresql://nobody@localhost:1/other\nMARGIN=none\n")
    const here = { ...config, dataDir: tempFolder("prosa-hourly-own") }
    const database = await openDatabase(here)
    const ledger = createLedger(database, { now: Date.now, newId: () => "x" })
    const log = createLog(Date.now, () => {})
    expect(await checkBooks(here, { ledger, log, environment })).toMatchObject({ ok: true })
    await database.close()
  } finally {
    process.chdir(place)
    vi.unstubAllEnvs()
  }
})
