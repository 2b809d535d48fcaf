import { execFile } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { createServer } from "node:http"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { projectNode } from "../../scripts/launcher/project-node.mjs"
import { tempFolder } from "../../testing/temp-folder.ts"

const checkout = join(import.meta.dirname, "../..")
const vite = join(checkout, "node_modules/vite/bin/vite.js")

/** Builds the page for an application, into a folder of its own; the folder is gone with this process. */
export async function buildApp(): Promise<string> {
  const folder = tempFolder("prosa-app")
  const args = [vite, "build", "--logLevel", "error", "--outDir", folder, "--emptyOutDir"]
  const env = { ...process.env, PROSA_BUILD: "app", PROSA_SERVER_URL: "" }
  await promisify(execFile)(projectNode(checkout) ?? process.execPath, args, { cwd: checkout, env })
  return folder
}

/** A host of files as there are many: nothing but files, no rewriting, no headers of its own, the page in a folder. */
export interface StaticHost {
  readonly origin: string
  /** The page's address. */
  readonly url: string
  readonly close: () => Promise<void>
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
}

/** Serves a folder below `/chat-app/`. */
export async function startStaticHost(folder: () => string): Promise<StaticHost> {
  const base = "/chat-app/"
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://localhost").pathname
    const file = join(folder(), path === base ? "index.html" : path.slice(base.length))
    if (!path.startsWith(base) || !existsSync(file) || !statSync(file).isFile())
      return void outgoing.writeHead(404, { "content-type": "text/plain" }).end("no such file")
    outgoing.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
    outgoing.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`
  return {
    origin,
    url: origin + base,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
