/** Throw-away PostgreSQL databases for tests and benchmarks: real engine, real disk, synced commits. */
import { execFile, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
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

/** A server of a test's own, which it may stop, kill, and let stand still. Times out where the server does not do as it is told. */
export interface TestCluster extends TestDatabase {
  /** As an operator restarts it: connections are closed, what is not committed is undone. */
  restart(): Promise<void>
  stop(): Promise<void>
  /** After a `stop` or a `kill`, and the recovery from that. */
  start(): Promise<void>
  /** SIGKILL for the whole server. */
  kill(): Promise<void>
  /** SIGKILL for one process that serves a connection, which makes the server restart all the others. */
  killBackend(pid: number): void
  /** Lets all its processes stand still, and go on. */
  pause(): void
  resume(): void
  /** Rows of a statement, as soon as the server takes one. */
  ask(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** A cluster that belongs to one test, in a folder if one is given; undefined where there is no PostgreSQL on this machine. */
export async function freshCluster(folder?: string): Promise<TestCluster | undefined> {
  const bin = postgresBin()
  if (bin === undefined) return missing("no /usr/lib/postgresql/*/bin")
  if (process.getuid?.() === 0 && postgresUser() === undefined)
    return missing("PostgreSQL refuses to run as root and there is no user postgres")
  return startCluster(bin, folder)
}

/** A cluster in a temporary folder. A shell holds it by our end of a pipe: when this process ends, however it ends, so does the cluster. */
async function startCluster(
  bin: string,
  folder = mkdtempSync(join(tmpdir(), "prosa-postgres-")),
): Promise<TestCluster> {
  const user = process.getuid?.() === 0 ? postgresUser() : undefined
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, "data")
  const port = await freePort()
  const as = { ...user, cwd: folder, env: { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" } }
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
  execFileSync(join(bin, "initdb"), initdb, { ...as, stdio: ["ignore", "ignore", "inherit"] })
  appendFileSync(
    join(data, "postgresql.conf"),
    `port = ${port}\nunix_socket_directories = '${folder}'\nlisten_addresses = '127.0.0.1'\nmax_connections = 200\n`,
  )
  const script = `"$1"/postgres -D "$2" >"$3"/log 2>&1 &
    cat >/dev/null
    pid=$(head -n 1 "$2"/postmaster.pid); kill -CONT $pid $(cat /proc/$pid/task/$pid/children); kill -QUIT $pid
    wait; for i in $(seq 100); do kill -0 $pid 2>/dev/null || break; sleep 0.05; done; rm -rf "$3"`
  const keeper = spawn("sh", ["-c", script, "sh", bin, data, folder], {
    ...as,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  })
  keeper.unref()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilReady(url)
  const control = (...words: readonly string[]) =>
    promisify(execFile)(join(bin, "pg_ctl"), ["-D", data, "-w", "-l", join(folder, "log"), ...words], as)
  const postmaster = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0])
  return {
    url,
    restart: async () => void (await control("restart", "-m", "fast")),
    stop: async () => void (await control("stop", "-m", "fast")),
    async start() {
      // The sessions of a killed server end by themselves, in their own time.
      for (const deadline = Date.now() + 30_000; ; await delay(50)) {
        const failure = await control("start").then(
          () => undefined,
          (error: unknown) => error,
        )
        if (failure === undefined) break
        if (Date.now() > deadline) throw failure
      }
      await untilReady(url)
    },
    async kill() {
      const pid = postmaster()
      process.kill(pid, "SIGKILL")
      while (isAlive(pid)) await delay(10)
    },
    killBackend: (pid) => signal(pid, "SIGKILL"),
    pause: () => [postmaster(), ...childrenOf(postmaster())].forEach((pid) => signal(pid, "SIGSTOP")),
    resume: () => [...childrenOf(postmaster()), postmaster()].forEach((pid) => signal(pid, "SIGCONT")),
    async ask(text) {
      let rows: readonly Readonly<Record<string, unknown>>[] = []
      await untilReady(url)
      await withClient(url, async (client) => void ({ rows } = await client.query(text)))
      return rows
    },
    close: () =>
      new Promise((resolve) => {
        keeper.ref()
        keeper.once("exit", () => resolve())
        keeper.stdin.end()
      }),
  }
}

/** Processes that serve connections come and go. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number)
}

/** A process that nobody has asked about since its end is none any more. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
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
