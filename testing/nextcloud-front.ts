import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { StorageServer } from "./storage-servers.ts"

/** What answers in the place of Nextcloud while something is the matter there. */
export type NextcloudTrouble = (asked: {
  readonly method: string
  readonly outgoing: ServerResponse
  /** What it would answer otherwise. */
  readonly answer: () => void
}) => void

export interface NextcloudFront extends StorageServer {
  /** Undefined: nothing is the matter. */
  trouble: NextcloudTrouble | undefined
}

const [user, password] = ["maria", "açaí"]
/** Where a user's files are, by Nextcloud's manual for developers: `/remote.php/dav/files/USER/`. */
const root = `/remote.php/dav/files/${user}`

/**
 * What Nextcloud and the library under it (sabre/dav) answer to GET, PUT and MKCOL, after their documents: tags of the content's
 * version, told twice (`ETag`, `OC-ETag`); conditions heeded, in lists too; a folder that is missing is 409 to whoever writes.
 */
export async function startNextcloudFront(): Promise<NextcloudFront> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`
  const folders = new Set([""])
  const files = new Map<string, { readonly bytes: Buffer; readonly etag: string }>()
  let versions = 0

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const bytes = await bytesOf(incoming)
    const { method = "GET" } = incoming
    const answer = () => reply(incoming, outgoing, method, bytes)
    if (incoming.headers.authorization !== authorization) return refuse(outgoing, 401, "NotAuthenticated")
    if (front.trouble !== undefined) return front.trouble({ method, outgoing, answer })
    return answer()
  }

  function reply(
    { url = "", headers }: IncomingMessage,
    outgoing: ServerResponse,
    method: string,
    bytes: Buffer,
  ): void {
    if (!url.startsWith(`${root}/`)) return refuse(outgoing, 404, "NotFound")
    const path = url.slice(root.length + 1).replace(/\/$/, "")
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")))
    const file = files.get(path)
    if (method === "MKCOL") {
      if (folders.has(path)) return refuse(outgoing, 405, "MethodNotAllowed")
      folders.add(path)
      return void outgoing.writeHead(201).end()
    }
    const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers
    const names = (list: string) => list.split(",").map((one) => one.trim())
    if (ifMatch !== undefined && (file === undefined || !names(ifMatch).includes(file.etag)))
      return refuse(outgoing, 412, "PreconditionFailed")
    const isThat =
      file !== undefined &&
      ifNoneMatch !== undefined &&
      ["*", file.etag].some((one) => names(ifNoneMatch).includes(one))
    if (isThat && method === "GET") return void outgoing.writeHead(304, { etag: file.etag }).end()
    if (isThat) return refuse(outgoing, 412, "PreconditionFailed")
    if (method === "PUT") {
      if (!folders.has(parent)) return refuse(outgoing, 409, "Conflict")
      const etag = `"${createHash("md5").update(`${++versions}`).digest("hex")}"`
      files.set(path, { bytes, etag })
      return void outgoing.writeHead(file === undefined ? 201 : 204, { etag, "oc-etag": etag }).end()
    }
    if (file === undefined) return refuse(outgoing, 404, "NotFound")
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? []
    const tags = { etag: file.etag, "oc-etag": file.etag, "content-type": "application/json" }
    if (first === undefined) return void outgoing.writeHead(200, tags).end(file.bytes)
    const part = file.bytes.subarray(Number(first), Number(last) + 1)
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${file.bytes.length}`
    return void outgoing.writeHead(206, { ...tags, "content-range": range }).end(part)
  }

  const server = createServer((incoming, outgoing) => void take(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const front: NextcloudFront = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${root}`,
    authorization,
    trouble: undefined,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return front
}

/** In the words of its library. */
export function refuse(outgoing: ServerResponse, status: number, name: string, headers = {}): void {
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">\n  <s:exception>Sabre\\DAV\\Exception\\${name}</s:exception>\n</d:error>\n`
  outgoing.writeHead(status, { "content-type": "application/xml; charset=utf-8", ...headers }).end(text)
}

async function bytesOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
