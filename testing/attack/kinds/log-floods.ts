import { oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

/** Endless reports that the server accepts from anybody. */
export const logFloods: Kind = {
  name: "log floods",
  lanes: 2,
  restMs: 30,
  async once(client) {
    const { random } = client
    const record = { model: "gpt-4o-mini", inputTokens: 1, note: oneOf(random, ["", "a".repeat(200_000)]) }
    await client.ask({
      method: "POST",
      path: oneOf(random, ["/api/log-usage", "/api/log-usage", "/api/events", "/api/config", "/api/nothing"]),
      headers: { "content-type": "application/json" },
      body: JSON.stringify(record),
      readMost: 1_000,
    })
  },
}
