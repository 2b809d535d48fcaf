import { spawnSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, expect, test } from "vitest"
import { migrate } from "../store/migrate.ts"
import { migrations } from "../store/migrations.ts"
import { openSqlite } from "../store/sqlite-database.ts"
import { textReply } from "../../testing/fake-provider/replies.ts"
import { readChat, startGateway } from "../../testing/gateway.ts"
import { programEnvironment } from "../../testing/program-environment.ts"
import { tempFolder } from "../../testing/temp-folder.ts"

const cli = join(import.meta.dirname, "cli.ts")
const copies = tempFolder("prosa-restore")
const dataDir = tempFolder("prosa-restore-data")
afterAll(() => [copies, dataDir].forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function admin(...words: readonly string[]) {
  const env = { ...programEnvironment, DATA_DIR: dataDir }
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words], {
    cwd: copies,
    env,
    encoding: "utf8",
  })
  return { code: status, out: stdout, err: stderr }
}
const adminJson = <Value>(...words: readonly string[]) => JSON.parse(admin(...words, "--json").out) as Value

interface Made {
  readonly codes: readonly { readonly code: string; readonly id: string }[]
}
const newCode = (...words: readonly string[]) => {
  const [made] = adminJson<Made>("code", "create", "--kind", "premium", ...words).codes
  return made ?? { code: "", id: "" }
}

test("a restore says which codes, credits and answers vanish, and is done only when agreed to", async () => {
  const file = join(copies, "copy.sqlite")
  const kept = newCode("--credit", "5.00", "--label", "Ana")
  const rotated = newCode("--credit", "1.00")
  expect(admin("backup", file).code).toBe(0)
  expect(admin("restore", file)).toMatchObject({ code: 0, out: `restored from ${file}\n` })

  const late = newCode("--credit", "20.00", "--calls", "3", "--label", "Beto")
  admin("credit", kept.id, "2.50", "--ref", "pix-1")
  admin("calls", kept.id, "+4", "--ref", "pix-1")
  admin("code", "freeze", kept.id)
  admin("code", "rotate", rotated.id)
  const before = admin("ledger", "export").out

  const refused = admin("restore", file)
  expect(refused.code).toBe(1)
  for (const word of [late.id, "Beto", "R$ 20.00", "R$ 22.50", kept.id, rotated.id, "--yes"])
    expect(refused.out).toContain(word)
  for (const secret of [late.code, kept.code, rotated.code]) expect(refused.out + refused.err).not.toContain(secret)

  const asJson = admin("restore", file, "--json")
  expect(asJson.code).toBe(1)
  expect(JSON.parse(asJson.out)).toEqual({
    error: expect.stringContaining("--yes"),
    vanishes: {
      codes: [{ id: late.id, kind: "premium", label: "Beto", premium: 20, free: 0, calls: 3 }],
      rotated: [rotated.id],
      frozen: [kept.id],
      credits: { count: 4, reais: 22.5, calls: 7 },
      creditsByCode: expect.arrayContaining([
        { id: late.id, reais: 20, calls: 3 },
        { id: kept.id, reais: 2.5, calls: 4 },
      ]),
      usage: { count: 0, reais: 0, calls: 0 },
      others: { shared: [], sharedAgain: [], vaults: [], vaultsAgain: [], models: [] },
    },
  })
  expect(admin("ledger", "export").out).toBe(before)

  const done = admin("restore", file, "--yes", "--json")
  expect(done.code).toBe(0)
  expect(JSON.parse(done.out)).toMatchObject({ file, vanished: { codes: [{ id: late.id }] } })
  expect(admin("code", "show", late.id).code).toBe(1)
  expect(adminJson("code", "show", kept.id)).toMatchObject({ frozen: false, premium: { available: 5 } })
})

test("answers that were paid since are counted with what they cost", async () => {
  const gateway = await startGateway()
  const code = await gateway.code("premium", 10)
  const file = join(copies, "paid.sqlite")
  await gateway.prosa.admin("backup", file)
  gateway.script(textReply("Uma resposta."))
  const { meta } = await readChat(await gateway.chat(code, { stream: true }))
  const env = { ...programEnvironment, DATA_DIR: gateway.prosa.dataDir }
  const restore = () =>
    spawnSync(process.execPath, [cli, "restore", file, "--json"], { env, cwd: copies, encoding: "utf8" })
  expect(restore().stdout).toContain("a server is running")
  await gateway.prosa.kill()
  const { vanishes } = JSON.parse(restore().stdout) as { vanishes: { usage: { count: number; reais: number } } }
  expect(vanishes.usage).toMatchObject({ count: 1, reais: meta?.cost })
  await gateway.stop()
})

test("a database that cannot be read is replaced only when agreed to, and a wrong backup changes nothing", () => {
  const file = join(copies, "good.sqlite")
  expect(admin("backup", file).code).toBe(0)
  const pepper = readFileSync(join(dataDir, "pepper"), "utf8")
  const wrong = join(copies, "wrong.sqlite")
  writeFileSync(wrong, "not a database")
  writeFileSync(`${wrong}.pepper`, "another pepper of some other database")
  expect(admin("restore", wrong, "--yes")).toMatchObject({
    code: 1,
    err: expect.stringContaining("not an intact backup"),
  })
  expect(readFileSync(join(dataDir, "pepper"), "utf8")).toBe(pepper)

  for (const name of ["prosa.sqlite-wal", "prosa.sqlite-shm"]) rmSync(join(dataDir, name), { force: true })
  const damaged = Buffer.alloc(50_000, "damage ")
  writeFileSync(join(dataDir, "prosa.sqlite"), damaged)
  const refused = admin("restore", file)
  expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("cannot be read") })
  expect(readFileSync(join(dataDir, "prosa.sqlite")).equals(damaged)).toBe(true)
  expect(admin("restore", file, "--yes").err).toBe("")
  expect(adminJson("ledger", "verify")).toMatchObject({ ok: true })
  expect(readFileSync(join(dataDir, "prosa.sqlite.before-restore")).equals(damaged)).toBe(true)
})

test("a restore says which shared files, vaults and prices vanish or come back", () => {
  const file = join(copies, "others.sqlite")
  const change = (sql: string) => {
    const database = new DatabaseSync(join(dataDir, "prosa.sqlite"))
    database.exec(sql)
    database.close()
  }
  const shared = (id: string) =>
    `insert into shared_file (id, kind, owner, type, bytes, delete_hash, state, created_at, expires_at)
     values ('${id}', 'share', 'x', 'y', 1, 'z', 'live', 1, ${Date.now() + 86_400_000});`
  const vault = (id: string) =>
    `insert into vault (id, token_hash, owner, tier, last_seq, bytes, created_at, used_at, served_at)
     values ('${id}', 'x', 'y', 'premium', 1, 1, 1, 1, 1);`
  change(["taken", "erased", "same"].map(shared).join("") + ["grown", "ended"].map(vault).join(""))
  expect(admin("backup", file).code).toBe(0)
  expect(admin("restore", file)).toMatchObject({ code: 0 })
  change(`${shared("new")} ${vault("late")} update shared_file set state = 'removed' where id = 'taken';
    delete from shared_file where id = 'erased'; update vault set last_seq = 2 where id = 'grown';
    update vault set token_hash = '' where id = 'ended'`)
  admin("prices", "set", "alibaba", "qwen-max", "--input", "9", "--output", "9")
  admin("models", "alias", "smart", "gpt-6.1-sol@OpenAI")
  const { vanishes } = adminJson<{ vanishes: { others: unknown } }>("restore", file)
  expect(vanishes.others).toEqual({
    shared: ["new"],
    sharedAgain: ["erased", "taken"],
    vaults: ["grown", "late"],
    vaultsAgain: ["ended"],
    models: ["qwen-max (alibaba)", "alias smart"],
  })
  const { code, out } = admin("restore", file)
  expect(code).toBe(1)
  for (const word of ["new", "erased, taken", "grown, late", "ended", "qwen-max (alibaba), alias smart"])
    expect(out).toContain(`: ${word}\n`)
  expect(admin("restore", file, "--yes").code).toBe(0)
})

test("a copy of an earlier version is brought up to date, one of a newer program changes nothing, broken books are told", async () => {
  const [oldDir, newDir] = [tempFolder("prosa-old"), tempFolder("prosa-new")]
  const old = await openSqlite(oldDir, "prosa.sqlite")
  await migrate(old, migrations.slice(0, 12))
  await old.close()
  const file = join(copies, "old.sqlite")
  const at = (folder: string, ...words: readonly string[]) =>
    spawnSync(process.execPath, [cli, ...words], {
      cwd: copies,
      env: { ...programEnvironment, DATA_DIR: folder },
      encoding: "utf8",
    })
  expect(at(oldDir, "backup", file).status).toBe(0)
  expect(at(newDir, "code", "create", "--kind", "free").status).toBe(0)
  expect(at(newDir, "restore", file).stdout).toContain("1 codes")
  expect(at(newDir, "restore", file, "--yes")).toMatchObject({ status: 0 })
  expect(at(newDir, "code", "create", "--kind", "free", "--credit", "1.00")).toMatchObject({ status: 0 })

  expect(at(newDir, "backup", file).status).toBe(0)
  const copy = new DatabaseSync(file)
  copy.exec("update wallet set posted = posted + 1")
  const broken = at(newDir, "restore", file, "--json")
  expect(broken.status).toBe(1)
  expect(JSON.parse(broken.stdout)).toMatchObject({ error: expect.stringContaining("broken"), file })
  expect(JSON.parse(broken.stdout).violations[0]).toMatchObject({ invariant: "I2" })

  copy.exec("insert into migration (number, name) values (999, 'of tomorrow')")
  copy.close()
  const before = at(newDir, "ledger", "export").stdout
  const refused = at(newDir, "restore", file, "--yes")
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("newer program") })
  expect(at(newDir, "ledger", "export").stdout).toBe(before)
  for (const folder of [oldDir, newDir]) rmSync(folder, { recursive: true })
})

test("a copy takes no place of the data or of a file that is no copy, and can be read where nobody can write", () => {
  const file = join(copies, "alone.sqlite")
  newCode()
  const live = join(dataDir, "prosa.sqlite")
  const content = readFileSync(live)
  for (const place of [live, join(dataDir, "pepper"), join(dataDir, "..", basename(dataDir), "prosa.sqlite-wal")])
    expect(admin("backup", place)).toMatchObject({ code: 1, err: expect.stringContaining("DATA_DIR itself") })
  expect(readFileSync(live).equals(content)).toBe(true)
  const other = join(copies, ".env")
  writeFileSync(other, "PORT=3000\n")
  expect(admin("backup", other)).toMatchObject({ code: 1, err: expect.stringContaining("no copy of a database") })
  expect(readFileSync(other, "utf8")).toBe("PORT=3000\n")
  rmSync(other)
  const saved = adminJson<object>("backup", file)
  expect(saved).toEqual({ file, pepper: `${file}.pepper` })
  expect(admin("backup", file)).toMatchObject({ code: 0, out: expect.stringContaining("keep the two apart") })
  // Bytes 18 and 19 of a database say whether its readers need files beside it (2) or none (1).
  expect([...readFileSync(file).subarray(18, 20)]).toEqual([1, 1])
})
