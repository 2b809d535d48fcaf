import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A WebDAV server with one file, which answers wrongly when it is told to. */
export interface LyingStorage {
  readonly url: string
  /** What lies there. */
  file: string | undefined
  /** Answers in the place of the next ones; undefined: the truth. */
  lie: ((outgoing: ServerResponse, method: string) => void) | undefined
  /** Requests that would have written, also those that were lied to. */
  readonly writes: () => number
  stop(): Promise<void>
}

export async function startLyingStorage(): Promise<LyingStorage> {
  let writes = 0
  let tag = 0
  const server = createServer((incoming, outgoing) => {
    const { method = "GET" } = incoming
    const pieces: Buffer[] = []
    incoming.on("data", (piece: Buffer) => pieces.push(piece))
    incoming.on("end", () => {
      if (method !== "GET") writes += 1
      if (storage.lie !== undefined) return storage.lie(outgoing, method)
      if (method === "MKCOL") return outgoing.writeHead(201).end()
      if (method === "PUT") {
        storage.file = Buffer.concat(pieces).toString("utf8")
        tag += 1
        return outgoing.writeHead(204).end()
      }
      if (storage.file === undefined) return outgoing.writeHead(404).end()
      return outgoing.writeHead(200, { etag: `"${tag}"` }).end(storage.file)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const storage: LyingStorage = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    file: undefined,
    lie: undefined,
    writes: () => writes,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return storage
}
