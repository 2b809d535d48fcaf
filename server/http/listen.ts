import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { err, ok, type Result } from "#core/lib/result.ts"

// An import would read every name of the module, and one of them brings all of fetch along.
const { createServer } = process.getBuiltinModule("node:http")

/** How long a request may take to come, its headers too, and a connection wait for the next one; in ms. */
const patience = { requestTimeout: 120_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 }

export interface Listening {
  readonly server: Server
  /** As whoever started it opens it. */
  readonly url: string
}

/** Answers requests at an address. An error is a sentence for the operator. */
export function listen(
  at: { readonly host: string; readonly port: number },
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>,
): Promise<Result<Listening, string>> {
  const server = createServer(patience, (incoming, outgoing) => void answer(incoming, outgoing))
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(err(`cannot listen on ${at.host}:${at.port}: ${error.message}`)))
    server.listen(at.port, at.host, () => {
      const address = server.address()
      const port = typeof address === "object" && address ? address.port : at.port
      const host = at.host === "127.0.0.1" || at.host === "0.0.0.0" ? "localhost" : at.host
      resolve(ok({ server, url: `http://${host}:${port}` }))
    })
  })
}
