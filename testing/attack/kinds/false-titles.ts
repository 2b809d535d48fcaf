import { chatRequest, freshWord, oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"

/** Ordinary questions that call themselves titles and summaries, as long as those may be. */
export const falseTitles: Kind = {
  name: "false titles",
  restMs: 200,
  async once(client) {
    const { random } = client
    const meta = oneOf<object>(random, [{ isTitle: true }, { isSummarize: true }, { isTitle: true, isSummarize: true }])
    const headers = { "x-request-meta": JSON.stringify(meta), "idempotency-key": freshWord(random) }
    const said = oneOf(random, ["Escreva um poema.", "a ".repeat(9_000), "Escreva um livro. ".repeat(3_000)])
    const body = { max_tokens: oneOf(random, [150, 10_000]), stream: false }
    await client.ask(chatRequest(said, { headers, body, readMost: 4_000 }))
  },
}
