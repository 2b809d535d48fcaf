import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")

/** Says what reaches it and ends with its own exit code, as the real server drains and closes. */
const server = `
import { appendFileSync } from "node:fs"
const say = (line) => appendFileSync("said.log", line + "\\n")
let first = true
const end = (reason) => {
  say(reason)
  if (first) setTimeout(() => { say("closed"); process.exit(7) }, 200)
  first = false
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => end(signal))
process.on("disconnect", () => end("launcher gone"))
setInterval(() => {}, 1000)
say("serving " + process.version)
console.log("serving")
`

describe.skipIf(process.platform !== "linux")("npm start", () => {
  const house = mkdtempSync(join(tmpdir(), "prosa-launch-"))
  let npm: ChildProcess | undefined
  let npmOutput = ""
  /** When npm and everything that it started have let go of its output. */
  let closed: Promise<unknown> = Promise.resolve()

  beforeAll(() => {
    for (const path of ["package.json", "package-lock.json", "scripts"])
      cpSync(join(root, path), join(house, path), { recursive: true })
    symlinkSync(join(root, "node_modules"), join(house, "node_modules"))
    write("server/main.ts", server)
    write("server/admin/cli.ts", "console.log(JSON.stringify(process.argv.slice(2)))")
    write("core/model.ts", "export {}")
    write("web/index.html", "<!doctype html><title>first</title>")
    write("vite.config.ts", `export default { root: "web" }`)
  })
  afterEach(async () => {
    npm?.kill("SIGTERM")
    await closed
    rmSync(join(house, "said.log"), { force: true })
  })
  afterAll(() => rmSync(house, { recursive: true }))

  test("builds the page once, serves with the project's Node, passes SIGTERM on and waits for the end", async () => {
    await start()
    expect(readFileSync(join(house, "dist/index.html"), "utf8")).toContain("first")
    expect(said()[0]).toMatch(/^serving v24\./)
    process.kill(npm?.pid ?? 0, "SIGTERM")
    await closed
    expect(said().slice(1)).toEqual(["SIGTERM", "closed"])
    expect(npmOutput).toContain("building the page")
    await start()
    expect(npmOutput).not.toContain("building the page")
  })

  test("builds the page again when its sources change; two starts at once share one build", async () => {
    write("web/index.html", "<!doctype html><title>second</title>")
    const build = () =>
      spawn(process.execPath, ["scripts/launch.mjs", "build"], { cwd: house, stdio: ["ignore", "ignore", "pipe"] })
    const builds = [build(), build()]
    const outputs = await Promise.all(builds.map(outputOf))
    expect(outputs.filter((output) => output.includes("building the page"))).toHaveLength(1)
    expect(readFileSync(join(house, "dist/index.html"), "utf8")).toContain("second")
  })

  test("a build that fails leaves the old page", async () => {
    write("web/index.html", `<!doctype html><script type="module" src="./missing.ts"></script>`)
    const { status } = spawnSync(process.execPath, ["scripts/launch.mjs", "build"], { cwd: house })
    expect(status).not.toBe(0)
    expect(readFileSync(join(house, "dist/index.html"), "utf8")).toContain("second")
    write("web/index.html", "<!doctype html><title>second</title>")
  })

  test("the server ends when npm is killed outright", async () => {
    await start()
    process.kill(npm?.pid ?? 0, "SIGKILL")
    await heard("closed")
  })

  test("the server ends when the launcher is killed outright", async () => {
    await start()
    process.kill(launcherOf(npm?.pid ?? 0), "SIGKILL")
    await heard("closed")
    expect(said().slice(1)).toEqual(["launcher gone", "closed"])
  })

  test("the exit code of the server is the launcher's", async () => {
    const launcher = spawn(process.execPath, ["scripts/launch.mjs", "start"], { cwd: house, stdio: "ignore" })
    await heard(/^serving/)
    launcher.kill("SIGINT")
    expect(await new Promise((resolve) => launcher.once("exit", resolve))).toBe(7)
  })

  test("admin passes words on unchanged and keeps stdout for the answer", () => {
    const words = ["code", "create", "--label", "Loja da Ana & filhos", "--json"]
    const { stdout } = spawnSync("npm", ["run", "admin", "--silent", "--", ...words], { cwd: house, encoding: "utf8" })
    expect(JSON.parse(stdout)).toEqual(words)
  })

  async function start(): Promise<void> {
    npmOutput = ""
    rmSync(join(house, "said.log"), { force: true })
    npm = spawn("npm", ["start"], { cwd: house, stdio: ["ignore", "pipe", "pipe"] })
    closed = new Promise((resolve) => npm?.once("close", resolve))
    npm.stderr?.setEncoding("utf8").on("data", (text: string) => (npmOutput += text))
    await heard(/^serving/)
  }

  function said(): string[] {
    const file = join(house, "said.log")
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []
  }

  async function heard(line: string | RegExp): Promise<void> {
    await expect.poll(said).toContainEqual(expect.stringMatching(line))
  }

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(house, path)), { recursive: true })
    writeFileSync(join(house, path), content)
  }
})

/** The launcher below npm, with or without npm's shell between them. */
function launcherOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ")
  const child = Number(children[0])
  return readFileSync(`/proc/${child}/cmdline`, "utf8").startsWith("sh\0") ? launcherOf(child) : child
}

function outputOf(child: ChildProcess): Promise<string> {
  let text = ""
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (text += part))
  return new Promise((resolve) => child.once("close", () => resolve(text)))
}
