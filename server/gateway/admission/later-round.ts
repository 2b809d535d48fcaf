import type { RunStore } from "../runs/run-store.ts"

/** How long after a round its next one may come, in ms: tools take a minute, and people think before they agree to a call. */
const patienceMs = 15 * 60_000
/** The key of a later round of an answer: the first one's, and which it is (`core/conversation/tool-rounds.ts`). */
const laterKey = /^(.+)\.([2-9])$/

/**
 * Whether a run goes on with an answer whose model has called tools: the round before it is kept here, is the same owner's,
 * and ended in calls a short while ago. Such a run is no message of its own; what it costs counts as ever.
 */
export async function isLaterRound(
  store: Pick<RunStore, "calledTools">,
  { owner, key }: { readonly owner: string; readonly key: string | undefined },
  now: number,
): Promise<boolean> {
  const [, first, round] = laterKey.exec(key ?? "") ?? []
  // A key that is itself a later round's is the first of no answer: rounds of rounds would go on without end.
  if (first === undefined || laterKey.test(first)) return false
  const before = round === "2" ? first : `${first}.${Number(round) - 1}`
  return store.calledTools(owner, before, now - patienceMs)
}
