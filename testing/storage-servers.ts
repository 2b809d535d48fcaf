/** Real servers that people keep backups on: WebDAV by Apache, nginx and rclone, and Redis behind a small REST front. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer, type IncomingMessage } from "node:http"
import { connect, createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { tempFolder } from "./temp-folder.ts"

export interface StorageServer {
  readonly url: string
  /** The value of `Authorization` that it wants. */
  readonly authorization: string
  stop(): Promise<void>
}

const user = "maria"
const password = "açaí"
const basic = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`
const modules = "/usr/lib/apache2/modules"
/** Its own module knows no LOCK and no PROPFIND. */
const nginxModule = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"

/** Undefined, with the reason on stderr, where the program is not installed; with `CI=true` that is a failure. */
function isMissing(program: string): boolean {
  if (existsSync(program)) return false
  if (process.env["CI"] === "true") throw new Error(`tests with ${program} cannot run: it is not installed`)
  process.stderr.write(`\nSKIPPED: tests with ${program}: it is not installed\n`)
  return true
}

/** Apache with mod_dav. `deflates`: it also packs what it sends, which changes its ETags. */
export async function startApache({ deflates = false } = {}): Promise<StorageServer | undefined> {
  if (isMissing("/usr/sbin/apache2")) return undefined
  const folder = tempFolder("prosa-apache")
  const files = join(folder, "files")
  mkdirSync(files)
  const port = await freePort()
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    chmodSync(folder, 0o755)
    for (const path of [folder, files]) chownSync(path, idOf("-u"), idOf("-g"))
  }
  const words = createHash("sha1").update(password).digest("base64")
  writeFileSync(join(folder, "users"), `${user}:{SHA}${words}\n`)
  const names = ["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav", "dav_fs"]
  const loaded = [...names, ...(deflates ? ["filter", "deflate"] : [])]
  const lines = [
    `ServerRoot ${folder}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/errors`,
    "ServerName localhost",
    `Listen 127.0.0.1:${port}`,
    ...loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    ...(isRoot ? ["User www-data", "Group www-data"] : []),
    `DavLockDB ${folder}/locks`,
    `DocumentRoot ${files}`,
    `<Directory ${files}>`,
    "Dav On",
    "AuthType Basic",
    "AuthName dav",
    `AuthUserFile ${folder}/users`,
    "Require valid-user",
    ...(deflates ? ["SetOutputFilter DEFLATE"] : []),
    "</Directory>",
  ]
  writeFileSync(join(folder, "conf"), `${lines.join("\n")}\n`)
  return started(spawn("/usr/sbin/apache2", ["-DFOREGROUND", "-f", join(folder, "conf")], { stdio: "ignore" }), port)
}

/** nginx with its two modules for WebDAV, as its manuals show them: it ignores conditions, and its tags have whole seconds. */
export async function startNginx(): Promise<StorageServer | undefined> {
  if (isMissing("/usr/sbin/nginx") || isMissing(nginxModule)) return undefined
  const folder = tempFolder("prosa-nginx")
  const files = join(folder, "files")
  mkdirSync(files)
  const port = await freePort()
  writeFileSync(join(folder, "users"), `${user}:{SHA}${createHash("sha1").update(password).digest("base64")}\n`)
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
  const lines = [
    `load_module ${nginxModule};`,
    "daemon off;",
    // One process, with the rights of whoever runs the tests.
    "master_process off;",
    `pid ${folder}/pid;`,
    `error_log ${folder}/errors;`,
    "events {}",
    "http {",
    "access_log off;",
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    "dav_ext_lock_zone zone=locks:1m;",
    "server {",
    `listen 127.0.0.1:${port};`,
    `root ${files};`,
    "client_max_body_size 0;",
    "location / {",
    "auth_basic dav;",
    `auth_basic_user_file ${folder}/users;`,
    "dav_methods PUT DELETE MKCOL COPY MOVE;",
    "dav_ext_methods PROPFIND OPTIONS LOCK UNLOCK;",
    "dav_ext_lock zone=locks;",
    "}}}",
  ]
  writeFileSync(join(folder, "conf"), `${lines.join("\n")}\n`)
  const options = ["-p", folder, "-e", join(folder, "errors"), "-c", join(folder, "conf")]
  return started(spawn("/usr/sbin/nginx", options, { stdio: "ignore" }), port)
}

/** rclone's own WebDAV server, which ignores conditions. */
export async function startRclone(): Promise<StorageServer | undefined> {
  if (isMissing("/usr/bin/rclone")) return undefined
  const port = await freePort()
  const options = ["--addr", `127.0.0.1:${port}`, "--user", user, "--pass", password]
  const served = ["serve", "webdav", tempFolder("prosa-rclone"), "--config", "/dev/null", ...options]
  return started(spawn("/usr/bin/rclone", served, { stdio: "ignore" }), port)
}

async function started(child: ChildProcess, port: number): Promise<StorageServer> {
  await untilListening(child, port)
  return { url: `http://127.0.0.1:${port}`, authorization: basic, stop: () => ended(child) }
}

/** Redis, and before it what Upstash answers to `GET /get/{key}` and `POST /set/{key}` with a bearer token. */
export async function startRedisRest(): Promise<StorageServer | undefined> {
  if (isMissing("/usr/bin/redis-server")) return undefined
  const port = await freePort()
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", tempFolder("prosa-redis")]
  const child = spawn("/usr/bin/redis-server", options, { stdio: "ignore" })
  await untilListening(child, port)
  const token = "chave-do-redis"
  const front = createHttpServer((incoming, outgoing) => {
    const answer = (status: number, value: unknown) =>
      outgoing.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
    void (async () => {
      if (incoming.headers.authorization !== `Bearer ${token}`) return answer(401, { error: "Unauthorized" })
      const body = await bytesOf(incoming)
      const [command = "", ...values] = (incoming.url ?? "/").slice(1).split("/").map(decodeURIComponent)
      const parts = [command, ...values, ...(incoming.method === "POST" ? [body] : [])]
      return answer(200, { result: await redis(port, parts) })
    })().catch((error: unknown) => answer(400, { error: String(error) }))
  })
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    authorization: `Bearer ${token}`,
    async stop() {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
      await ended(child)
    },
  }
}

/** One command on a connection of its own; the reply is a status, a value or null. */
function redis(port: number, parts: readonly (string | Buffer)[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    let read = Buffer.alloc(0)
    socket.on("error", reject)
    socket.on("data", (piece) => {
      read = Buffer.concat([read, piece])
      const end = read.indexOf("\r\n")
      if (end === -1) return
      const head = read.toString("utf8", 1, end)
      const size = read[0] === 0x24 ? Number(head) : -1
      if (size >= 0 && read.length < end + 4 + size) return
      socket.destroy()
      if (read[0] === 0x2d) reject(new Error(head))
      else if (read[0] === 0x24) resolve(size < 0 ? null : read.toString("utf8", end + 2, end + 2 + size))
      else resolve(head)
    })
    socket.write(`*${parts.length}\r\n`)
    for (const part of parts) {
      socket.write(`$${Buffer.byteLength(part)}\r\n`)
      socket.write(part)
      socket.write("\r\n")
    }
  })
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    if (await listens(port)) return
    await delay(25)
  }
  await ended(child)
  throw new Error(`${child.spawnfile} does not listen`)
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGTERM")
  await end
}

function idOf(kind: "-u" | "-g"): number {
  return Number(execFileSync("id", [kind, "www-data"]).toString())
}
