import type { ChatMessage } from "#core/gateway/chat-request.ts"
import { imagesOf, contentText } from "#core/gateway/content.ts"
import type { Usage } from "#core/gateway/usage.ts"
import { imageTokens } from "#core/models/image-tokens.ts"
import { setImmediate as nextTurn } from "node:timers/promises"
import { loadTokenCounter } from "./token-counter.ts"

/** The tokens that the chat format adds to each message and to the whole prompt (OpenAI's cookbook on counting). */
export const perMessage = 4
export const perReply = 3

/**
 * How many UTF-16 units are counted in one step, which takes some tens of ms at worst; then other requests get their
 * turn.
 */
const sliceUnits = 32 * 1024
/** UTF-8 bytes a token covers, near enough where nobody pays by it. */
export const bytesPerToken = 4

/** The counted text of a request: its messages, and all other text that is billed as input. */
export interface CountedText {
  readonly messages: readonly ChatMessage[]
  readonly counted: string
}

/**
 * A usage record counted by ourselves, for an answer whose provider sent none (stopped, cut). `settings` is what is sent
 * beside the messages, of which tools and schemas are the bulk.
 */
export async function countUsage(
  model: string,
  messages: readonly ChatMessage[],
  output: string,
  settings: string,
): Promise<Usage> {
  const count = await loadTokenCounter()
  let input = perReply + (await countText(settings))
  for (const message of messages) {
    input += perMessage + (await countText(contentText(message.content)))
    input += imagesOf(message.content).length * imageTokens(model).likely
    for (const call of message.tool_calls ?? []) {
      input += perMessage + count(call.name) + (await countText(call.arguments))
    }
  }
  return estimated(input, await countText(output))
}

/** The tokens of a text, however long: others have their turn meanwhile. */
export async function countText(text: string): Promise<number> {
  const count = await loadTokenCounter()
  let tokens = 0
  for (let at = 0; at < text.length; at += sliceUnits) {
    if (at > 0) await nextTurn()
    tokens += count(text.slice(at, at + sliceUnits))
  }
  return tokens
}

/** The same by length alone, for an answer by the caller's own key: it has no price here, and its length no bound but the wire's. */
export function roughUsage(messages: readonly ChatMessage[], output: string, settings: string): Usage {
  const tokens = (text: string) => Math.ceil(Buffer.byteLength(text) / bytesPerToken)
  const texts = messages.map((message) => contentText(message.content))
  return estimated(
    perReply + tokens(settings) + texts.reduce((sum, text) => sum + perMessage + tokens(text), 0),
    tokens(output),
  )
}

function estimated(input: number, output: number): Usage {
  return {
    inputUncached: input,
    inputCached: 0,
    cacheWrite: 0,
    output,
    reasoning: 0,
    searchCalls: 0,
    source: "estimated",
  }
}
