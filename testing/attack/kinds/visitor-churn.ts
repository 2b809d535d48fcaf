import { chatRequest, madeUpId, oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

/** New visitors without end: ids asked for, made up, exchanged, altered, and each used for a message. */
export const visitorChurn: Kind = {
  name: "visitor churn",
  restMs: 100,
  async once(client) {
    const { random } = client
    const made = madeUpId(random)
    const { text } = await client.ask({
      method: "POST",
      path: "/api/visitor",
      headers: { "content-type": "application/json", ...(random() < 0.3 ? { "x-visitor": made } : {}) },
      body: oneOf(random, [
        "{}",
        "",
        JSON.stringify({ id: made }),
        `{"id":"${"a".repeat(60_000)}"}`,
        "[".repeat(50_000),
      ]),
    })
    const issued = /"id":"([^"]+)"/.exec(text)?.[1] ?? made
    const altered = issued.slice(0, -2) + madeUpId(random).slice(0, 2)
    const id = oneOf(random, [issued, altered, made, `${issued}.${issued}`])
    await client.ask(chatRequest("Oi", { headers: { "x-visitor": id }, readMost: 2_000 }))
  },
}
