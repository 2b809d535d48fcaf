import type { Limits } from "../../config.ts"
import type { RunMemory } from "../runs/run-memory.ts"
import type { RunRegistry } from "../runs/run-registry.ts"

/** How many answers a caller may have in progress at once, and whether there is room for another at all. */
export interface RunLimits {
  reached(owner: string, tier: "premium" | "free"): boolean
  /** As many titles and summaries are under way as some conversations can need at once. */
  asidesReached(owner: string): boolean
  /** There is no memory for one more, whoever asks. */
  isFull(): boolean
}

/** Titles and summaries of one caller in progress at once, whatever the limits of answers are. */
const mostAsides = 8

export function createRunLimits(limits: Limits, runs: RunRegistry, memory: Pick<RunMemory, "isFull">): RunLimits {
  return {
    reached(owner, tier) {
      const most = tier === "premium" ? limits.openRunsPremium : limits.openRunsFree
      return most > 0 && runs.openCount(owner) >= most
    },
    asidesReached: (owner) => runs.openAsides(owner) >= mostAsides,
    isFull: memory.isFull,
  }
}
