import { freshWord, oneOf, pagePath } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

const size = 8 * 1024 * 1024

function chatOf(content: string): Buffer {
  return Buffer.from(`{"model":"gpt-4o-mini","messages":[{"role":"user","content":${content}}]}`)
}

const bodies: readonly [Buffer, ...Buffer[]] = [
  chatOf(`"${"a".repeat(size)}"`),
  chatOf("[".repeat(size / 2) + "]".repeat(size / 2)),
  chatOf(`[${'{"type":"text","text":"a"},'.repeat(size / 32)}{"type":"text","text":"a"}]`),
  Buffer.from(`{"model":"gpt-4o-mini","messages":[${"{},".repeat(size / 4)}{}]}`),
  Buffer.from(`{"a":1${Array.from({ length: size / 16 }, (_, at) => `,"k${at}":1`).join("")}}`),
]

/** Whole and valid JSON of megabytes, deep or wide, from who may not send it. */
export const bigJson: Kind = {
  name: "big JSON",
  restMs: 300,
  async once(client) {
    const { random } = client
    const credential = oneOf(random, ["", "nk-errado", freshWord(random)])
    const headers = { "content-type": "application/json", ...(credential && { authorization: `Bearer ${credential}` }) }
    const path = oneOf(random, [pagePath, "/v1/responses", "/api/google/v1beta/models/a:countTokens"])
    const { status } = await client.ask({ method: "POST", path, headers, body: oneOf(random, bodies) })
    if (status === 200) client.wrong("megabytes of JSON from a stranger were answered")
  },
}
