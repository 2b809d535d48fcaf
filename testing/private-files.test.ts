import { execFile, spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, test } from "vitest"
import { startProsa } from "../e2e/support/prosa.ts"
import { programEnvironment } from "./program-environment.ts"
import { tempFolder } from "./temp-folder.ts"
import { readAdminToken } from "../server/admin/admin-token.ts"

const main = join(import.meta.dirname, "../server/main.ts")
const cli = join(import.meta.dirname, "../server/admin/cli.ts")

const folders: string[] = []
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

function newFolder(): string {
  const folder = tempFolder("prosa-private")
  folders.push(folder)
  return folder
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
/** Every file of a data folder with its mode. */
const modesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

/** A server that ends at its start, under an open umask. */
function startAndFail(dataDir: string): Promise<string> {
  return new Promise((resolve) => {
    const env = { ...programEnvironment, DATA_DIR: dataDir, PORT: "0", MODELS_WATCH: "off" }
    const child = execFile(process.execPath, [main], { cwd: dataDir, env, timeout: 15_000 }, (_error, _out, stderr) => {
      resolve(stderr)
    })
    child.on("error", () => resolve(""))
  })
}

describe("the operator's token", () => {
  test("is made at the first start, is named by its path only, and is the same after the next", async () => {
    const dataDir = newFolder()
    const get = (url: string, path: string, token?: string) =>
      fetch(url + path, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
    const file = join(dataDir, "admin-token")
    let token = ""
    for (const _start of ["first", "second"]) {
      const prosa = await startProsa({ dataDir })
      const kept = readFileSync(file, "utf8").trim()
      expect(Buffer.from(kept, "base64url").length).toBeGreaterThanOrEqual(32)
      expect(token === "" || token === kept).toBe(true)
      token = kept
      for (const path of ["/metrics", "/api/admin/ledger/verify"]) {
        expect((await get(prosa.url, path)).status).toBe(401)
        expect((await get(prosa.url, path, token)).status).toBe(200)
      }
      expect(prosa.output()).toContain(file)
      expect(prosa.output()).not.toContain(token)
      await prosa.stop()
    }
    expect(modeOf(file)).toBe("600")
  })

  test("opens nothing where the operator set another one", async () => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, "admin-token"), `${"old".repeat(20)}\n`)
    const env = { ADMIN_TOKEN: "the-token-that-was-set", METRICS_TOKEN: "the-token-for-figures" }
    const prosa = await startProsa({ dataDir, env })
    const status = async (path: string, token: string) =>
      (await fetch(prosa.url + path, { headers: { authorization: `Bearer ${token}` } })).status
    expect(await status("/api/admin/ledger/verify", "old".repeat(20))).toBe(401)
    expect(await status("/api/admin/ledger/verify", env.ADMIN_TOKEN)).toBe(200)
    expect(await status("/api/admin/ledger/verify", env.METRICS_TOKEN)).toBe(401)
    expect(await status("/metrics", env.METRICS_TOKEN)).toBe(200)
    await prosa.stop()
  })

  test("is the same for servers that start at once", async () => {
    const dataDir = newFolder()
    const read = `import { readAdminToken } from ${JSON.stringify(join(import.meta.dirname, "../server/admin/admin-token.ts"))}
      process.stdout.write(readAdminToken({ dataDir: ${JSON.stringify(dataDir)} }).token)`
    const tokens = await Promise.all(
      Array.from({ length: 6 }, () => {
        return new Promise<string>((resolve, reject) => {
          execFile(process.execPath, ["--input-type=module", "-e", read], (error, out) =>
            error ? reject(error) : resolve(out),
          )
        })
      }),
    )
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toBe(readAdminToken({ dataDir }).token)
    expect(readdirSync(dataDir)).toEqual(["admin-token"])
  })

  test.each([
    ["empty", ""],
    ["cut short", "c4n4ry"],
    ["of no header's letters", `${"canary ".repeat(9)}\n`],
  ])("in a file that is %s ends the start with one line that names the file", async (_, content) => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, "admin-token"), content)
    const stderr = await startAndFail(dataDir)
    expect(stderr.trim().split("\n")).toEqual([expect.stringContaining(`${join(dataDir, "admin-token")} is damaged`)])
    expect(stderr).not.toMatch(/canary|c4n4ry/)
  })
})

describe.skipIf(process.platform === "win32")("other users of the machine", () => {
  test("read nothing of a data folder that an earlier version left open", async () => {
    const dataDir = newFolder()
    const first = await startProsa({ dataDir })
    await first.admin("code", "create", "--kind", "premium")
    await first.kill()
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644)
    chmodSync(dataDir, 0o755)
    writeFileSync(join(dataDir, "notes-of-somebody.txt"), "", { mode: 0o644 })
    chmodSync(join(dataDir, "notes-of-somebody.txt"), 0o644)

    const again = await startProsa({ dataDir })
    const { "notes-of-somebody.txt": notes, ...files } = modesIn(dataDir)
    expect(files).toMatchObject({ "prosa.sqlite": "600", "prosa.sqlite-wal": "600", "prosa.sqlite-shm": "600" })
    expect(files).toMatchObject({ pepper: "600", "admin-token": "600", "server.lock": "600" })
    expect(new Set(Object.values(files))).toEqual(new Set(["600"]))
    expect(notes).toBe("644")
    expect(modeOf(dataDir)).toBe("700")
    expect(again.output()).toContain("data-closed")
    await again.stop()
  })

  test("read no backup, whatever the umask, not even one written over an open file", async () => {
    const dataDir = newFolder()
    const copies = newFolder()
    const run = (...words: readonly string[]) => {
      const env = { ...programEnvironment, DATA_DIR: dataDir }
      const line = `umask 000; exec ${[process.execPath, cli, ...words].map((word) => `'${word}'`).join(" ")}`
      return spawnSync("sh", ["-c", line], { cwd: copies, env, encoding: "utf8" }).status
    }
    const file = join(copies, "copy.sqlite")
    for (const open of [file, `${file}.pepper`]) {
      writeFileSync(open, "", { mode: 0o666 })
      chmodSync(open, 0o666)
    }
    expect(run("backup", file)).toBe(0)
    expect(modesIn(copies)).toEqual({ "copy.sqlite": "600", "copy.sqlite.pepper": "600" })
    expect(new Set(Object.values(modesIn(dataDir)))).toEqual(new Set(["600"]))
    expect(modeOf(dataDir)).toBe("700")
  })

  test("keep a folder that everybody uses: it is told, not closed", async () => {
    const shared = join(newFolder(), "shared")
    mkdirSync(shared)
    chmodSync(shared, 0o1777)
    const prosa = await startProsa({ dataDir: shared })
    expect(modeOf(shared)).toBe("777")
    expect(prosa.output()).toContain(`! ${shared} is open to other users (mode 1777)`)
    expect(existsSync(join(shared, "prosa.sqlite"))).toBe(true)
    expect(modeOf(join(shared, "prosa.sqlite"))).toBe("600")
    await prosa.stop()
  })
})
