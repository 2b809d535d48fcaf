import type { Log } from "../http/log.ts"
import type { Listening } from "../http/listen.ts"
import { othersTurn } from "../http/turns.ts"
import type { Runs } from "./build-runs.ts"

/** How long the last ends may wait for the database when a server ends, in ms. */
const settlingMs = 20_000
/** How long the last replies may take to be read when a server ends, in ms. */
const lastWordsMs = 1_000

/**
 * Takes no more connections, lets answers under way end for about `drainMs` and be read, and keeps what was not read. The
 * answers that go on longer are stopped, and settle.
 */
export async function drain(
  { server, connections }: Listening,
  { runs, readers }: Pick<Runs, "runs" | "readers">,
  { drainMs, log }: { readonly drainMs: number; readonly log: Log },
): Promise<void> {
  server.close()
  server.closeIdleConnections()
  readers.keeping.keepAtOnce(runs.open())
  const deadline = setTimeout(() => runs.open().forEach((run) => run.stop("shutdown")), drainMs)
  let lastMoment: NodeJS.Timeout | undefined
  const drained = new Promise((resolve) => (lastMoment = setTimeout(resolve, drainMs + lastWordsMs)))
  let giveUp: NodeJS.Timeout | undefined
  const givenUp = new Promise((resolve) => (giveUp = setTimeout(resolve, drainMs + settlingMs)))
  await Promise.race([Promise.all(runs.open().map((run) => run.ended)), givenUp])
  // Where the database is away for so long, the next server ends them as after a crash.
  const unsettled = runs.open().length
  if (unsettled > 0) log.error("answers-not-settled", { answers: unsettled })
  // Those who waited for an end answer with it in this turn.
  await othersTurn()
  await Promise.race([connections.allTaken(), drained])
  clearTimeout(deadline)
  clearTimeout(lastMoment)
  server.closeAllConnections()
  // A reader that was cut off determines what has to be stored for it.
  await connections.allTaken()
  await Promise.race([readers.keeping.settled(), givenUp])
  clearTimeout(giveUp)
}
