import type { Failure } from "#core/gateway/failure.ts"
import type { Limits } from "../../config.ts"
import type { RunMemory } from "../runs/run-memory.ts"
import type { RunRegistry } from "../runs/run-registry.ts"
import type { RunShare } from "../runs/run-shares.ts"

/** Who asks for one more answer, and how much there is to remember of the question, in bytes. */
export interface Asker {
  readonly owner: string
  readonly tier: "premium" | "free"
  readonly share?: RunShare
  readonly address?: string
  readonly requestBytes?: number
}

/** How many answers a caller, an address and all strangers may have in progress at once, and how much memory. */
export interface RunLimits {
  /** The owner has as many as the tier may. */
  reached(owner: string, tier: "premium" | "free"): boolean
  /** As many titles and summaries are under way as some conversations can need at once. */
  asidesReached(owner: string): boolean
  /** Why there is no room for one more; undefined where there is. */
  noRoomFor(asker: Asker): Failure | undefined
}

/** Titles and summaries of one caller in progress at once, whatever the limits of answers are. */
const mostAsides = 8

/** When to come back to a server that has no room for another answer. */
const retryAfterMs = 10_000
const full: Failure = { kind: "too-many-requests", retryAfterMs }

export function createRunLimits(
  limits: Pick<Limits, "openRunsPremium" | "openRunsFree">,
  runs: Pick<RunRegistry, "openCount" | "openAsides" | "fits">,
  memory: Pick<RunMemory, "hasRoom">,
): RunLimits {
  return {
    reached(owner, tier) {
      const most = tier === "premium" ? limits.openRunsPremium : limits.openRunsFree
      return most > 0 && runs.openCount(owner) >= most
    },
    asidesReached: (owner) => runs.openAsides(owner) >= mostAsides,
    noRoomFor(asker) {
      const { share = "code", address = "", requestBytes = 0 } = asker
      const fits = runs.fits(share, address) && memory.hasRoom(asker, requestBytes)
      return fits ? undefined : full
    },
  }
}
