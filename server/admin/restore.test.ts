import { spawnSync } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
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
    },
  })
  expect(admin("ledger", "export").out).toBe(before)

  const done = admin("restore", file, "--yes", "--json")
  expect(done.code).toBe(0)
  expect(JSON.parse(done.out)).toMatchObject({ file, vanished: { codes: [{ id: late.id }] } })
  expect(admin("code", "show", late.id).code).toBe(1)
  expect(adminJson("code", "show", kept.id)).toMatchObject({ frozen: false, premium: { available: 5 } })
}, 120_000)

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
}, 60_000)

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
}, 60_000)
