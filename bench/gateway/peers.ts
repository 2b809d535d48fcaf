// Portkey's gateway beside ours: the same machine, provider, load and measures, in one run. It is fetched from the registry
// into a folder of its own when it is asked for, and speaks to this machine only.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Measure, Suite } from "../measure.ts"
import { freePort, onCore, pinSelf, residentMb, startFakeUpstream } from "../processes.ts"
import { type Bench, measureLoad } from "./gateway.ts"
import { chatRequest } from "./requests.ts"

const version = "1.15.2"
/** Of what its range allows the last ones break it: every stream is answered 500 ("immutable" headers). The first does not. */
const itsServer = { "@hono/node-server": "1.3.3" }
/** The Node its published image runs on (`FROM node:20-alpine` in its Dockerfile), as ours runs on the one we install. */
const itsNode = { name: `node-${process.platform}-${process.arch}`, version: "20.20.2" }
/** How it puts off the first chunk of every stream. */
const sleep = "await new Promise((e=>setTimeout(e,25)))"

interface Peer {
  readonly name: string
  readonly node: string
  readonly file: string
}

/**
 * `Portkey`: as published. `Portkey awake`: without the 25 ms it sleeps before the first chunk of a stream. `Portkey, our Node`:
 * awake, and on the Node that ours runs on.
 */
export const peers: Suite = async ({ quick, say }) => {
  const folder = mkdtempSync(join(tmpdir(), "prosa-peers-"))
  const results: Measure[] = []
  try {
    say(`peers: fetching @portkey-ai/gateway ${version}…`)
    for (const peer of fetchPortkey(folder)) {
      const sayOf = (what: string) => say(`peers: ${peer.name}: ${what}…`)
      const measures = await measurePortkey(peer, { quick, say: sayOf })
      results.push(...measures.map((measure) => informative(peer.name, measure)))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return results
}

function fetchPortkey(folder: string): readonly Peer[] {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, overrides: itsServer }))
  const packages = [`@portkey-ai/gateway@${version}`, `${itsNode.name}@${itsNode.version}`]
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages]
  const { status, stderr } = spawnSync("npm", words, { cwd: folder, encoding: "utf8" })
  if (status !== 0) throw new Error(`npm could not fetch Portkey: ${stderr.slice(-500)}`)
  const file = join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js")
  const awake = join(folder, "node_modules/@portkey-ai/gateway/build/start-awake.js")
  const code = readFileSync(file, "utf8")
  if (!code.includes(sleep)) throw new Error("Portkey does not sleep where it is known to")
  writeFileSync(awake, code.replace(sleep, "0"))
  const node = join(folder, "node_modules", itsNode.name, "bin/node")
  return [
    { name: "Portkey", node, file },
    { name: "Portkey awake", node, file: awake },
    { name: "Portkey, our Node", node: process.execPath, file: awake },
  ]
}

async function measurePortkey(
  { node, file }: Peer,
  { quick, say }: { readonly quick: boolean; readonly say: (what: string) => void },
): Promise<readonly Measure[]> {
  pinSelf("1")
  const upstream = await startFakeUpstream()
  const port = await freePort()
  const [command, ...args] = [...onCore(0), node, file, `--port=${port}`, "--headless"]
  const env = { ...process.env, TRUSTED_CUSTOM_HOSTS: "127.0.0.1,localhost" }
  const child = spawn(command, args, { stdio: "ignore", env })
  try {
    await untilListening(port, child)
    await delay(1_000)
    const path = "/v1/chat/completions"
    const headers = ["x-portkey-provider: openai", `x-portkey-custom-host: ${upstream.url}/v1`]
    const bench: Bench = {
      upstream,
      gatewayPort: port,
      gatewayPid: child.pid ?? 0,
      direct: (more = {}) => chatRequest({ port: upstream.port, path, key: "sk-fake" }, more),
      through: (more = {}) => chatRequest({ port, path, key: "sk-fake", headers }, more),
      quick,
    }
    const idle: Measure = { name: "memory idle", unit: "MB", value: residentMb(bench.gatewayPid) }
    return [...(await measureLoad(bench, say)), idle]
  } finally {
    child.kill("SIGKILL")
    await upstream.stop()
    pinSelf("0,1")
  }
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
    const reply = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (reply) return
    await delay(100)
  }
  throw new Error("Portkey did not start")
}

function informative(name: string, { must: _must, aim: _aim, ...measure }: Measure): Measure {
  return { ...measure, name: `${name}: ${measure.name}` }
}
