import { freshWord, madeUpId, oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

/** Other people's answers: listed, read, stopped, erased, by guessed ids and by words that objects know. */
export const foreignRuns: Kind = {
  name: "foreign runs",
  restMs: 60,
  isNeighbour: true,
  async once(client) {
    const { random } = client
    const id = oneOf(random, [madeUpId(random), "__proto__", "constructor", "%00", "..%2f..%2fruns", "a'or'1'='1"])
    const [method, path] = oneOf<readonly [string, string]>(random, [
      ["GET", "/api/runs"],
      ["GET", `/api/runs/${id}`],
      ["GET", `/api/runs/${id}/events?after=0`],
      ["GET", `/api/runs/${id}/events?after=1e9`],
      ["POST", `/api/runs/${id}/stop`],
      ["DELETE", `/api/runs/${id}`],
    ])
    const headers = oneOf<Record<string, string>>(random, [
      {},
      { "x-visitor": madeUpId(random) },
      { authorization: `Bearer ${freshWord(random)}` },
    ])
    const { status, text } = await client.ask({ method, path, headers })
    const listed = path === "/api/runs" && /"runs":\[\]/.test(text)
    if (status === 200 && !listed) client.wrong(`${method} ${path} shows somebody's answer: ${text.slice(-200)}`)
  },
}
