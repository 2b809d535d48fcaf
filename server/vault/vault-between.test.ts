import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { freshPostgres } from "../../testing/postgres.ts"
import { rawId, rawWriter } from "../../testing/raw-vault.ts"
import { tempFolder } from "../../testing/temp-folder.ts"
import type { Person } from "../access/authorize.ts"
import { openFileStore } from "../files/file-store.ts"
import { openDatabase } from "../store/database.ts"
import type { Database, SqlValue } from "../store/sql.ts"
import { createVaults } from "./vault-store.ts"
import type { Vault, Vaults } from "./vaults.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())

/** Whether rows that were read are those that something is done between. */
type IsRead = (text: string, params: readonly SqlValue[]) => boolean

describe.each([
  { engine: "SQLite", databaseUrl: undefined, skip: false },
  { engine: "PostgreSQL", databaseUrl: postgres?.url, skip: postgres === undefined },
])("what happens to a vault between a look and a removal on $engine", ({ databaseUrl, skip }) => {
  let database: Database
  /** One server, which stops between a look and what it does then, and another one. */
  let vaults: Vaults
  let other: Vaults
  let between: { readonly isRead: IsRead; readonly happens: () => Promise<unknown> } | undefined

  beforeAll(async () => {
    if (skip) return
    const dataDir = tempFolder("prosa-vault")
    database = await openDatabase({ dataDir, databaseUrl })
    const files = await openFileStore({ dataDir, s3: undefined })
    const deps = { files, pepper: "p", now: Date.now }
    vaults = createVaults({ ...deps, database: pausing(database) })
    other = createVaults({ ...deps, database })
  })
  afterAll(() => database?.close())

  function pausing(original: Database): Database {
    const { read } = original
    return {
      ...original,
      read: {
        get: (text, params) => read.get(text, params),
        run: (text, params) => read.run(text, params),
        async all<Row>(text: string, params: readonly SqlValue[] = []) {
          const rows = await read.all<Row>(text, params)
          if (between?.isRead(text, params) !== true) return rows
          const { happens } = between
          between = undefined
          await happens()
          return rows
        },
      },
    }
  }
  const person = () => {
    const id = rawId()
    return { kind: "code", tier: "premium", owner: `code:${id}`, code: { id }, address: "192.0.2.1" } as Person
  }
  async function made(): Promise<Vault> {
    const vault = await vaults.create(person(), rawId(), "t".repeat(43))
    if (!vault.ok) throw new Error(vault.error)
    const writer = rawWriter()
    for (let at = 0; at < 2; at++) expect((await vaults.append(vault.value, writer.next())).ok).toBe(true)
    return vault.value
  }
  const put = async (vault: Vault, id: string, through = vaults) =>
    expect(await through.putPart(vault, id, 0, randomBytes(100))).toBeUndefined()
  const keptBytes = async ({ id }: Vault) =>
    (await database.read.get<{ kept_bytes: number }>("select kept_bytes from vault where id = ?", [id]))?.kept_bytes

  test.skipIf(skip)("an upload that becomes the vault's snapshot meanwhile stays", async () => {
    const vault = await made()
    const [first, second] = [rawId(), rawId()]
    await put(vault, first)
    between = {
      isRead: (text) => text.includes("state = 'storing'"),
      happens: async () => expect(await other.seal(vault, { id: first, upto: 1, parts: 1 })).toBeUndefined(),
    }
    await put(vault, second)
    expect(between).toBeUndefined()
    expect(await vaults.facts(vault)).toMatchObject({ snapshot: { id: first, parts: 1 } })
    expect(await vaults.part(vault, first, 0, () => true)).toHaveLength(100)
    expect(await keptBytes(vault)).toBe(1_024)
    // The other one is still uploaded, and takes its place.
    expect(await vaults.seal(vault, { id: second, upto: 2, parts: 1 })).toBeUndefined()
  })

  test.skipIf(skip)("an upload that is begun again while servers sweep what was given up stays", async () => {
    const vault = await made()
    const id = rawId()
    await put(vault, id)
    await database.transaction((sql) =>
      sql.run("update vault_snapshot set state = 'old', at = 0 where vault_id = ?", [vault.id]),
    )
    await database.transaction((sql) =>
      sql.run("update vault set kept_bytes = kept_bytes + 4096 where id = ?", [vault.id]),
    )
    between = {
      isRead: (_, [state]) => state === "old",
      async happens() {
        await other.sweep()
        await put(vault, id, other)
      },
    }
    await vaults.sweep()
    expect(between).toBeUndefined()
    expect(await keptBytes(vault)).toBe(0)
    expect(await vaults.seal(vault, { id, upto: 2, parts: 1 })).toBeUndefined()
  })

  test.skipIf(skip)("a vault that is made again while servers erase the one before stays", async () => {
    const vault = await made()
    await database.transaction((sql) => sql.run("update vault set token_hash = '' where id = ?", [vault.id]))
    const blob = "b".repeat(43)
    between = {
      isRead: (text) => text.includes("from vault where token_hash = ''") && text.includes("order by exists"),
      async happens() {
        await other.sweep()
        expect(await other.create(person(), vault.id, "u".repeat(43))).toMatchObject({ ok: true })
        expect((await other.append(vault, rawWriter().next())).ok).toBe(true)
        expect(await other.putBlob(vault, blob, randomBytes(100))).toBeUndefined()
        await put(vault, rawId(), other)
      },
    }
    await vaults.sweep()
    expect(between).toBeUndefined()
    expect((await vaults.log(vault, 0, () => true)) as object).toMatchObject({ last: 1, batches: [{ seq: 1 }] })
    expect(await vaults.hasBlobs(vault, [blob])).toEqual([blob])
    const parts = "select number from vault_part where vault_id = ?"
    expect(await database.read.all(parts, [vault.id])).toHaveLength(1)
  })
})
