import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { err, ok, type Result } from "#core/lib/result.ts"
import { type ArrivingBody, arrivingBody } from "./arriving-body.ts"
import { endGently } from "./close-gently.ts"
import { type Connections, type ConnectionsOptions, createConnections } from "./connections.ts"
import type { RefusalCause } from "./refusals.ts"

// An import would read every name of the module, and one of them brings all of fetch along.
const { createServer } = process.getBuiltinModule("node:http")

/** How long a request may take to come, its headers too, and a connection wait for the next one; in ms. */
export interface Patience {
  /** The last resort: a body that is read has rules of its own (`body-room.ts`). */
  readonly requestTimeout: number
  readonly headersTimeout: number
  readonly keepAliveTimeout: number
  /** How often the first two are looked at. */
  readonly connectionsCheckingInterval: number
}

export const usualPatience: Patience = {
  requestTimeout: 25 * 60_000,
  headersTimeout: 14_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}
/** All header lines of a request together, in bytes, and how many they may be. */
export const maxHeaderSize = 16 * 1024
export const maxHeadersCount = 200

export interface Listening {
  readonly server: Server
  readonly connections: Connections
  /** As whoever started it opens it. */
  readonly url: string
}

export interface ListenOptions extends ConnectionsOptions {
  readonly host: string
  readonly port: number
  /** Set on replies to what is no request. */
  readonly headers: Readonly<Record<string, string>>
  readonly patience?: Patience
}

/** Answers requests at an address. An error is a sentence for the operator. */
export function listen(
  options: ListenOptions,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse, body: ArrivingBody) => Promise<void>,
): Promise<Result<Listening, string>> {
  const server = createServer({ ...(options.patience ?? usualPatience), maxHeaderSize })
  server.maxHeadersCount = maxHeadersCount
  const connections = createConnections(server, options)
  const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = arrivingBody(incoming, () => connections.cutOff(incoming.socket, "crumbs"))
    connections.inTurn(incoming, outgoing, () =>
      hasTwoHosts(incoming) ? refuseHosts(outgoing) : void answer(incoming, outgoing, body),
    )
  }
  function refuseHosts(outgoing: ServerResponse): void {
    options.refusals.count("bad-request")
    outgoing.writeHead(400, { ...options.headers, "cache-control": "no-store", connection: "close" }).end()
  }
  server.on("request", take)
  // A client that sent `Expect: 100-continue` sends no body after a refusal.
  server.on("checkContinue", take)
  // Any other expectation is passed over (RFC 9110, 10.1.1); Node would answer it by itself, without our headers and turns.
  server.on("checkExpectation", take)
  server.on("connect", (_: IncomingMessage, socket: Socket) => sayNo(socket, 405))
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // It was refused already and is still sending; or it has left.
    if (socket.writableEnded) return
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    const status = statusOf(error.code)
    options.refusals.count(causeOf(status))
    if (connections.isAnswering(socket)) socket.destroy()
    else sayNo(socket, status)
  })

  function sayNo(socket: Socket, status: keyof typeof statusLines): void {
    const headers = { ...options.headers, "cache-control": "no-store", connection: "close", "content-length": "0" }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    endGently(socket, `HTTP/1.1 ${statusLines[status]}\r\n${lines.join("")}\r\n`)
  }

  return new Promise((resolve) => {
    server.once("error", (error) => resolve(err(`cannot listen on ${options.host}:${options.port}: ${error.message}`)))
    server.listen(options.port, options.host, () => {
      const address = server.address()
      const port = typeof address === "object" && address ? address.port : options.port
      const host = options.host === "127.0.0.1" || options.host === "0.0.0.0" ? "localhost" : options.host
      resolve(ok({ server, connections, url: `http://${host}:${port}` }))
    })
  })
}

/** A request to two servers (RFC 9112, 3.2): whoever passed it on may have meant the other one. Node keeps the first. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1
  }
  return hosts > 1
}

const statusLines = {
  400: "400 Bad Request",
  405: "405 Method Not Allowed",
  408: "408 Request Timeout",
  413: "413 Content Too Large",
  431: "431 Request Header Fields Too Large",
} as const

function statusOf(code: string | undefined): keyof typeof statusLines {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408
  if (code === "HPE_HEADER_OVERFLOW") return 431
  return code === "HPE_CHUNK_EXTENSIONS_OVERFLOW" ? 413 : 400
}

function causeOf(status: keyof typeof statusLines): RefusalCause {
  return status === 408 ? "slow-headers" : "bad-request"
}
