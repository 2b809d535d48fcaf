import { type ChildProcess, fork } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { projectNode, serverEnvironment, serverFlags } from "../../scripts/launcher/project-node.mjs"
import { tempFolder } from "../temp-folder.ts"

const root = join(import.meta.dirname, "../..")

/** The largest file of the page, which is not built for these tests, and how large it is in bytes. */
const largestAsset = "/assets/largest.js"
const largestAssetBytes = 2 * 1024 * 1024

/** A real server in a process of its own, open to every address of this machine. */
export interface AttackedServer {
  readonly port: number
  readonly dataDir: string
  readonly pid: number
  readonly adminToken: string
  /** The path of the largest file it serves. */
  readonly asset: string
  readonly output: () => string
  /** The exit code or signal, once it has ended. */
  readonly end: () => string | undefined
  readonly stop: () => Promise<void>
}

export interface AttackedServerOptions {
  readonly env: Readonly<Record<string, string>>
  /** The one foreign place that may be called; all others of this machine stay forbidden. */
  readonly pictures?: { readonly address: string; readonly port: number }
}

export async function startAttackedServer({ env, pictures }: AttackedServerOptions): Promise<AttackedServer> {
  const dataDir = tempFolder("prosa-attacked")
  const site = tempFolder("prosa-attacked-page")
  mkdirSync(join(site, "assets"))
  writeFileSync(join(site, "index.html"), "<!doctype html><title>Prosa</title>")
  writeFileSync(join(site, largestAsset), randomBytes(largestAssetBytes))
  const adminToken = randomBytes(32).toString("hex")
  const { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ } = serverEnvironment()
  const child = fork(join(import.meta.dirname, "server-process.ts"), {
    execPath: projectNode(root) ?? process.execPath,
    execArgv: [...serverFlags],
    cwd: dataDir,
    silent: true,
    env: {
      MALLOC_ARENA_MAX,
      MALLOC_MMAP_THRESHOLD_,
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      HOST: "0.0.0.0",
      PORT: "0",
      DATA_DIR: dataDir,
      ADMIN_TOKEN: adminToken,
      MODELS_WATCH: "0",
      ATTACKED_SITE: site,
      ...(pictures && { ATTACKED_PICTURES: `${pictures.address}:${pictures.port}` }),
      ...env,
    },
  })
  const output = collectOutput(child)
  let ended: string | undefined
  const exit = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      ended = String(signal ?? code)
      resolve()
    })
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { readonly port: number }).port))
    void exit.then(() => reject(new Error(`The server ended at its start (${ended}):\n${output()}`)))
  })
  return {
    port,
    dataDir,
    pid: child.pid ?? 0,
    adminToken,
    asset: largestAsset,
    output,
    end: () => ended,
    async stop() {
      child.kill("SIGTERM")
      const patience = setTimeout(() => child.kill("SIGKILL"), 10_000)
      await exit
      clearTimeout(patience)
    },
  }
}

/** The longest output that is kept, in characters: a storm of log lines is a finding, not a reason to end here. */
const longestOutput = 20_000_000

function collectOutput(child: ChildProcess): () => string {
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (part: string) => {
      if (text.length < longestOutput) text += part
    })
  return () => text
}
