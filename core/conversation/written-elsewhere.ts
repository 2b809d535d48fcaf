import type { Message } from "./message.ts"

/**
 * An answer that is being written for another device: from there it came as an empty one with the name of its run, and it comes
 * again once it has ended.
 */
export function isWrittenElsewhere(message: Message): boolean {
  const { role, streaming, content, finish, failure, interrupted, tools, runId, idempotencyKey } = message
  const hasEnded = finish !== undefined || failure !== undefined || interrupted === true
  const hasBegun = content !== "" || streaming === true || tools !== undefined
  return role === "assistant" && !hasEnded && !hasBegun && (runId ?? idempotencyKey) !== undefined
}
