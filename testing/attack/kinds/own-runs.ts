import { foreignChat, freshWord } from "../chat-request.ts"
import { type HostileClient, headOf, type Kind } from "../hostile-client.ts"

const readers = 20

/** One long answer of one's own, and then its list, its stream and its replay asked for over and over, and not read. */
export const ownRuns: Kind = {
  name: "own runs",
  restMs: 300,
  async once(client) {
    const word = freshWord(client.random)
    const key = freshWord(client.random)
    const asked = foreignChat("flood", word, { headers: { "idempotency-key": key } })
    await client.ask({ ...asked, readMost: 200_000 })
    const bearer = { authorization: `Bearer ${word}` }
    const replay = headOf(asked) + String(asked.body)
    const events = headOf({ path: `/api/runs/${key}/events`, headers: bearer })
    const list = headOf({ path: "/api/runs", headers: bearer })
    const unread = Array.from({ length: readers }, (_, at) =>
      leaveUnread(client, [events, list, replay][at % 3] ?? list),
    )
    await Promise.all(unread)
    await client.ask({ method: "POST", path: `/api/runs/${key}/stop`, headers: bearer })
  },
}

async function leaveUnread(client: HostileClient, request: string): Promise<void> {
  const socket = await client.connect()
  if (socket === undefined) return
  socket.pause()
  socket.write(request)
  await client.untilClosed(socket, 5_000)
  socket.destroy()
}
