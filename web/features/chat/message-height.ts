import { textOf } from "#core/gateway/content.ts"
import type { Message } from "#core/conversation/message.ts"

/** A guess at a message's height in CSS pixels, so that the scroll bar is roughly right before it is drawn. */
export function estimatedHeightPx(message: Message): number {
  const text = textOf(message.content)
  const lines = Math.min(text.length, 20_000) / (innerWidth < 768 ? 42 : 88)
  return Math.round(56 + lines * 26)
}

export function estimatedHeightsPx(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + estimatedHeightPx(message), 0)
}
