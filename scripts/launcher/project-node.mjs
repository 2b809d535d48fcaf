import { existsSync } from "node:fs"
import { join } from "node:path"

/**
 * The Node that runs the project: the one installed with the dependencies, else the running one when it is new enough
 * (24.15), else none.
 * @param {string} root
 * @returns {string | undefined}
 */
export function projectNode(root) {
  const file = process.platform === "win32" ? "node.exe" : "node"
  const installed = join(root, "node_modules", nodePackage, "bin", file)
  if (existsSync(installed)) return installed
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  return major > 24 || (major === 24 && minor >= 15) ? process.execPath : undefined
}

/** The package that carries Node for this platform; it does not exist for every one. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`

/**
 * How a server's Node is started: with its types stripped by `stripped-types.mjs`, a nursery in which an answer is begun and
 * ended, and nothing optimized until it listens, which is when it gives back what starting took (`server/memory.ts`). From then
 * on what every message runs through is optimized after some hundreds of messages, not after thousands: most servers have no
 * more in a day.
 */
export const serverFlags = [
  "--disable-warning=ExperimentalWarning",
  `--import=${new URL("stripped-types.mjs", import.meta.url).href}`,
  "--max-semi-space-size=8",
  "--expose-gc",
  "--no-turbofan",
  "--invocation-count-for-maglev=50",
  "--invocation-count-for-turbofan=400",
]

/**
 * The environment of a Node that runs the server. One arena for memory outside of the heap: several take 40 MB more and are no
 * faster. Larger pieces (what is read from a connection, what is being compiled) have pages of their own, which go back to the
 * system: among small ones they left 40 MB of holes.
 * @returns {NodeJS.ProcessEnv}
 */
export function serverEnvironment() {
  return { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "32768", ...process.env }
}

/**
 * The environment of a Node that runs a program of ours for a moment, unbuilt from TypeScript. It keeps what it has compiled,
 * and starts in two fifths of the processor time. A server does without: Node holds all that it has read there for as long
 * as it runs, 6 MB, to start 40 ms sooner.
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
export function commandEnvironment(root) {
  return { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"), ...process.env }
}
