/** Throw-away PostgreSQL databases for tests and benchmarks: real engine, real disk, synced commits. */
import { execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"

export interface TestDatabase {
  readonly url: string
  close(): Promise<void>
}

/**
 * An empty database: on the server of `TEST_DATABASE_URL`, else in a cluster of its own that ends with this process.
 * Undefined, with the reason on stderr, where there is no PostgreSQL; with `CI=true` that is a failure.
 */
export async function freshPostgres(): Promise<TestDatabase | undefined> {
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") return databaseOn(given)
  const bin = postgresBin()
  if (bin === undefined) return missing("no /usr/lib/postgresql/*/bin and no TEST_DATABASE_URL")
  if (process.getuid?.() === 0 && postgresUser() === undefined)
    return missing("PostgreSQL refuses to run as root and there is no user postgres")
  return startCluster(bin)
}

function missing(reason: string): undefined {
  if (process.env["CI"] === "true") throw new Error(`PostgreSQL tests cannot run: ${reason}`)
  process.stderr.write(`\nSKIPPED: PostgreSQL tests: ${reason}\n`)
  return undefined
}

/** A new database on a running server; dropped at the end. */
async function databaseOn(serverUrl: string): Promise<TestDatabase> {
  const name = `prosa_test_${randomBytes(6).toString("hex")}`
  await withClient(serverUrl, (client) => client.query(`create database ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    close: () => withClient(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

/** A cluster in a temporary folder. A shell holds it by our end of a pipe: when this process ends, however it ends, so does the cluster. */
async function startCluster(bin: string): Promise<TestDatabase> {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined
  const folder = mkdtempSync(join(tmpdir(), "prosa-postgres-"))
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const port = await freePort()
  const as = { ...user, cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" } }
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
  execFileSync(join(bin, "initdb"), initdb, { ...as, stdio: ["ignore", "ignore", "inherit"] })
  const script = `"$1"/postgres -D "$2" -p "$3" -k "$4" -c listen_addresses=127.0.0.1 -c max_connections=200 >"$4"/log 2>&1 &
    server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$4"`
  const keeper = spawn("sh", ["-c", script, "sh", bin, data, String(port), folder], {
    ...as,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  })
  keeper.unref()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url)
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        keeper.ref()
        keeper.once("exit", () => resolve())
        keeper.stdin.end()
      }),
  }
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await delay(20)) {
    try {
      return await withClient(url, (client) => client.query("select 1"))
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

function postgresBin(): string | undefined {
  const root = "/usr/lib/postgresql"
  if (!existsSync(root)) return undefined
  const newest = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return newest.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb")))
}

function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }))
    return { uid: id("-u"), gid: id("-g") }
  } catch {
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
