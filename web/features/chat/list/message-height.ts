import { filesOf, imagesOf, wordsOf } from "#core/gateway/content.ts"
import type { Message } from "#core/conversation/message.ts"

/** A guess at a message's height in CSS pixels, so that the scroll bar is roughly right before it is drawn. */
export function estimatedHeightPx(message: Message): number {
  const { content } = message
  const lines = Math.min(wordsOf(content).length, 20_000) / (innerWidth < 768 ? 42 : 88)
  const attached = typeof content === "string" ? 0 : filesOf(content).length * 84 + imagesOf(content).length * 200
  return Math.round(56 + lines * 26 + attached)
}

export function estimatedHeightsPx(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimatedHeightPx(message), 0)
}
