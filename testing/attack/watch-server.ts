import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { get } from "node:http"
import type { AttackedServer } from "./attacked-server.ts"

/** The server's state in one second. */
export interface Sample {
  readonly phase: string
  readonly memory: number
  readonly sockets: number
  /** How long `/healthz` took, in ms. */
  readonly healthMs: number
}

export interface Watch {
  readonly samples: readonly Sample[]
  stop(): void
}

const everyMs = 1_000
const longestHealthMs = 30_000

/** Looks at a server each second, from outside: what the system says of its process, and how soon it answers. */
export function watchServer({ pid, port, end }: AttackedServer, phase: () => string): Watch {
  const samples: Sample[] = []
  const timer = setInterval(() => {
    if (end() !== undefined) return
    const at = { phase: phase(), memory: memoryOf(pid), sockets: socketsOf(pid) }
    void timeOfHealth(port).then((healthMs) => samples.push({ ...at, healthMs }))
  }, everyMs)
  return { samples, stop: () => clearInterval(timer) }
}

/** Resident memory now, in bytes. */
export function memoryOf(pid: number): number {
  return statusOf(pid, "VmRSS")
}

/** The most resident memory a process has had since it began, in bytes; the kernel keeps it. */
export function mostMemoryOf(pid: number): number {
  return statusOf(pid, "VmHWM")
}

function statusOf(pid: number, name: string): number {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n")
    const line = lines.find((one) => one.startsWith(`${name}:`)) ?? ""
    return Number(line.replace(/\D/g, "")) * 1024
  } catch {
    return 0
  }
}

export function socketsOf(pid: number): number {
  try {
    const folder = `/proc/${pid}/fd`
    return readdirSync(folder).filter((fd) => isSocket(`${folder}/${fd}`)).length
  } catch {
    return 0
  }
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith("socket:")
  } catch {
    return false
  }
}

/** From an address of its own, on a new connection. */
function timeOfHealth(port: number): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const done = () => resolve(performance.now() - begun)
    const options = { port, host: "127.0.0.1", path: "/healthz", localAddress: "127.0.0.9", agent: false as const }
    const request = get({ ...options, timeout: longestHealthMs }, (response) => response.resume().once("end", done))
    request.once("timeout", () => request.destroy())
    request.once("error", () => resolve(longestHealthMs))
  })
}
