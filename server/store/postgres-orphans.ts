import { setTimeout as delay } from "node:timers/promises"
import type { PostgresConnection } from "./postgres-connection.ts"
import { isFromServer } from "./postgres-errors.ts"

/**
 * Processes of the server that lost connections have left behind. One of them may still hold locks, or have a `commit` in its
 * ear that it has not heard yet; until it has ended, nobody knows what becomes of its transaction.
 */
export interface Orphans {
  add(backend: string): void
  none(): boolean
  /** Ends them all, and returns when they have ended. One that cannot be ended is given up in time. */
  end(connection: PostgresConnection): Promise<void>
  /** Resolves when a process has ended or is given up; at once where it is not one of them. */
  ended(backend: string): Promise<void>
}

/** How long they are waited for, and how often they are looked for, in ms. */
const patienceMs = 3_000
const lookMs = 20

/** Only those that are still there; who is ended answers no more than that it was asked to. ($1: names) */
const endThem = `
  select backend, pg_terminate_backend(pid) from (
    select pid, pid || ' ' || extract(epoch from backend_start) as backend from pg_stat_activity
  ) process where backend = any($1)`

export function createOrphans(): Orphans {
  const left = new Map<string, { readonly ended: Promise<void>; readonly tell: () => void }>()

  function forget(backend: string): void {
    left.get(backend)?.tell()
    left.delete(backend)
  }

  /** Which of them are still there. */
  async function ask(connection: PostgresConnection, backends: readonly string[]): Promise<ReadonlySet<string>> {
    try {
      const { rows } = await connection.query({ text: endThem, values: [backends] })
      return new Set(rows.map(({ backend }: { backend: string }) => backend))
    } catch (error) {
      // A role that may not end them cannot wait for them either.
      if (isFromServer(error) && connection.lost === undefined) return new Set()
      throw error
    }
  }

  return {
    add(backend) {
      if (backend === "" || left.has(backend)) return
      let tell = () => {}
      const ended = new Promise<void>((resolve) => (tell = resolve))
      left.set(backend, { ended, tell })
    },
    none: () => left.size === 0,
    async end(connection) {
      const until = performance.now() + patienceMs
      while (left.size > 0) {
        const asked = [...left.keys()]
        const alive = performance.now() < until ? await ask(connection, asked) : new Set()
        for (const backend of asked) if (!alive.has(backend)) forget(backend)
        if (alive.size > 0) await delay(lookMs)
      }
    },
    async ended(backend) {
      await left.get(backend)?.ended
    },
  }
}
