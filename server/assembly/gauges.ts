import type { BodyRoom } from "../http/body-room.ts"
import type { Metrics } from "../http/metrics.ts"
import type { Runs } from "./build-runs.ts"
import type { Data } from "./open-data.ts"

export interface Gauged {
  readonly databaseState: Data["databaseState"]
  readonly runs: Runs
  readonly bodies: BodyRoom
  /** Violations at the last check of the books. */
  readonly brokenInvariants: () => number
  /** How long ago the books were last checked to the end, or this server started, in ms. */
  readonly uncheckedMs: () => number
}

/** The figures of a server that are read when somebody asks for them. */
export function showGauges(
  metrics: Metrics,
  { databaseState, runs, bodies, brokenInvariants, uncheckedMs }: Gauged,
): void {
  const { unread } = runs.readers
  metrics.gauge("prosa_database_up", "Whether the database works.", () => (databaseState.outage() ? 0 : 1))
  metrics.gauge("prosa_open_runs", "Answers in progress.", () => runs.runs.open().length)
  metrics.gauge("prosa_run_bytes", "Memory that answers take.", () => runs.memory.bytes())
  metrics.gauge("prosa_unread_bytes", "Memory of ended answers that wait for their readers.", unread.bytes)
  metrics.gauge("prosa_body_bytes", "Memory that bodies on their way take.", bodies.bytes)
  metrics.gauge("prosa_broken_invariants", "Violations at the last check of the books.", brokenInvariants)
  metrics.gauge(
    "prosa_books_verified_age_seconds",
    "Since the books were last checked to the end, or since the start.",
    () => uncheckedMs() / 1_000,
  )
  metrics.gauge("process_resident_memory_bytes", "Resident memory.", () => process.memoryUsage.rss())
}
