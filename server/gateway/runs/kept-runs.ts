import type { Failure } from "#core/gateway/failure.ts"
import { type AtOnce, createAtOnce } from "../../limits/at-once.ts"
import type { RunStore } from "./run-store.ts"
import type { Run } from "./run.ts"
import type { RunFacts } from "./run-facts.ts"

/** A run of the past in memory; `leave` is called when nobody reads it any more. */
export interface Opened {
  readonly run: Run
  readonly leave: () => void
}

/**
 * Runs of the past, whose answers are read from the database when somebody asks for them. What is read again stays in
 * memory until its reader has it, and so is bounded like what is under way: by owner, by address and in all.
 */
export interface KeptRuns {
  /** The caller's ended run; `no-room` while too much is being read again. */
  open(id: string, whose: Pick<RunFacts, "owner" | "address" | "share">): Promise<Opened | "no-room" | undefined>
}

const MiB = 1024 * 1024
/** Of codes, in bytes as they are kept; of all others. The longest answer of each fits. */
export const keptOfCodes = {
  perOwner: 96 * MiB,
  perSubscriber: 96 * MiB,
  perNetwork: 96 * MiB,
  inAll: 96 * MiB,
} as const
export const keptOfOthers = {
  perOwner: 24 * MiB,
  perSubscriber: 24 * MiB,
  perNetwork: 32 * MiB,
  inAll: 48 * MiB,
} as const
/** Readers of one run at a time. */
const mostReaders = 8
/** The memory that reading even a small one takes. */
const leastBytes = 64 * 1024

export function createKeptRuns(store: Pick<RunStore, "load" | "keptBytes">): KeptRuns {
  const codes = createAtOnce(keptOfCodes)
  const others = createAtOnce(keptOfOthers)
  const readersByRun = new Map<string, number>()

  /** Takes a place among the readers of one run, each of whom has it read for themselves. */
  function takeReader(id: string): (() => void) | undefined {
    const readers = readersByRun.get(id) ?? 0
    if (readers >= mostReaders) return undefined
    readersByRun.set(id, readers + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const others = (readersByRun.get(id) ?? 1) - 1
      if (others > 0) readersByRun.set(id, others)
      else readersByRun.delete(id)
    }
  }

  return {
    async open(id, { owner, address = "", share = "code" }) {
      const bytes = await store.keptBytes(id, owner)
      if (bytes === undefined) return undefined
      const room: AtOnce = share === "code" ? codes : others
      const leavePlace = bytes <= leastBytes ? () => {} : takeReader(id)
      const leaveRoom = leavePlace && room.take({ owner, address }, Math.max(bytes, leastBytes))
      const leave = () => {
        leavePlace?.()
        leaveRoom?.()
      }
      if (leaveRoom === undefined) {
        leave()
        return "no-room"
      }
      try {
        const run = await store.load(id, owner)
        if (run === undefined) leave()
        return run && { run, leave }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

/** Too many answers of the past are being read again. */
export const noRoom: Failure = { kind: "too-many-requests", retryAfterMs: 5_000 }
