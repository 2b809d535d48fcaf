import type { ChatMessage } from "#core/gateway/chat-request.ts"
import { imagesOf, textOf } from "#core/gateway/content.ts"
import type { Usage } from "#core/gateway/usage.ts"
import { imageTokens } from "#core/models/image-tokens.ts"
import { loadTokenCounter } from "./token-counter.ts"

/** What the chat format adds to each message and to the whole, in tokens (OpenAI's cookbook on counting). */
const perMessage = 4
const perReply = 3

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
  let input = perReply + count(settings)
  for (const message of messages) {
    input += perMessage + count(textOf(message.content)) + imagesOf(message.content).length * imageTokens(model).likely
    for (const call of message.tool_calls ?? []) input += perMessage + count(call.name) + count(call.arguments)
  }
  return {
    inputUncached: input,
    inputCached: 0,
    cacheWrite: 0,
    output: count(output),
    reasoning: 0,
    searchCalls: 0,
    source: "estimated",
  }
}
