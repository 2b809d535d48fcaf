import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { gzipSync } from "node:zlib"

/** The reply of a route, as a value. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Lines of text, or pieces of a file, are sent as they come. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>
}

/** Instead of a reply, where a route has answered by itself: a stream, or what waits for the end of a run. */
export const alreadyAnswered = Symbol("already answered")

/** The interface's replies are about money and people: nobody in between keeps them. */
export const noStore = { "cache-control": "no-store" } as const

const jsonType = "application/json; charset=utf-8"

export function jsonReply(value: unknown, { status = 200, headers = {} }: Partial<Omit<Reply, "body">> = {}): Reply {
  return {
    status,
    headers: { "content-type": jsonType, ...noStore, ...headers },
    body: JSON.stringify(value),
  }
}

/** A reply of text in a tenth of its size, for a client that reads gzip (`acceptsGzip`): the list of models is long, and phones are far away. */
export function compressed(reply: Reply): Reply {
  if (typeof reply.body !== "string") return reply
  // It takes the place of the header that every reply has (`AppOrigins`), so it says that too.
  const headers = { ...reply.headers, "content-encoding": "gzip", vary: "accept-encoding, origin" }
  return { ...reply, headers, body: gzipSync(reply.body) }
}

export function acceptsGzip({ "accept-encoding": accepts }: IncomingHttpHeaders): boolean {
  return String(accepts ?? "").includes("gzip")
}

/** A reply whose text is JSON already. */
export function jsonTextReply(json: string | Uint8Array): Reply {
  return { status: 200, headers: { "content-type": jsonType, ...noStore }, body: json }
}

/** Nothing to say, and well. */
export const emptyReply: Reply = { status: 204, headers: noStore }

/** A longer body is sent in pieces of this size, each when the one before was taken; in bytes. */
const pieceBytes = 64 * 1024

/** Sends it, unless something was sent already. `onlyHead`: without the body. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply, onlyHead = false): void {
  if (response.headersSent || response.destroyed) return
  if (body === undefined) {
    response.writeHead(status, headers)
    response.end()
  } else if (typeof body === "string" || body instanceof Uint8Array) {
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.length
    response.writeHead(status, { ...headers, "content-length": length })
    if (onlyHead || length === 0) response.end()
    else if (length <= pieceBytes) response.end(body)
    else sendInPieces(response, typeof body === "string" ? Buffer.from(body) : body)
  } else {
    response.writeHead(status, headers)
    if (onlyHead) return void response.end()
    // A body that fails half-way must not look complete.
    const pieces = Readable.from(body).once("error", () => response.destroy())
    response.once("close", () => pieces.destroy())
    pieces.pipe(response)
  }
}

/** The pieces are views of the same bytes: a thousand readers of a file take the memory of one. */
function sendInPieces(response: ServerResponse, bytes: Uint8Array): void {
  let sent = 0
  function go(): void {
    while (sent < bytes.length && !response.destroyed) {
      const piece = bytes.subarray(sent, sent + pieceBytes)
      sent += piece.length
      if (sent >= bytes.length) response.end(piece)
      else if (!response.write(piece)) return void response.once("drain", go)
    }
  }
  go()
}
