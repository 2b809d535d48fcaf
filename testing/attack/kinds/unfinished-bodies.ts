import { freshWord, oneOf, pagePath } from "../chat-request.ts"
import { headOf, type Kind } from "../hostile-client.ts"

const announced = 10 * 1024 * 1024
const piece = Buffer.alloc(256 * 1024, "a")

/** Ten megabytes are announced, all but the last bytes sent, and then nothing, with every kind of credential. */
export const unfinishedBodies: Kind = {
  name: "unfinished bodies",
  lanes: 3,
  restMs: 200,
  async once(client) {
    const socket = await client.connect()
    if (socket === undefined) return
    socket.resume()
    const credential = oneOf(client.random, ["", freshWord(client.random), "nk-errado", "nk-"])
    const path = oneOf(client.random, [pagePath, "/v1/chat/completions", "/api/log-usage", "/api/validate-access"])
    const headers = { "content-type": "application/json", "content-length": String(announced) }
    const bearer = credential === "" ? {} : { authorization: `Bearer ${credential}` }
    socket.write(headOf({ method: "POST", path, headers: { ...headers, ...bearer } }))
    socket.write('{"messages":[{"role":"user","content":"')
    for (let sent = 0; sent + 2 * piece.length < announced && !socket.destroyed; sent += piece.length) {
      if (!socket.write(piece)) await client.untilDrained(socket)
    }
    await client.untilClosed(socket, 60_000)
    socket.destroy()
  },
}
