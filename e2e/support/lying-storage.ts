import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A WebDAV server with one file, which answers wrongly when it is told to. */
export interface LyingStorage {
  readonly url: string
  /** What lies there. */
  file: string | undefined
  /** Answers in the place of the next ones; undefined: the truth. */
  lie: ((outgoing: ServerResponse, method: string, body: string) => void) | undefined
  /** The truth, for a lie that is one only now and then. */
  readonly answer: (outgoing: ServerResponse, method: string, body: string) => void
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
      const body = Buffer.concat(pieces).toString("utf8")
      return (storage.lie ?? storage.answer)(outgoing, method, body)
    })
  })
  const answer: LyingStorage["answer"] = (outgoing, method, body) => {
    if (method === "MKCOL") return void outgoing.writeHead(201).end()
    if (method === "PUT") {
      storage.file = body
      tag += 1
      return void outgoing.writeHead(204).end()
    }
    if (storage.file === undefined) return void outgoing.writeHead(404).end()
    outgoing.writeHead(200, { etag: `"${tag}"` }).end(storage.file)
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const storage: LyingStorage = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    file: undefined,
    lie: undefined,
    answer,
    writes: () => writes,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return storage
}
