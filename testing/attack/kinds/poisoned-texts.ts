import { foreignChat, freshWord, oneOf } from "../chat-request.ts"
import type { Kind } from "../hostile-client.ts"
import { poisons } from "../poisons.ts"

/** Answers and refusals of a provider that are made to stop who reads them, and names of models to match. */
export const poisonedTexts: Kind = {
  name: "poisoned texts",
  restMs: 250,
  async once(client) {
    const { random } = client
    const poison = Math.floor(random() * poisons.length)
    const model = oneOf(random, ["kimi-k2", "a".repeat(100_000), "a-".repeat(2_000), "@".repeat(3_000), "__proto__"])
    const stream = random() < 0.5
    const { text } = await client.ask(foreignChat(`poison ${poison}`, freshWord(random), { model, stream }))
    const type = /\r\ncontent-type: ([^\r]*)/i.exec(text.split("\r\n\r\n")[0] ?? "")?.[1] ?? ""
    if (/html|script|xml|svg/i.test(type)) client.wrong(`a provider's words were served as ${type}`)
  },
}
