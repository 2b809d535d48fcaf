import { contentText } from "#core/gateway/content.ts"
import { createTextScale } from "#core/ledger/text-scale.ts"
import { othersTurn } from "../../http/turns.ts"
import { type CountedText, perMessage, perReply } from "./token-count.ts"

/** How many UTF-16 units are estimated in one step of a few ms; then other requests get their turn. */
const sliceUnits = 256 * 1024

/** A prompt's tokens without a vocabulary, and without its pictures, of which only their provider knows what they come to. */
export async function weighPrompt({ messages, counted }: CountedText): Promise<number> {
  const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls)
  const texts = [
    counted,
    ...messages.map(({ content }) => contentText(content)),
    ...calls.flatMap((call) => [call.name, call.arguments]),
  ]
  let tokens = perReply + perMessage * (messages.length + calls.length)
  for (const text of texts) {
    const scale = createTextScale()
    for (let at = 0; at < text.length; at += sliceUnits) {
      if (at > 0) await othersTurn()
      scale.add(text.slice(at, at + sliceUnits))
    }
    tokens += scale.tokens()
  }
  return tokens
}
