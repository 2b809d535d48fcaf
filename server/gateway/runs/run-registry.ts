import type { Failure } from "#core/gateway/failure.ts"
import type { CountedAs } from "../../ledger/hold.ts"
import { type AtOnce, createAtOnce } from "../../limits/at-once.ts"
import type { RunDirectory } from "./run-directory.ts"
import { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"
import { type RunShare, type RunShares, runShares } from "./run-shares.ts"

/** How long a finished run can be asked for again, in ms; how many are kept, and how much of them, in bytes. */
const keptMs = 10 * 60_000
const keptRuns = 1_000
const keptBytes = 16 * 1024 * 1024

/** The runs of this process: those in progress, and for a while those that ended. */
export interface RunRegistry extends RunDirectory {
  create(facts: RunFacts): Run
  /** The caller's run, or undefined when there is none by that id, or it is somebody else's. */
  find(id: string, owner: string): Run | undefined
  /** The caller's run under an `Idempotency-Key`. */
  findByKey(owner: string, key: string): Run | undefined
  /** The caller's runs, newest first. */
  list(owner: string): Run[]
  /** Runs of one kind in progress of one caller. */
  openCount(owner: string, as: CountedAs): number
  /** Whether there is a place for one more run in progress: in its share, and at its address. */
  fits(share: RunShare, address: string): boolean
  /** All runs in progress. */
  open(): Run[]
  /** Calls when a run in progress takes more or fewer bytes; in the end it takes none. One listener. */
  onSize(listener: (run: Run, change: number) => void): void
  /** The key of a new run belongs to an earlier one: it becomes that one, or is refused. */
  adopt(run: Run, earlier: Run | Failure): void
  /** Its key may mean another run from now on; by its id it is still found. */
  freeKey(run: Run): void
  forget(run: Run): void
  /** Forgets so many bytes of ended runs, the oldest first; answers how many are left to forget. */
  forgetEnded(bytes: number): number
  /** Memory of ended runs, in bytes. */
  endedBytes(): number
}

export interface RunRegistryOptions {
  readonly shares?: RunShares
  /** A watcher threw and was dropped: a bug, or a reader that cannot be answered. */
  readonly onWatcherFailed?: (run: Run, error: unknown) => void
}

export function createRunRegistry(
  now: () => number,
  { shares = runShares, onWatcherFailed = () => {} }: RunRegistryOptions = {},
): RunRegistry {
  const runs = new Map<string, Run>()
  const byKey = new Map<string, Run>()
  const openByOwner: Record<CountedAs, Map<string, number>> = {
    answer: new Map(),
    auxiliary: new Map(),
    piece: new Map(),
  }
  const places: Record<RunShare, AtOnce> = {
    code: createAtOnce(shares.code.open),
    visitor: createAtOnce(shares.visitor.open),
    "own-key": createAtOnce(shares["own-key"].open),
  }
  let onSize: (run: Run, change: number) => void = () => {}
  const listener = { size: (run: Run, change: number) => onSize(run, change), watcherFailed: onWatcherFailed }
  /** Ended runs in the order of their end, with when. */
  const ended = new Map<Run, number>()
  let endedBytes = 0

  function forget(run: Run): void {
    if (ended.delete(run)) endedBytes -= run.bytes
    runs.delete(run.facts.id)
    freeKey(run)
  }

  function freeKey(run: Run): void {
    const { owner, key } = run.facts
    if (key !== undefined && byKey.get(keyOf(owner, key)) === run) byKey.delete(keyOf(owner, key))
  }

  function forgetOld(): void {
    for (const [run, at] of ended) {
      if (ended.size <= keptRuns && endedBytes <= keptBytes && at > now() - keptMs) break
      forget(run)
    }
  }

  function count({ owner, countedAs = "answer" }: RunFacts, change: 1 | -1): void {
    const byOwner = openByOwner[countedAs]
    const open = (byOwner.get(owner) ?? 0) + change
    if (open === 0) byOwner.delete(owner)
    else byOwner.set(owner, open)
  }

  return {
    create(facts) {
      forgetOld()
      const run = new Run(facts, listener)
      runs.set(facts.id, run)
      if (facts.key !== undefined) byKey.set(keyOf(facts.owner, facts.key), run)
      const { share = "code", address = "" } = facts
      const leave = places[share].take({ address })
      count(facts, 1)
      run.enter()
      void run.ended.then(() => {
        leave?.()
        count(facts, -1)
        if (!runs.has(run.facts.id)) return
        ended.set(run, now())
        endedBytes += run.bytes
        forgetOld()
      })
      return run
    },
    find(id, owner) {
      const run = runs.get(id)
      return run?.facts.owner === owner ? run : undefined
    },
    findByKey: (owner, key) => byKey.get(keyOf(owner, key)),
    list: (owner) => [...runs.values()].filter((run) => run.facts.owner === owner && isWorthListing(run)).reverse(),
    openCount: (owner, as) => openByOwner[as].get(owner) ?? 0,
    fits: (share, address) => places[share].fits({ address }),
    onSize: (one) => void (onSize = one),
    open: () => [...runs.values()].filter((run) => run.outcome === undefined),
    adopt(run, earlier) {
      forget(run)
      if (earlier instanceof Run) run.adopt(earlier)
      else run.refuse(earlier)
    },
    freeKey,
    forget,
    forgetEnded(bytes) {
      const most = endedBytes - bytes
      for (const run of ended.keys()) {
        if (endedBytes <= most) break
        forget(run)
      }
      return Math.max(0, endedBytes - most)
    },
    endedBytes: () => endedBytes,
  }
}

/** Runs that were refused, or failed before any output, have nothing to read. */
function isWorthListing(run: Run): boolean {
  return run.outcome === undefined || run.attachable
}

function keyOf(owner: string, key: string): string {
  return `${owner}\n${key}`
}
