import type { Message } from "#core/conversation/message.ts"
import { mostRounds } from "#core/conversation/tool-rounds.ts"
import { isWrittenElsewhere } from "#core/conversation/written-elsewhere.ts"
import { texts } from "../platform/language/texts.ts"

/** What is still not here after so long, in ms, is not being written any more. */
const longestWritingMs = 60 * 60_000

/** The note under an answer that ended early without a failure. */
export function endingNote(message: Message): string | undefined {
  const t = texts().chat
  if (message.interrupted) return t.interrupted
  if (isWrittenElsewhere(message) && Date.now() - message.date < longestWritingMs) return t.coming
  switch (message.finish) {
    case "aborted":
      return t.stopped
    case "length":
      return message.limitedByBalance ? t.cutByBalance : t.cutByLength
    case "content-filter":
      return t.cutByFilter
    case "tool-calls":
      return (message.rounds?.length ?? 0) < mostRounds ? undefined : t.tooManyRounds(mostRounds)
    default:
      return undefined
  }
}
