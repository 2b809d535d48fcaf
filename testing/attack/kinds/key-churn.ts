import { chatRequest, foreignChat, freshWord, madeUpId, oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

/** Each request under a new `Idempotency-Key`, so that its answer outlives its connection, which is left at once. */
export const keyChurn: Kind = {
  name: "idempotency key churn",
  lanes: 2,
  restMs: 120,
  async once(client) {
    const { random } = client
    const key = oneOf(random, [freshWord(random), "a".repeat(255), "sempre-a-mesma", "__proto__"])
    const headers = { "idempotency-key": key, ...(random() < 0.5 ? { "x-visitor": madeUpId(random) } : {}) }
    const more = { headers, readMost: 1 }
    await client.ask(
      oneOf(random, [
        chatRequest("Oi", more),
        foreignChat("stall", freshWord(random), more),
        foreignChat("flood", freshWord(random), more),
      ]),
    )
  },
}
