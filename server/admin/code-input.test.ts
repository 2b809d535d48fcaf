import { spawn } from "node:child_process"
import { readdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { programEnvironment } from "../../testing/program-environment.ts"
import { tempFolder } from "../../testing/temp-folder.ts"

const root = join(import.meta.dirname, "../..")
const cli = join(import.meta.dirname, "cli.ts")
const dataDir = tempFolder("prosa-code-input")
const cache = tempFolder("prosa-npm-cache")
afterAll(() => [dataDir, cache].forEach((folder) => rmSync(folder, { recursive: true, force: true })))

let code = ""
let id = ""
beforeAll(async () => {
  const { out } = await admin(["code", "create", "--kind", "premium", "--credit", "10", "--json"])
  const [made] = (JSON.parse(out) as { codes: { code: string; id: string }[] }).codes
  code = made?.code ?? ""
  id = made?.id ?? ""
})

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function run(words: readonly string[], { cwd = dataDir, input }: { cwd?: string; input?: string | undefined }) {
  return new Promise<Ended>((resolve, reject) => {
    const [command = "", ...args] = words
    const env = { ...programEnvironment, HOME: cache, DATA_DIR: dataDir }
    const child = spawn(command, args, { cwd, env })
    let [out, err] = ["", ""]
    child.stdout.on("data", (chunk) => (out += chunk))
    child.stderr.on("data", (chunk) => (err += chunk))
    child.on("error", reject)
    child.on("close", (ended) => resolve({ code: ended, out, err }))
    // A command that reads nothing may have exited before it is written to.
    child.stdin.on("error", () => {})
    // The pipe stays open: a command waits for a line, not for the end.
    if (input !== undefined) child.stdin.write(input)
  })
}

const admin = (words: readonly string[], input?: string) => run([process.execPath, cli, ...words], { input })
const npmAdmin = (words: readonly string[], input?: string) =>
  run(["npm", "--cache", cache, "run", "admin", "--", ...words], { cwd: root, input })
const npmLogs = () =>
  readdirSync(join(cache, "_logs"))
    .map((name) => readFileSync(join(cache, "_logs", name), "utf8"))
    .join("\n")

test("every command that names an account takes its code from standard input", async () => {
  const commands = [
    ["code", "show", "-"],
    ["credit", "-", "1.00", "--ref", "by-input"],
    ["calls", "-", "+2", "--ref", "by-input"],
    ["code", "freeze", "-"],
    ["code", "unfreeze", "-"],
  ]
  for (const words of commands) {
    const ended = await admin([...words, "--json"], `  nk-${code} \r\n`)
    expect({ words, ...ended }).toMatchObject({ words, code: 0, err: "" })
    expect(JSON.parse(ended.out)).toMatchObject({ id })
  }
  const rotated = await admin(["code", "rotate", "-", "--json"], `${code}\nanother line\n`)
  code = (JSON.parse(rotated.out) as { code: string }).code
  const shown = await admin(["code", "show", id, "--json"])
  expect(shown.err).toBe("")
  expect(JSON.parse(shown.out)).toMatchObject({ premium: { available: 11 }, calls: { available: 2 } })
})

test("nothing on standard input, or what is no code, is one line and nothing is done", async () => {
  for (const [input, said] of [
    ["\n", "there is no code on standard input"],
    [" - \n", "no such code"],
    [`${"x".repeat(10_000)}\n`, "no such code"],
  ] as const)
    expect(await admin(["code", "freeze", "-"], input)).toEqual({ code: 1, out: "", err: `admin: ${said}\n` })
})

test("a code among the arguments is taken, with a warning, and repeated by no complaint", async () => {
  const shown = await admin(["code", "show", code, "--json"])
  expect(JSON.parse(shown.out)).toMatchObject({ id })
  expect(shown.err).toMatch(/^admin: a code among the arguments stays in the shell's history.*standard input\n$/)
  for (const words of [[code], ["code", code], ["credit", id, code, "--ref", "r"], ["code", "show", id, code]]) {
    const ended = await admin([...words, "--json"])
    expect(ended.code).toBe(2)
    expect(ended.out + ended.err).not.toContain(code.slice(0, 20))
  }
})

test("npm writes a code among the arguments into its log, and none that comes on standard input", async () => {
  expect((await npmAdmin(["credit", "-", "1.00", "--ref", "by-npm"], `${code}\n`)).code).toBe(0)
  expect((await npmAdmin(["code", "show", id])).code).toBe(0)
  expect(npmLogs()).not.toContain(code)
  const warned = await npmAdmin(["code", "show", code])
  expect(warned.err).toContain(`npm has just written it into ${join(cache, "_logs")}`)
  expect(npmLogs()).toContain(code)
})
