import type { Message } from "#core/conversation/message.ts"
import { speakerOf } from "../../../message/speaker.ts"

/** Whether an answer is by whoever gave the one before it; the first one is, as long as the model that was asked gave it. */
export function isSpeakerKnown(messages: readonly Message[], index: number, speaker: string | undefined): boolean {
  const message = messages[index]
  const before = lastSpeaker(messages.slice(0, index)) ?? speaker
  if (message?.role !== "assistant") return false
  return before === undefined ? message.redirected === undefined : before === speakerOf(message)
}

/** Who gave the last of some messages that are answers. */
export function lastSpeaker(messages: readonly Message[]): string | undefined {
  const answer = messages.findLast(({ role }) => role === "assistant")
  return answer && speakerOf(answer)
}
