import type { Failure } from "#core/gateway/failure.ts"
import type { Limits } from "../../config.ts"
import type { CountedAs } from "../../ledger/hold.ts"
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
  /** The owner has as many calls of this kind in progress as the tier may. */
  reached(owner: string, tier: "premium" | "free", as: CountedAs): boolean
  /** One that is begun already is one too many, beside those of its kind here and so many in progress at other servers. */
  isTooMany(owner: string, tier: "premium" | "free", as: CountedAs, elsewhere: number): boolean
  /** Why there is no room for one more; undefined where there is. */
  noRoomFor(asker: Asker): Failure | undefined
}

/** Titles and summaries of one caller in progress at once, whatever the limits of answers are: some conversations may end together. */
export const mostAuxiliaryCalls = 8
/** Pictures and texts read aloud of one caller in progress at once: one that is waited for, and two asked for ahead. */
export const mostPieceCalls = 3

/** When to come back to a server that has no room for another answer. */
const retryAfterMs = 10_000
const full: Failure = { kind: "too-many-requests", retryAfterMs }

export function createRunLimits(
  limits: Pick<Limits, "openRunsPremium" | "openRunsFree">,
  runs: Pick<RunRegistry, "openCount" | "fits">,
  memory: Pick<RunMemory, "hasRoom">,
): RunLimits {
  function isFull(tier: "premium" | "free", as: CountedAs, open: number): boolean {
    if (as !== "answer") return open >= (as === "piece" ? mostPieceCalls : mostAuxiliaryCalls)
    const most = tier === "premium" ? limits.openRunsPremium : limits.openRunsFree
    return most > 0 && open >= most
  }

  return {
    reached: (owner, tier, as) => isFull(tier, as, runs.openCount(owner, as)),
    isTooMany: (owner, tier, as, elsewhere) => isFull(tier, as, runs.openCount(owner, as) - 1 + elsewhere),
    noRoomFor(asker) {
      const { share = "code", address = "", requestBytes = 0 } = asker
      const fits = runs.fits(share, address) && memory.hasRoom(asker, requestBytes)
      return fits ? undefined : full
    },
  }
}
