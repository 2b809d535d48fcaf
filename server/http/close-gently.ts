import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { hasBody } from "./arriving-body.ts"

/** How long a refused client may take to read why, before the connection is closed under what it still sends. In ms. */
const patienceMs = 1_000

/** Whether something of a request's body is still to come. */
export function isUnread(incoming: IncomingMessage): boolean {
  return !incoming.complete && hasBody(incoming)
}

/** Ends the connection after this answer. What more its client sends is left in the network. */
export function closeAfter(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = incoming
  incoming.pause()
  outgoing.shouldKeepAlive = false
  // Node calls this when the last reply of a connection is sent. By itself it would close the connection under the
  // client's hands.
  socket.destroySoon = () => endGently(socket)
  // Where the head of the answer was sent before this call, it did not announce that the connection ends, so it is ended here.
  outgoing.once("close", () => socket.destroySoon())
}

/** Ends the connection, and closes it when the other side has had time to read the end. */
export function endGently(socket: Socket, lastWords = ""): void {
  if (socket.writableEnded) return
  const patience = setTimeout(() => socket.destroy(), patienceMs)
  socket.once("close", () => clearTimeout(patience))
  socket.end(lastWords)
}
