import type { Limits } from "../config.ts"
import type { RunRegistry } from "./run-registry.ts"

/** How many answers a caller may have in progress at once. */
export interface RunLimits {
  reached(owner: string, tier: "premium" | "free"): boolean
}

export function createRunLimits(limits: Limits, runs: RunRegistry): RunLimits {
  return {
    reached(owner, tier) {
      const most = tier === "premium" ? limits.openRunsPremium : limits.openRunsFree
      return most > 0 && runs.openCount(owner) >= most
    },
  }
}
