import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { constants } from "node:os"

/** @type {Set<import("node:child_process").ChildProcess>} */
const children = new Set()
/** @type {NodeJS.Signals | undefined} */
let ending

/**
 * Runs a program to its end on this terminal and tells its exit code. The launcher does not detach: whatever ends the
 * launcher ends the program, and a program is never started after the launcher was told to end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, channel?: boolean, env?: NodeJS.ProcessEnv, quiet?: boolean }} options `channel`: opens an IPC
 *   channel, by whose closing the program notices that the launcher was killed; `quiet`: without stdin, and its stdout
 *   goes to stderr
 * @returns {Promise<number>} 128 + the signal's number when a signal ended it
 */
export function run(command, args, { cwd, channel = false, env = process.env, quiet = false }) {
  if (ending !== undefined) return Promise.resolve(exitCodeOf(ending))
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [
        quiet ? "ignore" : "inherit",
        quiet ? 2 : "inherit",
        "inherit",
        ...(channel ? [/** @type {const} */ ("ipc")] : []),
      ],
    })
    children.add(child)
    child.once("error", (error) => {
      children.delete(child)
      console.error(`${command} could not be started: ${error.message}`)
      resolve(127)
    })
    child.once("exit", (code, signal) => {
      children.delete(child)
      resolve(code ?? exitCodeOf(signal ?? "SIGKILL"))
    })
  })
}

/** Passes a signal on to everything that runs. @param {NodeJS.Signals} signal */
export function end(signal) {
  ending ??= signal
  for (const child of children) child.kill(signal)
}

/** @param {NodeJS.Signals} signal */
function exitCodeOf(signal) {
  return 128 + constants.signals[signal]
}

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => end(signal))

// npm passes signals on, except the one it cannot see. When npm is killed outright, the launcher gets a new parent, or,
// when npm's shell stands between them, its parent does.
if (process.env["npm_lifecycle_event"] !== undefined) {
  const family = ancestors()
  setInterval(() => {
    if (ending === undefined && ancestors() !== family) end("SIGTERM")
  }, 500).unref()
}

/** The parent's process id and, behind a shell on Linux, the grandparent's. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8")
    const [, name = "", grandparent = ""] = /^\d+ \((.*)\) \S (\d+) /s.exec(stat) ?? []
    if (/^(ba|da|a|z)?sh$/.test(name)) return `${process.ppid} ${grandparent}`
  } catch {
    // No /proc on this system, or the parent is just ending.
  }
  return `${process.ppid}`
}
