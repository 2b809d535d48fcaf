// Assigns processes to cores: the server alone on core 0; the load generator and the fake provider on core 1.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer } from "node:net"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { newCode, type Prosa, startProsa } from "../e2e/support/prosa.ts"

const root = join(import.meta.dirname, "..")

export const canPin = availableParallelism() >= 2 && spawnSync("taskset", ["-V"]).status === 0

/** Words before a command that keep it on one core. */
export const onCore = (core: number) => (canPin ? ["taskset", "-c", String(core)] : [])

/** Moves this process, with all its threads, to some cores ("1", "0,1"). */
export function pinSelf(cores: string): void {
  if (canPin) spawnSync("taskset", ["-acp", cores, String(process.pid)])
}

/** How the fake provider answers; see `testing/fake-provider/fast-server.ts`. */
export interface FakeOptions {
  readonly chunks?: number
  readonly characters?: number
  readonly firstMs?: number
  readonly betweenMs?: number
  readonly stamped?: boolean
}

export interface FakeUpstream {
  readonly url: string
  readonly port: number
  /** Changes how the requests from now on are answered. */
  readonly set: (options: FakeOptions) => Promise<void>
  readonly stop: () => Promise<void>
}

export async function startFakeUpstream(): Promise<FakeUpstream> {
  const [command, ...args] = [
    ...onCore(1),
    process.execPath,
    join(root, "testing/fake-provider/main.ts"),
    "--with-parent",
  ]
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] })
  const { port } = JSON.parse(await firstLine(child)) as { port: number }
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    async set(options) {
      await fetch(`${url}/options`, { method: "PUT", body: JSON.stringify(options) })
    },
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill("SIGTERM")
      await ended
    },
  }
}

/** Our server in front of the fake provider, without limits, and a premium code with plenty of credit. */
export async function startGateway(upstream: FakeUpstream): Promise<{ prosa: Prosa; port: number; code: string }> {
  const prosa = await startProsa({
    provider: { url: upstream.url },
    prefix: onCore(0),
    env: {
      LIMIT_CODE_PER_MINUTE: "0",
      LIMIT_ADDRESS_PER_MINUTE: "0",
      LIMIT_OPEN_RUNS_PREMIUM: "0",
      LIMIT_OPEN_RUNS_FREE: "0",
    },
  })
  const code = await newCode(prosa, "100000.00")
  return { prosa, port: Number(new URL(prosa.url).port), code }
}

/** Resident memory of a process in MB (10⁶ bytes). Linux. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return (Number(kib) * 1024) / 1e6
}

/** Processor time of a process so far, all threads, in ms. Linux. */
export function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  const ticksPerSecond = 100
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

/** How long a process's main thread has waited for a core that others were using, so far, in ms. Linux. */
export function crowdedMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ""
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`the fake provider ended (${code})`)))
    child.stdout?.setEncoding("utf8").on("data", (part: string) => {
      text += part
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")))
    })
  })
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
}
