import { openConnection, type PostgresConnection } from "./postgres-connection.ts"
import { isFromServer } from "./postgres-errors.ts"

/** A connection that owes an answer for so long is looked after, in ms; by a server that is out of connections, for how long. */
const silenceMs = 10_000
const longestSilenceMs = 30_000

/**
 * The connection's process at work on what it was asked, or waiting for another one's migration. What waits for a lock, or for
 * us to take an answer, has been at it for too long. ($1: names)
 */
const atWork = `
  select backend from (
    select pid || ' ' || extract(epoch from backend_start) as backend, state, wait_event_type, wait_event
    from pg_stat_activity
  ) process
  where backend = any($1) and state in ('active', 'disabled') and wait_event_type is distinct from 'Client'
    and (wait_event_type is distinct from 'Lock' or wait_event = 'advisory')`

/**
 * Which of these connections nothing will come of any more, as far as can be seen by asking the server over another one: a
 * long statement is one thing, an answer that was lost on its way another. To be called every second.
 */
export async function findSilent(
  databaseUrl: string,
  connections: Iterable<PostgresConnection>,
  timeoutMs: number,
): Promise<readonly PostgresConnection[]> {
  const silentFor = (ms: number) => (one: PostgresConnection) => one.lost === undefined && one.silentMs() >= ms
  const silent = [...connections].filter(silentFor(silenceMs))
  if (silent.length === 0) return []
  try {
    const working = await whoWorks(databaseUrl, silent, timeoutMs)
    for (const one of silent) if (working.has(one.backend)) one.excuse()
    return silent.filter(silentFor(silenceMs))
  } catch (error) {
    // A server that refuses one more connection may well be at work on these.
    return silent.filter(silentFor(isFromServer(error) ? longestSilenceMs : silenceMs))
  }
}

async function whoWorks(
  databaseUrl: string,
  connections: readonly PostgresConnection[],
  timeoutMs: number,
): Promise<ReadonlySet<string>> {
  const observer = await openConnection(databaseUrl, { timeoutMs })
  const late = setTimeout(() => observer.cut("no answer in time"), timeoutMs)
  try {
    const { rows } = await observer.query({ text: atWork, values: [connections.map(({ backend }) => backend)] })
    return new Set(rows.map(({ backend }: { backend: string }) => backend))
  } finally {
    clearTimeout(late)
    observer.end()
  }
}
