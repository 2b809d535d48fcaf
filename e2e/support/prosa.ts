import { type ChildProcess, execFile, spawn } from "node:child_process"
import { readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { promisify } from "node:util"
import {
  commandEnvironment,
  projectNode,
  serverEnvironment,
  serverFlags,
} from "../../scripts/launcher/project-node.mjs"
import { tempFolder } from "../../testing/temp-folder.ts"

const checkout = join(import.meta.dirname, "../..")
const node = projectNode(checkout) ?? process.execPath

/** How long a server may take to open its database and answer. */
const startTimeoutMs = 90_000
/** How long it may take to end where nobody waits for what is under way. */
const impatientMs = 10_000

export interface ProsaOptions {
  /** Settings as in `.env.example`. The environment of the tests and a `.env` in the checkout are not passed on. */
  readonly env?: Readonly<Record<string, string>>
  /** The provider to talk to (`testing/fake-provider`); absent: the pretend model. */
  readonly provider?: { readonly url: string; readonly key?: string }
  /** The folder of an earlier server, to start again on what it left; absent: a new one that is deleted at the end. */
  readonly dataDir?: string
  /** Words before `node`, such as `taskset -c 0`. */
  readonly prefix?: readonly string[]
  /** Where the program lies; absent: this checkout. */
  readonly root?: string
}

/** A real Prosa server, as an operator runs it, on a port of its own. */
export interface Prosa {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** Its output so far, of both streams. */
  readonly output: () => string
  /** The exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /**
   * The operator's commands on the same data: `admin("code", "create", "--kind", "premium", …)`, their JSON. What most
   * journeys need is asked of the running server, which has it in milliseconds; the rest takes a start of the command line.
   */
  readonly admin: (...args: readonly string[]) => Promise<unknown>
  /** Ends it as an operator does (SIGTERM), and as a power cut does where it takes longer than `patienceMs`; absent: ten seconds. */
  readonly stop: (patienceMs?: number) => Promise<void>
  /** Ends it as a power cut does (SIGKILL); the data stays. */
  readonly kill: () => Promise<void>
}

/** Starts a server and waits until `/healthz` answers. */
export async function startProsa(options: ProsaOptions = {}): Promise<Prosa> {
  const { env = {}, provider, dataDir, prefix = [], root = checkout } = options
  const folder = dataDir ?? tempFolder("prosa-data")
  const port = await freePort()
  const started = serverEnvironment()
  const settings: NodeJS.ProcessEnv = {
    MALLOC_ARENA_MAX: started["MALLOC_ARENA_MAX"],
    MALLOC_MMAP_THRESHOLD_: started["MALLOC_MMAP_THRESHOLD_"],
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: folder,
    // A stand-in hears what its test asks, and nothing that the server asks of its own accord.
    MODELS_WATCH: "off",
    ...(provider && { BASE_URL: provider.url, OPENAI_API_KEY: provider.key ?? "sk-fake" }),
    ...env,
  }
  const [command, ...args] = [...prefix, node, ...serverFlags, join(root, "server/main.ts")]
  // The working directory is the data folder, so that no `.env` of the checkout is read.
  const child = spawn(command, args, { cwd: folder, env: settings, stdio: ["ignore", "pipe", "pipe", "ipc"] })
  const output = collectOutput(child)
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const url = `http://127.0.0.1:${port}`
  await untilHealthy(url, child, output)
  return {
    url,
    dataDir: folder,
    pid: child.pid ?? 0,
    output,
    ended,
    admin(...words) {
      const asked = child.exitCode === null && child.signalCode === null ? overItsRoute(words) : undefined
      if (asked === undefined) {
        const { NODE_COMPILE_CACHE } = commandEnvironment(root)
        const env = { ...settings, NODE_COMPILE_CACHE }
        return runAdmin(join(root, "server/admin/cli.ts"), words, { cwd: folder, env })
      }
      const token = settings["ADMIN_TOKEN"] ?? readFileSync(join(folder, "admin-token"), "utf8").trim()
      return askOperatorRoute(url, token, asked)
    },
    async stop(patienceMs = impatientMs) {
      child.kill("SIGTERM")
      // It drains what is under way; a test that leaves something open does not wait for that.
      const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs)
      await ended
      clearTimeout(patience)
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true })
    },
    async kill() {
      child.kill("SIGKILL")
      await ended
    },
  }
}

/** Makes an access code with so many reais on it, and so many web searches where they are counted. */
export async function newCode(
  { admin }: Prosa,
  credit: string,
  { kind = "premium", calls }: { readonly kind?: "premium" | "free"; readonly calls?: number } = {},
): Promise<string> {
  const counted = calls === undefined ? [] : ["--calls", String(calls)]
  const made = (await admin("code", "create", "--kind", kind, "--credit", credit, ...counted)) as {
    readonly codes: readonly { readonly code: string }[]
  }
  const [first] = made.codes
  if (first === undefined) throw new Error("no code was made")
  return first.code
}

/** A request below `/api/admin`; without a body it reads. */
interface OperatorRequest {
  readonly path: string
  readonly body?: Readonly<Record<string, string | number>>
}

/** The request that answers as this command does; undefined for a command that only the command line is asked. */
function overItsRoute(words: readonly string[]): OperatorRequest | undefined {
  const [noun, verb, ...rest] = words
  if (noun === "ledger" && verb === "verify") return { path: "/ledger/verify" }
  if (noun === "code" && verb === "show") return { path: "/codes/show", body: { code: rest[0] ?? "" } }
  if (noun !== "code" || verb !== "create") return undefined
  const body: Record<string, string | number> = {}
  for (let at = 0; at < rest.length; at += 2) {
    const name = rest[at]?.replace(/^--/, "") ?? ""
    const value = rest[at + 1] ?? ""
    body[name] = name === "calls" || name === "count" ? Number(value) : value
  }
  return { path: "/codes", body }
}

async function askOperatorRoute(url: string, token: string, { path, body }: OperatorRequest): Promise<unknown> {
  const reply = await fetch(`${url}/api/admin${path}`, {
    method: body ? "POST" : "GET",
    headers: { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const said = await reply.text()
  if (!reply.ok) throw new Error(`${path} was refused (${reply.status}): ${said}`)
  return JSON.parse(said)
}

async function runAdmin(
  program: string,
  words: readonly string[],
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(node, [program, ...words, "--json"], where)
  return JSON.parse(stdout)
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline; await delay(20)) {
    if (child.exitCode !== null) throw new Error(`The server ended at its start (${child.exitCode}):\n${output()}`)
    const reply = await fetch(`${url}/healthz`).catch(() => undefined)
    if (reply?.ok) return
  }
  child.kill("SIGKILL")
  throw new Error(`The server did not answer within ${startTimeoutMs} ms:\n${output()}`)
}

function collectOutput(child: ChildProcess): () => string {
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (part: string) => (text += part))
  return () => text
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
}
