import { createHash } from "node:crypto"
import { unlinkSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"

/**
 * Runs `work` while no other process holds the same lock. The lock is a listening socket without traffic, which the
 * operating system takes back when its owner dies: a killed install or build blocks nobody.
 * @template T
 * @param {string} name what is locked, for example a folder's path
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} [options]
 * @returns {Promise<T>}
 */
export async function withLock(name, work, { onWait } = {}) {
  const address = socketAddress(`prosa-${createHash("sha256").update(name).digest("hex").slice(0, 24)}`)
  let waiting = false
  for (;;) {
    const held = await listen(address)
    if (held !== undefined) {
      try {
        return await work()
      } finally {
        held.close()
      }
    }
    if (!waiting) onWait?.()
    waiting = true
    await wait(200)
  }
}

/** @param {string} name */
function socketAddress(name) {
  if (process.platform === "linux") return `\0${name}`
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

/**
 * @param {string} address
 * @returns {Promise<import("node:net").Server | undefined>} undefined while another process listens there
 */
function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== "EADDRINUSE" && error.code !== "EACCES") return reject(error)
      if (address.startsWith("/")) removeIfAbandoned(address)
      resolve(undefined)
    })
    server.listen(address, () => {
      server.unref()
      resolve(server)
    })
  })
}

/**
 * A socket file outlives its process (neither abstract sockets nor pipes do): nobody answers behind it.
 * @param {string} path
 */
function removeIfAbandoned(path) {
  const probe = connect(path, () => probe.destroy())
  probe.once("error", () => {
    try {
      unlinkSync(path)
    } catch {
      // Another process was faster.
    }
  })
}
