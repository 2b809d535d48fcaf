import type { Run } from "./run.ts"
import type { RunKeeping } from "./run-keeping.ts"

/**
 * The only reader of a run is gone before its end. A run without a key belongs to its connection, as long as that stands; what will
 * be paid all the same is kept: a picture, and what is told at the end and may have come by now without being on disk yet.
 */
export function leaveRun(run: Run, keeping: Pick<RunKeeping, "keep">): void {
  if (run.goesOnAlone) return
  run.stop("client-gone")
  if (run.facts.isBilledWhole === true || run.frameCount === 0) keeping.keep(run)
}
