import { chatRequest, foreignChat, freshWord, oneOf } from "../chat-request.ts"
import { headOf, type HostileRequest, type Kind } from "../hostile-client.ts"

/** Streams that are asked for and never read: long ones from the attackers' own provider, short ones from ours. */
export const unreadStreams: Kind = {
  name: "unread streams",
  lanes: 2,
  restMs: 300,
  async once(client) {
    const { random } = client
    const key = random() < 0.5 ? {} : { "idempotency-key": freshWord(random) }
    const request: HostileRequest = oneOf(random, [
      foreignChat("flood", freshWord(random), { headers: key }),
      foreignChat("crumbs", freshWord(random), { headers: key }),
      foreignChat("flood", "sk-always-the-same", { headers: key }),
      chatRequest("Oi", { headers: key }),
    ])
    const socket = await client.connect()
    if (socket === undefined) return
    socket.pause()
    socket.write(headOf(request))
    socket.write(request.body ?? "")
    await client.untilClosed(socket, 60_000)
    socket.destroy()
  },
}
