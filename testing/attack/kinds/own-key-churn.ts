import { foreignChat, freshWord, oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

/** A new word as key for each request, each answered with tens of megabytes, streamed or whole. */
export const ownKeyChurn: Kind = {
  name: "own key churn",
  restMs: 300,
  async once(client) {
    const { random } = client
    const stream = random() < 0.7
    const key = random() < 0.5 ? {} : { "idempotency-key": freshWord(random) }
    const readMost = random() < 0.5 ? 2_000_000 : 1_000
    const told = oneOf(random, ["flood", "flood", "crumbs"])
    await client.ask(foreignChat(told, freshWord(random), { stream, headers: key, readMost }))
  },
}
