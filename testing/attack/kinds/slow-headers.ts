import type { Kind } from "../hostile-client.ts"

/** Headers that never end: a line every second, on many connections. */
export const slowHeaders: Kind = {
  name: "slow headers",
  lanes: 10,
  restMs: 100,
  isNeighbour: true,
  async once(client) {
    const socket = await client.connect()
    if (socket === undefined) return
    socket.resume()
    socket.write("GET / HTTP/1.1\r\nhost: prosa.test\r\n")
    const drip = setInterval(() => socket.write("x-more: 1\r\n"), 1_000)
    await client.untilClosed(socket, 60_000)
    clearInterval(drip)
    socket.destroy()
  },
}
