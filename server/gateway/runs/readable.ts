import type { Meter } from "../billing/meter.ts"
import type { Run } from "./run.ts"

/**
 * Whether anybody has some of an answer to read: it said something that can be seen, and some of that is with its reader or
 * can be had again. Nobody pays for what is not readable. `isTold`: what was withheld of it is told at its end.
 */
export function isReadable(run: Pick<Run, "frameCount">, meter: Pick<Meter, "sawAnswer">, isTold = false): boolean {
  return meter.sawAnswer() && (run.frameCount > 0 || isTold)
}
