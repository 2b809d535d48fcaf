import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, expect, test } from "vitest"
import { createAccessCodes } from "../access/access-code-store.ts"
import { readPepper } from "../access/pepper.ts"
import { openDatabase } from "../store/database.ts"
import { programEnvironment } from "../../testing/program-environment.ts"

const cli = fileURLToPath(new URL("cli.ts", import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), "prosa-admin-"))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** The command line as an operator runs it: a process of its own, away from any `.env`. */
function admin(line: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...line], {
      cwd: dataDir,
      env: { ...programEnvironment, DATA_DIR: dataDir, ...env },
    })
    let out = ""
    let err = ""
    child.stdout.on("data", (chunk) => (out += chunk))
    child.stderr.on("data", (chunk) => (err += chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, out, err }))
  })
}

async function adminJson<Value>(...line: readonly string[]): Promise<Value> {
  const { out } = await admin([...line, "--json"])
  return JSON.parse(out) as Value
}

interface Created {
  readonly codes: readonly { code: string; id: string; kind: string; credit: number; calls: number; label: string }[]
}

test("serves an operator from the first code to the books, while a server runs on the same data", async () => {
  const server = await openDatabase({ dataDir })
  const known = createAccessCodes(server, readPepper({ dataDir }))

  const create = [
    "code",
    "create",
    "--kind",
    "premium",
    "--credit",
    "20.00",
    "--calls",
    "10",
    "--label",
    "Ana",
    "--count",
    "2",
  ]
  const { codes } = await adminJson<Created>(...create)
  expect(codes).toHaveLength(2)
  expect(codes[0]).toEqual({
    code: expect.stringMatching(/^prosa_/),
    id: expect.any(String),
    kind: "premium",
    credit: 20,
    calls: 10,
    label: "Ana",
  })
  const code = codes[0]?.code ?? ""
  expect(await known.find(code)).toMatchObject({ label: "Ana", frozen: false })

  const credited = await Promise.all(
    [1, 2, 3].map(() => adminJson<{ outcome: string }>("credit", code, "0.000001", "--ref", "R")),
  )
  expect(credited.map(({ outcome }) => outcome).sort()).toEqual(["already", "already", "credited"])
  expect(await admin(["credit", code, "5.00", "--ref", "R"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("R is in the books"),
  })

  expect(await adminJson("calls", code, "-3", "--ref", "back")).toMatchObject({ balance: { available: 7 } })
  expect(await adminJson("code", "show", `nk-${code}`)).toMatchObject({
    premium: { posted: 20.000001, held: 0, available: 20.000001 },
    calls: { available: 7 },
  })

  const { out: exported } = await admin(["ledger", "export"])
  expect(exported.split("\r\n")[0]).toBe("txn,seq,kind,ref,at,event_at,account,unit,amount,meta")
  expect(exported).not.toContain(code)

  expect(await adminJson("ledger", "verify")).toEqual({ ok: true, checked: expect.any(Number), violations: [] })
  await server.transaction((sql) => sql.run("update wallet set posted = posted + 1 where id like 'wallet:%:premium'"))
  const broken = await admin(["ledger", "verify", "--json"])
  expect(broken.code).toBe(1)
  expect(JSON.parse(broken.out)).toMatchObject({ ok: false, violations: [{ invariant: "I2" }, { invariant: "I2" }] })
  await server.transaction((sql) => sql.run("update wallet set posted = posted - 1 where id like 'wallet:%:premium'"))

  const { code: rotated } = await adminJson<{ code: string }>("code", "rotate", code)
  expect(await admin(["code", "show", code])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/admin: no such code\n$/),
  })
  expect(await adminJson("code", "freeze", rotated)).toMatchObject({ frozen: true, premium: { available: 0 } })
  await server.close()
})

test("copies everything away and brings it back, codes included, even onto an empty machine", async () => {
  const { codes } = await adminJson<Created>("code", "create", "--kind", "free", "--credit", "0.00")
  const code = codes[0]?.code ?? ""
  const file = join(dataDir, "copy.sqlite")
  expect(await admin(["backup", file])).toMatchObject({ code: 0 })
  expect(readFileSync(file).includes(readPepper({ dataDir }))).toBe(false)

  const own = ["prices", "set", "alibaba", "qwen-max", "--input", "1.25", "--output", "5", "--source", "the test"]
  expect(await admin(own)).toMatchObject({ code: 0 })
  expect(await admin(["backup", file])).toMatchObject({ code: 0 })

  const elsewhere = join(dataDir, "elsewhere")
  expect(await admin(["restore", file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
  const pricesThere = async () => (await admin(["prices", "list"], { DATA_DIR: elsewhere })).out
  expect(await pricesThere()).toMatch(/alibaba +qwen-max +8\.9375/)
  // A file that an earlier version read there is of what was replaced.
  writeFileSync(join(elsewhere, "prices.json"), '{"prices":[]}')
  expect(await admin(["restore", file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
  expect(await pricesThere()).toContain("qwen-max")
  expect(readFileSync(join(elsewhere, "prices.json.before-restore"), "utf8")).toBe('{"prices":[]}')
  // An earlier version's backup has its prices beside it.
  const origin = { source: "the test", date: "2026-01-01" }
  const old = { provider: "alibaba", model: "qwen-max", input: 2_000_000, output: 5_000_000, ...origin }
  writeFileSync(`${file}.prices.json`, JSON.stringify({ prices: [old] }))
  expect(await admin(["restore", file], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
  expect(await pricesThere()).toMatch(/alibaba +qwen-max +14\.3000/)
  const shown = await admin(["code", "show", code, "--json"], { DATA_DIR: elsewhere })
  expect(JSON.parse(shown.out)).toMatchObject({ id: codes[0]?.id, kind: "free" })

  writeFileSync(file, "not a database")
  const refused = await admin(["restore", file], { DATA_DIR: elsewhere })
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("not an intact backup") })
  expect(await admin(["code", "show", code], { DATA_DIR: elsewhere })).toMatchObject({ code: 0 })
})

test("says in one line what is wrong, and on stdout only as JSON, where that was asked for", async () => {
  const misused = await admin(["credit", "X", "much", "--ref", "r", "--json"])
  expect(misused.code).toBe(2)
  expect(JSON.parse(misused.out)).toEqual({ error: expect.stringContaining("AMOUNT must be an amount") })
  expect(misused.err.split("\n")[0]).toBe(
    'admin: AMOUNT must be an amount in reais such as 20.00, with at most 6 decimals: "much"',
  )
  expect(misused.err).toContain("usage: npm run admin")
  const unset = await admin(["ledger", "verify"], { DATABASE_URL: "mysql://x" })
  expect(unset).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/^admin: DATABASE_URL .*\n$/) })
  const copied = await admin(["backup", "x"], { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })
  expect(copied).toMatchObject({ code: 1, err: expect.stringContaining("pg_dump") })
  const absent = await admin(["ledger", "verify"], { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" })
  expect(absent).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/^admin: .*\n$/) })
})

test("pictures are priced one for all, or each size and quality by itself", async () => {
  const set = (model: string, picture: string) => admin(["prices", "set", "openai", model, "--picture", picture])
  const listed = async () => JSON.parse((await admin(["prices", "list", "--json"])).out).prices
  expect(await set("gpt-image-2", "1024x1024 medium=0.034, 1536x1024 medium=0.05")).toMatchObject({ code: 0 })
  const reais = { "1024x1024 medium": 0.2431, "1536x1024 medium": 0.3575 }
  expect(await listed()).toContainEqual(expect.objectContaining({ model: "gpt-image-2", reais }))
  expect(await set("gpt-image-2", "0.04")).toMatchObject({ code: 0 })
  expect(await listed()).toContainEqual(expect.objectContaining({ model: "gpt-image-2", reais: { any: 0.286 } }))
})

test("no command tells a secret of the configuration", async () => {
  const secrets = { OPENAI_API_KEY: "sk-canary-key", CODE: "canary-code", ADMIN_TOKEN: "canary-token-canary" }
  const listed = await admin(["prices", "list", "--json"], secrets)
  expect(listed.code).toBe(0)
  expect(listed.out + listed.err).not.toContain("canary")
})

test("a blank beside a reference makes no other payment, and nothing that is shown commands the terminal", async () => {
  const [made] = (await adminJson<Created>("code", "create", "--kind", "free", "--label", "a\u202eb")).codes
  const id = made?.id ?? ""
  expect(await adminJson("credit", id, "1.00", "--ref", "pix-9")).toMatchObject({ outcome: "credited" })
  expect(await adminJson("credit", id, "1.00", "--ref", " pix-9 ")).toMatchObject({ outcome: "already", ref: "pix-9" })
  expect((await admin(["code", "show", id])).out).toContain("a\ufffdb")
  expect((await admin(["code", "show", id, "--json"])).out).toContain("a\\u202eb")
})

test("nothing credited is no mistake", async () => {
  const { codes } = JSON.parse((await admin(["code", "create", "--kind", "premium", "--credit", "0.00", "--json"])).out)
  const credited = await admin(["credit", codes[0].code, "0.00", "--ref", "nothing", "--json"])
  expect(credited.code).toBe(0)
})

test("another pepper is refused before anybody is told that their code is unknown", async () => {
  await adminJson<Created>("code", "create", "--kind", "free", "--credit", "0")
  const other = await admin(["code", "create", "--kind", "free", "--credit", "0"], {
    ACCESS_PEPPER: "a pepper that nobody knew when the codes were made",
  })
  expect(other).toMatchObject({ code: 1, out: "", err: expect.stringContaining("ACCESS_PEPPER") })
  expect(await admin(["ledger", "verify"])).toMatchObject({ code: 0 })
})

test("models come and go by command, and a mistake is one line that changes nothing", async () => {
  const keyed = { OPENAI_API_KEY: "sk-canary-key" }
  const json = async (...line: readonly string[]) => {
    const { code, out } = await admin([...line, "--json"], keyed)
    return { code, json: JSON.parse(out) as Record<string, unknown> }
  }
  expect(await json("models", "add", "openai", "gpt-6.3-sol", "--like", "gpt-6.1-sol")).toMatchObject({
    code: 0,
    json: { outcome: "added", model: { id: "gpt-6.3-sol", state: "alive" } },
  })
  const renamed = await admin(["models", "alias", "gpt-5", "gpt-6.3-sol@OpenAI"], keyed)
  expect(renamed.out).toContain("who asks for gpt-5 is answered by gpt-6.3-sol@OpenAI")
  expect(await admin(["models", "alias", "gpt-6.3-sol", "gpt-5"], keyed)).toEqual({
    code: 1,
    out: "",
    err: "admin: aliases run in a circle: gpt-5 → gpt-6.3-sol → gpt-5\n",
  })
  expect(await json("models", "retire", "openai", "o3", "--successor", "gpt-9")).toEqual({
    code: 1,
    json: { error: "o3 (OpenAI): its successor gpt-9 is no model of the catalogue" },
  })

  const list = join(dataDir, "list.json")
  const write = (cost: object) => writeFileSync(list, JSON.stringify({ openai: { models: { "gpt-7": { cost } } } }))
  write({ input: 0, output: 1 })
  expect(await admin(["models", "refresh", "--from", list, "--write"], keyed)).toEqual({
    code: 1,
    out: "",
    err: `admin: ${list} openai gpt-7: cost.input must be above 0\n`,
  })
  truncateSync(list, 2 * 1024 ** 3)
  expect(await json("models", "refresh", "--from", list, "--write")).toEqual({
    code: 1,
    json: { error: `${list}: it has more than 8 MiB` },
  })
  write({ input: 1, output: 2 })
  const shown = await admin(["models", "refresh", "--from", list], keyed)
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("nothing is written (--write)") })
  expect(await json("models", "refresh", "--from", list, "--write")).toMatchObject({ code: 0, json: { written: true } })

  const { out, err } = await admin(["models", "list"], keyed)
  expect(out).toMatch(/openai +gpt-7 +alive/)
  expect(out).toMatch(/gpt-6\.3-sol +alive .*gpt-5/)
  expect(out + err).not.toContain("canary")
  expect(await json("models", "alias", "gpt-5", "--remove")).toMatchObject({ code: 0, json: { asked: "gpt-5" } })
})
