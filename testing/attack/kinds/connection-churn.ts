import { headOf, type Kind } from "../hostile-client.ts"

/** Connections that are opened and broken, half-closed, or left in the middle of a word. */
export const connectionChurn: Kind = {
  name: "connection churn",
  lanes: 4,
  restMs: 40,
  async once(client) {
    const { random, target } = client
    const socket = await client.connect({ allowHalfOpen: true })
    if (socket === undefined) return
    socket.resume()
    const way = random()
    if (way < 0.3) return void socket.resetAndDestroy()
    if (way < 0.5) socket.write(headOf({ path: target.asset }).slice(0, Math.floor(random() * 60)))
    if (way >= 0.5 && way < 0.7) socket.end(headOf({ path: target.asset }))
    if (way >= 0.7) socket.write(headOf({ path: "/healthz" }))
    if (way < 0.5) return void setImmediate(() => socket.resetAndDestroy())
    await client.untilClosed(socket, 2_000)
    socket.destroy()
  },
}
