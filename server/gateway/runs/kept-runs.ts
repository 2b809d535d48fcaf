import { type AtOnce, createAtOnce } from "../../access/at-once.ts"
import type { RunStore } from "./run-store.ts"
import type { Run, RunFacts } from "./run.ts"

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
  open(ref: string, whose: Pick<RunFacts, "owner" | "address" | "share">): Promise<Opened | "no-room" | undefined>
}

const MiB = 1024 * 1024
/** Of codes, in bytes as they are kept; of all others. The longest answer of each fits. */
const ofCodes = { perOwner: 96 * MiB, perSubscriber: 96 * MiB, perNetwork: 96 * MiB, inAll: 96 * MiB } as const
const ofOthers = { perOwner: 24 * MiB, perSubscriber: 24 * MiB, perNetwork: 32 * MiB, inAll: 48 * MiB } as const
/** What reading even a small one takes. */
const leastBytes = 64 * 1024

export function createKeptRuns(store: Pick<RunStore, "load" | "keptBytes">): KeptRuns {
  const codes = createAtOnce(ofCodes)
  const others = createAtOnce(ofOthers)

  return {
    async open(ref, { owner, address = "", share = "code" }) {
      const bytes = await store.keptBytes(ref, owner)
      if (bytes === undefined) return undefined
      const room: AtOnce = share === "code" ? codes : others
      const leave = room.take({ owner, address }, Math.max(bytes, leastBytes))
      if (leave === undefined) return "no-room"
      try {
        const run = await store.load(ref, owner)
        if (run === undefined) leave()
        return run && { run, leave }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
