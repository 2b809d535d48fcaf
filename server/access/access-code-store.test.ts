import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { isAccessCodeShaped } from "#core/access/access-code.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { createSteppedLedger } from "../../testing/ledger/stepped-ledger.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { createAccessCodes } from "./access-code-store.ts"
import { readPepper } from "./pepper.ts"

let dataDir: string
let database: Database
let clock = 1_000_000
const now = () => clock
const pepper = "a pepper that is long enough to be one"

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "prosa-codes-"))
  database = await openDatabase({ dataDir })
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true })
})

const codes = () => createAccessCodes(database, pepper, { now })
const make = (kind: "premium" | "free", label?: string) =>
  database.transaction((sql) => codes().create(sql, { kind, ...(label === undefined ? {} : { label }) }))

test("finds an account by its code, at once, in every process", async () => {
  const { code, id } = await make("premium", "Ana")
  expect(await codes().find(code)).toMatchObject({ id, kind: "premium", frozen: false, label: "Ana", createdAt: clock })
  expect(isAccessCodeShaped(code)).toBe(true)
  const free = await make("free")
  expect(free.code).toMatch(/^free_/)
  expect(await codes().find(free.code)).toMatchObject({ kind: "free" })
})

test("knows nothing else: near misses, empty and endless texts", async () => {
  const { code } = await make("premium")
  const misses = ["", " ", code.slice(0, -1), `${code}a`, code.toUpperCase(), "' or '1'='1", "x".repeat(100_000)]
  for (const miss of misses) expect(await codes().find(miss)).toBeUndefined()
})

test("keeps no code in the database", async () => {
  const { code } = await make("premium")
  await codes().find(code)
  await database.close()
  for (const file of readdirSync(dataDir)) expect(readFileSync(join(dataDir, file)).includes(code)).toBe(false)
  database = await openDatabase({ dataDir })
})

test("is of no use with another pepper", async () => {
  const { code } = await make("premium")
  expect(await createAccessCodes(database, `${pepper}!`).find(code)).toBeUndefined()
})

test("asks the database at most once a second for a code it knows, and sees a freeze within that second", async () => {
  const { code, id } = await make("premium")
  let reads = 0
  const counting: Database = {
    ...database,
    read: {
      ...database.read,
      get: (text, params) => {
        reads++
        return database.read.get(text, params)
      },
    },
  }
  const server = createAccessCodes(counting, pepper, { now })
  for (let i = 0; i < 50; i++) await server.find(code)
  expect(reads).toBe(1)
  await codes().setFrozen(id, true)
  expect(await server.find(code)).toMatchObject({ frozen: false })
  clock += 1_000
  expect(await server.find(code)).toMatchObject({ frozen: true })
  await server.setFrozen(id, false)
  expect(await server.find(code)).toMatchObject({ frozen: false })
})

test("closes the wallets with the account, so that no run slips through", async () => {
  const ledger = createSteppedLedger(database, { now, newId: () => "me" })
  const { id } = await make("premium")
  await ledger.credit({ codeId: id, purse: "premium", amount: microReais(100), ref: "r" })
  const ask = { id: "run", codeId: id, purse: "premium", amount: microReais(10), priceVersion: "v" } as const
  await codes().setFrozen(id, true)
  expect(await ledger.hold(ask)).toEqual({ outcome: "frozen" })
  expect((await ledger.balances(id)).premium.available).toBe(0)
  await codes().setFrozen(id, false)
  expect(await ledger.hold(ask)).toEqual({ outcome: "held" })
})

test("gives an account another code and forgets the old one", async () => {
  const { code, id } = await make("free")
  const server = codes()
  const rotated = await server.rotate(id)
  expect(rotated).toMatch(/^free_/)
  expect(await server.find(rotated)).toMatchObject({ id })
  expect(await server.find(code)).toBeUndefined()
})

test("makes the pepper once, for its owner's eyes only", () => {
  const first = readPepper({ dataDir })
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(readPepper({ dataDir })).toBe(first)
  expect(statSync(join(dataDir, "pepper")).mode & 0o777).toBe(0o600)
  expect(readPepper({ dataDir, accessPepper: "the operator's own" })).toBe("the operator's own")
})

test("does not go on with a damaged pepper, under which every code would be unknown", () => {
  writeFileSync(join(dataDir, "pepper"), "")
  expect(() => readPepper({ dataDir })).toThrow(/damaged/)
})
