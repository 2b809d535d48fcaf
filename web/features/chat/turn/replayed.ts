import type { ChatEvent } from "#core/gateway/chat-event.ts"

/**
 * The events of a run that is replayed from its first frame, for an answer of which some text is here already. The replay
 * is held back until it has come as far, so that no word leaves the screen or stands there twice; `take` then puts it in
 * the answer's place. Where it ends before (its server died with frames that had not reached the disk), what is here
 * counts, and only the ending is told.
 */
export async function* replayed(
  events: AsyncIterable<readonly ChatEvent[]>,
  { known, take }: { readonly known: number; readonly take: (replay: readonly ChatEvent[]) => void },
): AsyncGenerator<readonly ChatEvent[]> {
  const replay: ChatEvent[] = []
  let length = 0
  let isTaken = false
  for await (const bunch of events) {
    if (isTaken) {
      yield bunch
      continue
    }
    replay.push(...bunch)
    for (const event of bunch) if (event.type === "text-delta") length += event.text.length
    if (length < known) continue
    isTaken = true
    take(replay.filter((event) => !isTold(event)))
    yield replay.filter(isTold)
  }
  if (!isTaken) yield replay.filter(isTold)
}

/** Whether an event is a fact about an answer and not content. */
function isTold({ type }: ChatEvent): boolean {
  return type === "usage" || type === "balance" || type === "finish" || type === "failure"
}
