import type { SeenRun } from "./charges-oracle.ts"
import type { Mishap } from "./servers.ts"
import type { Rows } from "./tables.ts"

/** A server that was lost, in ms since 1970: `until` when it or the next one answered. */
export interface Loss {
  readonly place: number
  readonly how: Mishap
  readonly at: number
  readonly until: number
}

/** A run is looked at together with what befell its servers within so long of its hold, in ms. */
const aroundMs = 30_000

/**
 * What is known of each run that a problem names, a line each: how it was asked and heard, its rows, and which servers were
 * lost around it. Whoever finds a wrong charge has nothing else to find its cause with.
 */
export async function traceRuns(
  rows: Rows,
  problems: readonly string[],
  runs: readonly SeenRun[],
  losses: readonly Loss[],
): Promise<readonly string[]> {
  const lines: string[] = []
  const text = problems.join("\n")
  for (const { question, text: heard, ...run } of runs.filter(({ id }) => text.includes(id))) {
    const hold = await rows<{ created_at: number }>(`select * from hold where id = '${run.id}'`)
    const kept = await rows(`select * from run where id = '${run.id}'`)
    const frames = await rows(`select * from run_frames where run_id = '${run.id}'`)
    const booked = await rows(
      `select ref, kind, event_at, account, amount from txn join entry on txn_id = txn.id where ref like '%${run.id}'`,
    )
    const { stream, waitMs, usage, number } = question
    const asked = { ...run, question: number, stream, waitMs, usage, characters: heard.length }
    lines.push(`  asked ${JSON.stringify(asked)}`)
    for (const [name, found] of Object.entries({ hold, kept, booked })) lines.push(`  ${name} ${JSON.stringify(found)}`)
    lines.push(`  frames ${frames.length}`)
    const [{ created_at: heldAt } = { created_at: Date.now() }] = hold
    for (const loss of losses.filter(({ at }) => Math.abs(at - heldAt) < aroundMs))
      lines.push(`  server ${loss.place} ${loss.how} ${loss.at - heldAt} … ${loss.until - heldAt} ms after its hold`)
  }
  return lines
}
