import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { longestBatch, shortestSealed } from "#core/vault/envelope.ts"
import { startGateway, type TestCode, type TestGateway } from "../../testing/gateway.ts"
import { freshPostgres } from "../../testing/postgres.ts"
import { startProsaInProcess } from "../../testing/prosa-in-process.ts"
import { rawId, rawVault, rawWriter } from "../../testing/raw-vault.ts"
import { newVisitor } from "../../testing/visitors.ts"
import { openFileStore } from "../files/file-store.ts"
import { openDatabase } from "../store/database.ts"
import type { Database } from "../store/sql.ts"
import { mostVaults, vaultBytes, visitorVaults } from "./vault-quota.ts"
import { pairingMs } from "./vault-pairing.ts"
import { idleMs, keptMs } from "./vault-ends.ts"
import { createVaults } from "./vault-store.ts"
import type { Vaults } from "./vaults.ts"

const postgres = await freshPostgres()
afterAll(() => postgres?.close())
const engines = [
  { engine: "SQLite", databaseUrl: undefined, skip: false },
  { engine: "PostgreSQL", databaseUrl: postgres?.url, skip: postgres === undefined },
]

describe.each(engines)("a vault on $engine", ({ databaseUrl, skip }) => {
  let gateway: TestGateway
  let database: Database
  let vaults: Vaults
  let code: TestCode
  let free: TestCode
  /** The server's clock is so far ahead, in ms. */
  let ahead = 0
  const now = () => Date.now() + ahead
  beforeAll(async () => {
    if (skip) return
    gateway = await startGateway({
      pretend: true,
      env: { TRUSTED_PROXIES: "127.0.0.1" },
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      start: (options) => startProsaInProcess(options, { now }),
    })
    const { dataDir } = gateway.prosa
    database = await openDatabase({ dataDir, databaseUrl })
    vaults = createVaults({ database, files: await openFileStore({ dataDir, s3: undefined }), pepper: "p", now })
    code = await gateway.code("premium", 5)
    free = await gateway.code("free", 0)
  })
  afterAll(async () => {
    if (skip) return
    await database.close()
    await gateway.stop()
  })

  /** Each test at an address of its own, so that none uses up what another has. */
  let address = 0
  const from = () => ({ "x-forwarded-for": `198.51.100.${(address = (address + 1) % 250)}` })
  const bearer = (who: TestCode) => ({ authorization: `Bearer nk-${who.code}`, ...from() })
  async function made(who?: TestCode) {
    const own = who ?? (await gateway.code("premium", 0))
    const vault = rawVault(gateway.url)
    expect((await vault.make(bearer(own))).status).toBe(200)
    return vault
  }
  const sealed = (size: number) => new Uint8Array(randomBytes(size))
  const newName = () => randomBytes(32).toString("base64url")
  const seqs = (reply: { readonly json: Readonly<Record<string, unknown>> }) =>
    (reply.json["batches"] as readonly { readonly seq: number }[]).map(({ seq }) => seq)

  test.skipIf(skip)("gives back what was put into it, in one order, also to another device", async () => {
    const vault = await made(code)
    const [phone, desk] = [rawWriter(), rawWriter()]
    const batches = [phone.next(), desk.next(), phone.next()]
    for (const [at, batch] of batches.entries()) expect((await vault.post(batch)).json).toMatchObject({ seq: at + 1 })
    const log = await vault.log(0)
    expect(seqs(log)).toEqual([1, 2, 3])
    const data = (log.json["batches"] as { data: string }[]).map((one) => Buffer.from(one.data, "base64"))
    expect(data).toEqual(batches)
    expect(seqs(await vault.log(2))).toEqual([3])
    expect((await vault.log(3)).json).toMatchObject({ last: 3, batches: [] })
    expect((await vault.make(bearer(code))).json).toMatchObject({ last: 3, batches: 3, quota: vaultBytes.premium })
  })

  test.skipIf(skip)(
    "a lost reply is told again; another batch in its place, a gap and a replay are refused",
    async () => {
      const vault = await made()
      const writer = rawWriter()
      const [first, second, third] = [writer.next(), writer.next(), writer.next()]
      expect((await vault.post(first)).json).toMatchObject({ seq: 1 })
      expect((await vault.post(first)).json).toMatchObject({ seq: 1 })
      const gap = await vault.post(third)
      expect([gap.status, gap.json]).toEqual([409, expect.objectContaining({ code: "vault_out_of_step", next: 1 })])
      expect((await vault.post(second)).json).toMatchObject({ seq: 2 })
      // The same place in the chain, and the same name, with other bytes.
      const changed = Buffer.from(second)
      changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
      expect((await vault.post(changed)).status).toBe(409)
      const renamed = Buffer.from(first)
      randomBytes(16).copy(renamed, 1)
      expect((await vault.post(renamed)).status).toBe(409)
      expect((await vault.post(third)).json).toMatchObject({ seq: 3 })
      expect(seqs(await vault.log(0))).toEqual([1, 2, 3])
    },
  )

  test.skipIf(skip)("a place in the log has one name, which another batch with its number has not", async () => {
    const vault = await made()
    const writer = rawWriter()
    const [first, second] = [await vault.post(writer.next()), await vault.post(writer.next())]
    const marks = [first, second].map(({ json }) => json["mark"])
    expect(new Set([...marks, undefined]).size).toBe(3)
    expect((await vault.log(0)).json["batches"]).toMatchObject(marks.map((mark) => ({ mark })))
    expect((await vault.log(0)).json["mark"]).toBeUndefined()
    expect((await vault.log(1)).json["mark"]).toBe(marks[0])
    expect((await vault.log(2)).json["mark"]).toBe(marks[1])
    const other = rawWriter()
    const again = other.next()
    const { json } = await vault.post(again)
    expect(json).toMatchObject({ seq: 3 })
    await database.transaction(async (sql) => {
      await sql.run("delete from vault_batch where vault_id = ? and seq = 3", [vault.id])
      await sql.run("delete from vault_writer where vault_id = ? and writer = ?", [vault.id, other.writer])
      await sql.run("update vault set last_seq = 2 where id = ?", [vault.id])
    })
    ahead += 1
    // Even the same batch, where it came once more.
    expect((await vault.post(again)).json).toMatchObject({ seq: 3 })
    expect((await vault.log(3)).json["mark"]).toMatch(/^[\w-]{16}$/)
    expect((await vault.log(3)).json["mark"]).not.toBe(json["mark"])
  })

  test.skipIf(skip)("what arrives at once gets numbers without a gap", async () => {
    const vault = await made()
    const all = await Promise.all(Array.from({ length: 20 }, () => vault.post(rawWriter().next())))
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(seqs(await vault.log(0))).toEqual(all.map((_, at) => at + 1))
  })

  test.skipIf(skip)("an unknown vault and a wrong token are the same 404, whatever is asked", async () => {
    const vault = await made()
    const foreign = rawVault(gateway.url, vault.id)
    const unknown = rawVault(gateway.url)
    const asks: readonly (readonly [path: string, init?: RequestInit])[] = [
      [""],
      ["", { method: "DELETE" }],
      ["/log?after=0"],
      ["/log", { method: "POST", body: new Uint8Array(rawWriter().next()) }],
      ["/snapshot?upto=1", { method: "PUT", body: "{}", headers: { "content-type": "application/json" } }],
      [`/snapshot/${rawId()}/0`],
      [`/blob/${"a".repeat(43)}`],
    ]
    for (const [path, init] of asks) {
      const [wrong, none] = [await foreign.ask(path, init), await unknown.ask(path, init)]
      expect([path, wrong.status, wrong.json["code"]]).toEqual([path, 404, "no_such_vault"])
      expect(none).toEqual(wrong)
    }
    expect((await foreign.make(bearer(code))).status).toBe(404)
    const bare = await fetch(`${gateway.url}/api/vault/${vault.id}/log`)
    expect(bare.status).toBe(404)
    expect((await vault.log(0)).status).toBe(200)
  })

  test.skipIf(skip)("is made by a code or a signed visitor alone, and so many for each", async () => {
    expect((await rawVault(gateway.url).make(from())).status).toBe(401)
    expect((await rawVault(gateway.url).make({ authorization: "Bearer nk-0000", ...from() })).status).toBe(401)
    const frozen = await gateway.code("premium", 1)
    await gateway.freeze(frozen)
    expect((await rawVault(gateway.url).make(bearer(frozen))).status).toBe(402)
    const visitor = { "x-visitor": await newVisitor(gateway.url), ...from() }
    const own = await rawVault(gateway.url).make(visitor)
    expect([own.status, own.json["quota"]]).toEqual([200, vaultBytes.visitor])
    for (let at = 1; at < mostVaults; at++) expect((await rawVault(gateway.url).make(visitor)).status).toBe(200)
    expect((await rawVault(gateway.url).make(visitor)).status).toBe(413)
  })

  test.skipIf(skip)("what is none, or too long, is refused and changes nothing", async () => {
    const vault = await made()
    for (const body of [new Uint8Array(), new Uint8Array(50), new Uint8Array(5_000)]) {
      expect((await vault.post(body)).status).toBe(400)
    }
    expect((await vault.post(rawWriter().next(longestBatch + 1))).status).toBe(413)
    expect((await vault.post(rawWriter().next(longestBatch))).status).toBe(200)
    expect((await vault.ask("/log?after=x")).status).toBe(400)
    expect((await vault.ask("/log?after=-1")).status).toBe(400)
    expect((await vault.ask("/blob/short", { method: "PUT", body: "x" })).status).toBe(400)
    expect((await vault.ask(`/snapshot/${rawId()}/1000`, { method: "PUT", body: "x" })).status).toBe(400)
    expect((await vault.log(0)).json).toMatchObject({ last: 1 })
  })

  test.skipIf(skip)("full is 413: what is there stays, and room is made by a snapshot", async () => {
    const vault = await made(free)
    const writer = rawWriter()
    // 24 of 25 MB are held by pictures.
    for (let at = 0; at < 2; at++) {
      const body = new Uint8Array(randomBytes(12_000_000))
      expect((await vault.ask(`/blob/${randomBytes(32).toString("base64url")}`, { method: "PUT", body })).status).toBe(
        204,
      )
    }
    expect((await vault.post(writer.next(900_000))).status).toBe(200)
    const more = writer.next(900_000)
    const full = await vault.post(more)
    expect([full.status, full.json["code"]]).toEqual([413, "vault_full"])
    expect(seqs(await vault.log(0))).toEqual([1])
    const snapshot = rawId()
    expect((await vault.ask(`/snapshot/${snapshot}/0`, { method: "PUT", body: sealed(shortestSealed) })).status).toBe(
      204,
    )
    expect((await seal(vault, snapshot, 1)).status).toBe(200)
    expect((await vault.post(more)).status).toBe(200)
  })

  test.skipIf(skip)("no picture and no part is shorter than a seal, and each counts as a block of a disk", async () => {
    const vault = await made()
    const snapshot = rawId()
    for (const size of [0, shortestSealed - 1]) {
      const body = sealed(size)
      expect((await vault.ask(`/blob/${newName()}`, { method: "PUT", body })).status).toBe(400)
      expect((await vault.ask(`/snapshot/${snapshot}/0`, { method: "PUT", body })).status).toBe(400)
    }
    const body = sealed(shortestSealed)
    for (const name of [newName(), newName()]) {
      expect((await vault.ask(`/blob/${name}`, { method: "PUT", body })).status).toBe(204)
      expect((await vault.ask(`/blob/${name}`)).bytes).toEqual(Buffer.from(body))
    }
    await vault.post(rawWriter().next(1_000))
    expect((await vault.ask("")).json["bytes"]).toBe(2 * 4_096 + 1_024)
    expect((await vault.ask(`/snapshot/${snapshot}/0`, { method: "PUT", body })).status).toBe(204)
    expect((await seal(vault, snapshot, 1)).status).toBe(200)
    expect((await vault.ask("")).json["bytes"]).toBe(3 * 4_096)
  })

  test.skipIf(skip)("a full vault takes no small picture, and of a snapshot no more than could be sealed", async () => {
    const vault = await made(await gateway.code("free", 0))
    for (const size of [12_000_000, 12_000_000]) {
      expect((await vault.ask(`/blob/${newName()}`, { method: "PUT", body: sealed(size) })).status).toBe(204)
    }
    await vault.post(rawWriter().next(990_000))
    const put = (path: string, size: number) => vault.ask(path, { method: "PUT", body: sealed(size) })
    expect((await put(`/blob/${newName()}`, 7_000)).status).toBe(204)
    // 3 000 bytes are left, and the log's where a snapshot takes its place.
    const small = await put(`/blob/${newName()}`, shortestSealed)
    expect([small.status, small.json["code"]]).toEqual([413, "vault_full"])
    const snapshot = rawId()
    expect((await put(`/snapshot/${snapshot}/0`, 500_000)).status).toBe(204)
    expect((await put(`/snapshot/${snapshot}/1`, 480_000)).status).toBe(204)
    const more = await put(`/snapshot/${snapshot}/2`, 20_000)
    expect([more.status, more.json["code"]]).toEqual([413, "vault_full"])
    // Sent again it takes no more room.
    expect((await put(`/snapshot/${snapshot}/1`, 480_000)).status).toBe(204)
    expect((await seal(vault, snapshot, 1, { parts: 2 })).status).toBe(200)
    expect((await put(`/blob/${newName()}`, shortestSealed)).status).toBe(204)
  })

  test.skipIf(skip)("what visitors are uploading counts with what all visitors may hold", async () => {
    const [one, other] = [rawVault(gateway.url), rawVault(gateway.url)]
    for (const vault of [one, other]) await vault.make({ "x-visitor": await newVisitor(gateway.url), ...from() })
    const put = (vault: typeof one) => vault.ask(`/snapshot/${rawId()}/0`, { method: "PUT", body: sealed(500_000) })
    expect((await put(one)).status).toBe(204)
    const held = await database.read.get<{ bytes: number }>(
      "select sum(bytes) as bytes from vault where tier = 'visitor'",
    )
    const left = visitorVaults.bytes - Number(held?.bytes)
    await database.transaction((sql) =>
      sql.run(
        `insert into vault (id, token_hash, owner, tier, last_seq, bytes, created_at, used_at, served_at)
         values (?, 'x', 'elsewhere', 'visitor', 0, ?, ?, ?, 0)`,
        ["elsewhere", left - 20_600_000, now(), now()],
      ),
    )
    // An address may take a fortieth of what is left: enough for one of these, and not for two.
    expect((await put(other)).status).toBe(413)
    // The vault's own upload gives way to the one that follows.
    expect((await put(one)).status).toBe(204)
    await database.transaction((sql) => sql.run("delete from vault where id = 'elsewhere'"))
    expect((await put(other)).status).toBe(204)
  })

  async function seal(vault: Awaited<ReturnType<typeof made>>, id: string, upto: number, more: object = {}) {
    return vault.ask(`/snapshot?upto=${upto}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ id, parts: 1, ...more }),
    })
  }

  test.skipIf(skip)("a snapshot takes the place of its log, which stays a week; of two, one comes first", async () => {
    const vault = await made()
    const writer = rawWriter()
    for (let at = 0; at < 4; at++) await vault.post(writer.next())
    const [one, two] = [rawId(), rawId()]
    const part = randomBytes(2_000)
    expect((await seal(vault, one, 3)).status).toBe(412)
    await vault.ask(`/snapshot/${one}/0`, { method: "PUT", body: new Uint8Array(part) })
    expect((await seal(vault, one, 9)).status).toBe(400)
    expect((await seal(vault, one, 3)).status).toBe(200)
    expect((await seal(vault, one, 3)).status).toBe(200)
    await vault.ask(`/snapshot/${two}/0`, { method: "PUT", body: sealed(100) })
    const late = await seal(vault, two, 3)
    expect([late.status, late.json["code"]]).toEqual([412, "vault_superseded"])
    expect((await vault.ask(`/snapshot/${one}/0`)).bytes).toEqual(part)
    expect((await vault.log(0)).json).toMatchObject({
      oldest: 1,
      snapshot: { id: one, upto: 3, parts: 1, bytes: 4_096 },
    })
    expect((await vault.ask("")).json).toMatchObject({ batches: 1 })
    ahead += keptMs + 1
    await vaults.sweep()
    expect((await vault.log(0)).json).toMatchObject({ oldest: 4, snapshot: { id: one } })
    expect((await vault.ask(`/snapshot/${one}/0`)).bytes).toEqual(part)
  })

  test.skipIf(skip)("a picture is kept once, given back, and goes a week after nothing shows it", async () => {
    const vault = await made()
    const [shown, gone] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")]
    const bytes = randomBytes(70_000)
    const put = (name: string) => vault.ask(`/blob/${name}`, { method: "PUT", body: new Uint8Array(bytes) })
    for (const name of [shown, gone, gone]) expect((await put(name)).status).toBe(204)
    expect((await vault.ask("")).json["bytes"]).toBe(140_000)
    expect((await vault.ask(`/blob/${gone}`)).bytes).toEqual(bytes)
    const asked = await vault.ask("/blobs", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ names: [shown, randomBytes(32).toString("base64url")] }),
    })
    expect(asked.json).toEqual({ names: [shown] })
    await vault.post(rawWriter().next())
    ahead += 2 * 86_400_000
    const snapshot = rawId()
    await vault.ask(`/snapshot/${snapshot}/0`, { method: "PUT", body: sealed(100) })
    expect((await seal(vault, snapshot, 1, { keep: [shown] })).status).toBe(200)
    await vaults.sweep()
    expect((await vault.ask(`/blob/${gone}`)).status).toBe(200)
    ahead += keptMs + 1
    await vaults.sweep()
    expect((await vault.ask(`/blob/${gone}`)).status).toBe(404)
    expect((await vault.ask(`/blob/${shown}`)).bytes).toEqual(bytes)
  })

  test.skipIf(skip)("an invitation is read once, within its time, and made by the vault's own devices", async () => {
    const vault = await made()
    const offer = async (id: string, headers: Record<string, string>) =>
      fetch(`${gateway.url}/api/vault/pair`, {
        method: "POST",
        headers: { "content-type": "application/json", ...from(), ...headers },
        body: JSON.stringify({ id, vault: vault.id, sealed: "s".repeat(59) }),
      })
    const take = async (id: string) => {
      const reply = await fetch(`${gateway.url}/api/vault/pair/${id}`, { method: "POST", headers: from() })
      return [reply.status, ((await reply.json()) as Record<string, unknown>)["sealed"]]
    }
    const own = { "x-vault-token": vault.token }
    const [one, two] = [rawId(), rawId()]
    expect((await offer(one, { "x-vault-token": rawVault("").token })).status).toBe(404)
    expect((await offer(one, {})).status).toBe(404)
    expect((await offer(one, own)).status).toBe(204)
    expect((await offer(one, own)).status).toBe(400)
    const both = await Promise.all([take(one), take(one)])
    expect(both.map(([status]) => Number(status)).toSorted((a, b) => a - b)).toEqual([200, 410])
    expect(await take(one)).toEqual([410, undefined])
    expect(await take(rawId())).toEqual([404, undefined])
    expect((await offer(two, own)).status).toBe(204)
    ahead += pairingMs
    expect(await take(two)).toEqual([410, undefined])
  })

  test.skipIf(skip)("whoever reads or writes its log uses it, and whoever only looks at it does not", async () => {
    const vault = await made()
    const usedAt = async () =>
      (await database.read.get<{ used_at: number }>("select used_at from vault where id = ?", [vault.id]))?.used_at ?? 0
    const usesIt = async (ask: () => Promise<{ readonly status: number }>) => {
      ahead += 120_000
      const before = await usedAt()
      expect((await ask()).status).toBe(200)
      return (await usedAt()) > before
    }
    const names = { method: "POST", headers: { "content-type": "application/json" }, body: '{"names":[]}' }
    expect(await usesIt(() => vault.ask(""))).toBe(false)
    expect(await usesIt(() => vault.ask("/blobs", names))).toBe(false)
    expect(await usesIt(() => vault.log(0))).toBe(true)
    expect(await usesIt(() => vault.post(rawWriter().next()))).toBe(true)
  })

  test.skipIf(skip)("names its devices by when they were seen", async () => {
    const vault = await made()
    const [phone, desk] = [rawId(), rawId()]
    await vault.ask("", { headers: { "x-vault-device": phone } })
    ahead += 120_000
    const seen = await vault.ask("", { headers: { "x-vault-device": desk } })
    expect((seen.json["devices"] as { device: string }[]).map(({ device }) => device)).toEqual([desk, phone])
  })

  test.skipIf(skip)(
    "deleted, erased with its code, or unused by a visitor for 60 days, it is gone with all it held",
    async () => {
      const owner = await gateway.code("premium", 0)
      const [first, second] = [await made(owner), await made(owner)]
      const visitors = rawVault(gateway.url)
      await visitors.make({ "x-visitor": await newVisitor(gateway.url), ...from() })
      for (const vault of [first, second, visitors]) {
        await vault.post(rawWriter().next())
        await vault.ask(`/blob/${"b".repeat(43)}`, { method: "PUT", body: sealed(100) })
        await vault.ask(`/snapshot/${rawId()}/0`, { method: "PUT", body: sealed(100) })
      }
      expect((await first.ask("", { method: "DELETE" })).status).toBe(204)
      expect((await first.log(0)).status).toBe(404)
      expect((await second.log(0)).status).toBe(200)
      expect(await vaults.eraseOf(owner.id)).toEqual({ vaults: 1, left: 0 })
      ahead += idleMs + 1
      await vaults.sweep()
      // The wall clock alone erases nothing: the database has not been served for so long.
      expect((await visitors.log(0)).status).toBe(200)
      ahead += idleMs + 1
      await database.transaction((sql) => sql.run("update served_time set ms = ms + ?", [idleMs + 1]))
      await vaults.sweep()
      for (const vault of [first, second, visitors]) {
        expect((await vault.log(0)).status).toBe(404)
        for (const table of ["batch", "writer", "device", "snapshot", "part", "blob", "pairing"]) {
          const held = `select count(*) as rows from vault_${table} where vault_id = ?`
          expect([table, (await database.read.get<{ rows: number }>(held, [vault.id]))?.rows]).toEqual([table, 0])
        }
      }
    },
  )

  test.skipIf(skip)("its token is nowhere in the database or the logs", async () => {
    const vault = await made()
    await vault.post(rawWriter().next())
    await vault.ask("", { headers: { "x-vault-token": "x" } })
    expect(gateway.prosa.output()).not.toContain(vault.token)
    const rows = await database.read.all<object>("select * from vault")
    expect(JSON.stringify(rows)).toContain(vault.id)
    expect(JSON.stringify(rows)).not.toContain(vault.token)
    if (databaseUrl !== undefined) return
    const folder = gateway.prosa.dataDir
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name))
    for (const file of files.filter((name) => statSync(name).isFile())) {
      expect([file, readFileSync(file).includes(vault.token)]).toEqual([file, false])
    }
  })
})
