import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** What still comes after a refusal is taken for so long, so that the client reads the answer instead of a broken pipe. */
const patienceMs = 1_000
const lookMs = 50
const mostBytes = 1024 * 1024

/** Whether something of a request's body is still to come, or was not read. */
export function isUnread({ headers, complete }: IncomingMessage): boolean {
  if (complete) return false
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

/** Ends the connection after this answer, whatever more its client sends. */
export function closeAfter({ socket }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.shouldKeepAlive = false
  // What Node calls when the last answer of a connection is out. By itself it would close it under the client's hands.
  socket.destroySoon = () => endGently(socket)
}

/** Says goodbye, and closes when the other side has had time to hear it. */
export function endGently(socket: Socket, lastWords = ""): void {
  const from = socket.bytesRead
  let waitedMs = 0
  const look = setInterval(() => {
    waitedMs += lookMs
    if (waitedMs >= patienceMs || socket.bytesRead - from > mostBytes) socket.destroy()
  }, lookMs)
  socket.once("close", () => clearInterval(look))
  socket.end(lastWords)
}
