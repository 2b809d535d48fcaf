import { addressSteps } from "../../limits/address-steps.ts"
import type { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"
import type { RunRegistry } from "./run-registry.ts"
import { mostRunBytes, type RunShares, runShares } from "./run-shares.ts"

/** The holder of memory. */
export type Holder = Pick<RunFacts, "owner" | "address" | "share">

export interface RunMemory {
  /** Bytes that all answers take, those in progress and those that are still kept. */
  bytes(): number
  /** Packs what is under way when there is little left; call it every second. */
  look(): void
  /** Whether one more answer may begin that takes so many bytes from the start. */
  hasRoom(whose: Holder, bytes: number): boolean
}

/** Runs that have a bound together. */
interface Group {
  readonly name: string
  readonly runs: Set<Run>
  readonly most: number
  bytes: number
}

/** The groups of a run, and how many bytes of it are counted in them. */
interface Place {
  readonly groups: readonly Group[]
  bytes: number
}

/** From this part of the whole on, what is under way is packed. */
const packedFrom = 0.75

/**
 * Bounds the memory of answers, at every byte that comes. What is beyond the bound of an owner, an address or a share ends the
 * largest run of those, charged and kept as far as it came. Where all together are beyond theirs, what is over is given up
 * first, for its content is in the database; then runs with own keys are ended, then visitors', then those of codes that
 * nobody reads, each the largest first; and only when there is nothing else the largest that is read.
 */
export function createRunMemory(runs: RunRegistry, most = mostRunBytes, shares: RunShares = runShares): RunMemory {
  const groups = new Map<string, Group>()
  const placed = new Map<Run, Place>()
  /** Ended from here: they count no more, for they grow no more and are gone as soon as they are settled. */
  const leaving = new Set<Run>()
  let live = 0

  runs.onSize((run, change) => {
    if (leaving.has(run)) {
      if (run.outcome !== undefined) leaving.delete(run)
      return
    }
    const its = placed.get(run) ?? place(run)
    count(its, change)
    if (run.outcome !== undefined) leave(run)
    else if (change > 0) relieve(its.groups)
  })

  function count(its: Place, change: number): void {
    live += change
    its.bytes += change
    for (const group of its.groups) group.bytes += change
  }

  function place(run: Run): Place {
    const its = boundsOf(run.facts, shares).map(({ name, most: bound }) => {
      const group = groups.get(name) ?? { name, runs: new Set<Run>(), most: bound, bytes: 0 }
      groups.set(name, group)
      group.runs.add(run)
      return group
    })
    const made = { groups: its, bytes: 0 }
    placed.set(run, made)
    return made
  }

  function leave(run: Run): void {
    for (const { name, runs: some } of placed.get(run)?.groups ?? []) {
      some.delete(run)
      if (some.size === 0) groups.delete(name)
    }
    placed.delete(run)
  }

  function relieve(its: readonly Group[]): void {
    for (const group of its) if (group.bytes > group.most) end(group.runs, () => group.bytes - group.most)
    if (live + runs.endedBytes() <= most) return
    runs.forgetEnded(live + runs.endedBytes() - most)
    const excess = () => live - most
    for (const share of ["own-key", "visitor"] as const) end(groups.get(share)?.runs ?? [], excess)
    end(
      [...placed.keys()].filter((run) => run.isAlone),
      excess,
    )
    end(placed.keys(), excess)
  }

  /** Ends the largest of some runs, until there is no excess. */
  function end(some: Iterable<Run>, excess: () => number): void {
    if (excess() <= 0) return
    for (const run of [...some].toSorted((a, b) => b.bytes - a.bytes)) {
      if (excess() <= 0) return
      const its = placed.get(run)
      if (its) count(its, -its.bytes)
      leave(run)
      leaving.add(run)
      run.stop(run.isAlone ? "abandoned" : "too-large")
    }
  }

  return {
    bytes: () => live + runs.endedBytes(),
    look() {
      if (live > most * packedFrom) for (const run of runs.open()) run.pack()
    },
    hasRoom(whose, bytes) {
      return boundsOf(whose, shares).every(({ name, most: bound }) => (groups.get(name)?.bytes ?? 0) + bytes <= bound)
    },
  }
}

/** The memory bound of a group of runs, in bytes. */
export interface Bound {
  readonly name: string
  readonly most: number
}

/** The bounds that somebody's runs are under. */
export function boundsOf({ owner, address, share = "code" }: Holder, shares: RunShares): readonly Bound[] {
  const { inAll, perOwner, perSubscriber, perNetwork } = shares[share].bytes
  const bounds: Bound[] = [
    { name: share, most: inAll },
    { name: `${share} of ${owner}`, most: perOwner },
  ]
  if (address === undefined || perSubscriber === Infinity) return bounds
  for (const [at, step] of addressSteps(address).entries()) {
    bounds.push({ name: `${share} at ${step}`, most: at === 0 ? perSubscriber : perNetwork })
  }
  return bounds
}
