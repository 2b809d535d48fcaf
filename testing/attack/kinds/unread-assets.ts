import { headOf, type Kind } from "../hostile-client.ts"

const atOnce = 300

/** Hundreds of requests for the largest file in one breath, and nothing of it read. */
export const unreadAssets: Kind = {
  name: "unread assets",
  restMs: 500,
  async once(client) {
    const socket = await client.connect()
    if (socket === undefined) return
    socket.pause()
    socket.write(headOf({ path: client.target.asset }).repeat(atOnce))
    await client.untilClosed(socket, 60_000)
    socket.destroy()
  },
}
