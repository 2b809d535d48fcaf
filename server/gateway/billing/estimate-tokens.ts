import { contentText } from "#core/gateway/content.ts"
import { createTextScale, isWeighedWell, type TextScale } from "#core/ledger/text-scale.ts"
import { othersTurn } from "../../http/turns.ts"
import { type CountedText, countText, perMessage, perReply } from "./token-count.ts"

/*
 * Tokens for what a crash may cost, which must not be above the truth by more than a twentieth: weighed where that is certain
 * by the script, which costs next to nothing, and counted by the vocabulary elsewhere.
 */

/** How many UTF-16 units are weighed in one step of a few ms; then other requests get their turn. */
const sliceUnits = 256 * 1024
/** Of one text no more UTF-16 units are counted, which takes a second; the rest is weighed by how these weigh. */
const mostCounted = 256 * 1024

/** A prompt's tokens without its pictures, of which only their provider knows what they come to. */
export async function estimatePrompt({ messages, counted }: CountedText): Promise<number> {
  const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls)
  const texts = [
    counted,
    ...messages.map(({ content }) => contentText(content)),
    ...calls.flatMap((call) => [call.name, call.arguments]),
  ]
  let tokens = perReply + perMessage * (messages.length + calls.length)
  for (const text of texts) tokens += await estimateText(text)
  return tokens
}

async function estimateText(text: string): Promise<number> {
  if (isWeighedWell(text)) return weigh(text)
  const first = text.slice(0, mostCounted)
  const counted = await countText(first)
  if (first.length === text.length) return counted
  const perWeight = Math.min(1, counted / (await weigh(first)))
  return counted + Math.floor(perWeight * (await weigh(text.slice(mostCounted))))
}

async function weigh(text: string): Promise<number> {
  const scale = createTextScale()
  for (let at = 0; at < text.length; at += sliceUnits) {
    if (at > 0) await othersTurn()
    scale.add(text.slice(at, at + sliceUnits))
  }
  return scale.tokens()
}

/** The tokens of an answer as it grows. */
export class GrowingTokens {
  readonly #scale: TextScale = createTextScale()
  #counted = 0
  /** The beginning of a word that is not whole yet. */
  #rest = ""

  /** What came since the last call; one call at a time. */
  async add(piece: string): Promise<number> {
    const text = this.#rest + piece
    this.#rest = ""
    if (isWeighedWell(text)) this.#scale.add(text)
    else {
      const cut = lastBlank(text)
      this.#rest = text.slice(cut)
      this.#counted += await countText(text.slice(0, cut))
    }
    return this.#counted + this.#scale.tokens()
  }
}

/** The last word of a text begins no earlier than here, in UTF-16 units from its end. */
const longestWord = 64

/** Where the last word begins; at the end of a text without one, as in scripts that set no blanks. */
function lastBlank(text: string): number {
  for (let at = text.length - 1; at > 0 && at > text.length - longestWord; at--) {
    if (text[at] === " " || text[at] === "\n") return at
  }
  return text.length
}
