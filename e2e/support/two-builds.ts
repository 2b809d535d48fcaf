import { readdirSync } from "node:fs"
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http"
import { join } from "node:path"

const assets = new Set(readdirSync(join(import.meta.dirname, "../../dist/assets")))
const mark = "two-"

/** A server on which another build can appear while tabs are open. */
export interface TwoBuilds {
  readonly url: string
  /** From now on the server has the second build, and no file of the first. */
  readonly release: () => void
  /** Takes files of the present build away whose path contains this; an empty text: none. */
  readonly lose: (part: string) => void
  /** Breaks each request for a file whose path contains this, as a line does that drops; an empty text: none. */
  readonly cut: (part: string) => void
  readonly close: () => Promise<void>
}

/**
 * Stands before a Prosa server. Its second build is the first with other names for all its files, wherever they are named: to
 * browsers that is another one.
 */
export async function startTwoBuilds(serverUrl: string): Promise<TwoBuilds> {
  let isSecond = false
  let lost = ""
  let cut = ""
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "/"
    const isAsset = path.startsWith("/assets/")
    const isGone = isAsset && (path.startsWith(`/assets/${mark}`) !== isSecond || (lost !== "" && path.includes(lost)))
    if (isAsset && cut !== "" && path.includes(cut)) return void incoming.socket.resetAndDestroy()
    if (isGone) return void outgoing.writeHead(404, { "content-type": "text/html" }).end("gone")
    pass(serverUrl, incoming, outgoing, isSecond && (isAsset || !path.startsWith("/api/")) ? renamed : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    release: () => void (isSecond = true),
    lose: (part) => void (lost = part),
    cut: (part) => void (cut = part),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function renamed(text: string): string {
  return text
    .replaceAll(/[\w.-]+\.(?:js|css)\b/g, (name) => (assets.has(name) ? mark + name : name))
    .replaceAll(/(build:\s*["'`]|data-build-id=")(?=[0-9a-f]{12})/g, "$1second-")
}

function pass(
  serverUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: ((text: string) => string) | undefined,
): void {
  const path = (incoming.url ?? "/").replace(`/assets/${mark}`, "/assets/")
  const headers = { ...incoming.headers, ...(change ? { "accept-encoding": "identity" } : {}) }
  const asked = ask(new URL(path, serverUrl), { method: incoming.method, headers }, (reply) => {
    if (change === undefined || !/javascript|html/.test(reply.headers["content-type"] ?? "")) {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      return void reply.pipe(outgoing)
    }
    const parts: Buffer[] = []
    reply.on("data", (part: Buffer) => parts.push(part))
    reply.on("end", () => {
      const body = Buffer.from(change(Buffer.concat(parts).toString("utf8")))
      outgoing.writeHead(reply.statusCode ?? 502, { ...reply.headers, "content-length": body.length })
      outgoing.end(body)
    })
  })
  asked.on("error", () => outgoing.destroy())
  outgoing.on("close", () => asked.destroy())
  incoming.pipe(asked)
}
