import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { sayFailure } from "../http/present-failure.ts"
import { DatabaseUnavailable } from "../store/database-unavailable.ts"
import type { ChatCall } from "./call/chat-call.ts"
import { runChat, type RunDeps } from "./run-chat.ts"
import { endFromStore, endTakenOver, type EndTakenOverDeps } from "./runs/end-from-store.ts"
import { type KeptRuns, noRoom } from "./runs/kept-runs.ts"
import type { Run } from "./runs/run.ts"
import type { RunFacts } from "./runs/run-facts.ts"
import type { RunRegistry } from "./runs/run-registry.ts"
import type { StoredRun } from "./runs/run-store.ts"
import { TakenOver } from "./runs/taken-over.ts"

/** The caller, its `Idempotency-Key`, and a hash of the request. */
export type RunRequest = Pick<
  RunFacts,
  "owner" | "key" | "isNobodys" | "requestHash" | "session" | "bare" | "share" | "address" | "account" | "requestBytes"
>

export interface ChatRunsDeps extends RunDeps, EndTakenOverDeps {
  readonly runs: RunRegistry
  readonly keptRuns: KeptRuns
  readonly newId: () => string
  /**
   * A bug, or a database that is gone: the operator must know. `isOnDisk`: something of the run may be, and is to be given back;
   * where the answer is a promise that was tried when it resolves.
   */
  readonly onCrash: (run: Run, error: unknown, isOnDisk: boolean) => Promise<void> | void
  /** Returns the money of a run that crashed in this process, without waiting for the next round; false where it did not crash here. */
  readonly giveBackOf: (runId: string) => Promise<boolean>
}

/** The runs that chats are made of: one for each key, whoever asks for it and how often. */
export interface ChatRuns {
  /** The run that this key names in this process; a failure when it was used for something else. */
  known(asked: RunRequest): Result<Run, Failure> | undefined
  /** A new run, or what its key meant to an earlier process. `onEnd` hears of the end of a run that is new. */
  start(asked: RunRequest, call: ChatCall, onEnd: (run: Run) => void): Run
  /** The reader of a run is gone: what was read again for it may go, too. */
  left(run: Run): void
}

export function createChatRuns(deps: ChatRunsDeps): ChatRuns {
  /** The function to call when its reader is gone; `gone` where it left before there was one. */
  const reading = new WeakMap<Run, (() => void) | "gone">()
  /** Runs whose keys are on disk. */
  const claimed = new WeakSet<Run>()

  async function claimAndRun(run: Run, call: ChatCall, onEnd: (run: Run) => void): Promise<void> {
    let earlier = await deps.store.claim(run.facts)
    // Told to come again, its caller is here before everything of the first try was given back.
    if (earlier?.state === "open" && (await deps.giveBackOf(earlier.facts.id))) {
      earlier = await deps.store.claim(run.facts)
    }
    if (!earlier && run.facts.key !== undefined) claimed.add(run)
    if (earlier) return deps.runs.adopt(run, await resolveEarlierRun(earlier, run))
    await runChat(deps, run, call).catch((error: unknown) => {
      if (!(error instanceof TakenOver)) throw error
      return endTakenOver(deps, run, call)
    })
    if (!run.attachable) {
      deps.runs.freeKey(run)
      if (run.keepsFrames) await deps.database.transaction((sql) => deps.store.unclaim(sql, run.facts))
    }
    onEnd(run)
  }

  /** A run of this key from before this process: its answer again, or why there is none to give. */
  async function resolveEarlierRun(earlier: StoredRun, run: Run): Promise<Run | Failure> {
    if (earlier.facts.requestHash !== run.facts.requestHash) return keyReused
    if (earlier.state === "open") return { kind: "already-processing" }
    const opened = await deps.keptRuns.open(earlier.facts.id, run.facts)
    if (opened === "no-room") return noRoom
    if (opened === undefined) return acknowledged
    if (reading.get(run) === "gone") opened.leave()
    else reading.set(run, opened.leave)
    return opened.run
  }

  /** Tells the readers of a run that broke how it stands on disk; where nothing does, no more than that it broke. */
  async function endBroken(run: Run, call: ChatCall, why: Failure): Promise<void> {
    const kept = await keptEnd(run)
    if (kept?.outcome !== undefined) return endFromStore(run, call, kept, kept.outcome)
    // A stream that just ends would look whole to its reader.
    const failure = sayFailure(why, call.texts)
    if (run.begun) run.append(run.encode(call.api.clientApi.closing([], { asksUsage: false, failure })))
  }

  /**
   * The stored end of a run: ours, whose commit was not confirmed, or that of another server which took this one for
   * dead.
   */
  async function keptEnd({ facts, keepsFrames }: Run): Promise<Run | undefined> {
    if (!keepsFrames) return undefined
    try {
      return await deps.store.load(facts.id, facts.owner)
    } catch {
      return undefined
    }
  }

  return {
    known({ owner, key, requestHash }) {
      const run = key === undefined ? undefined : deps.runs.findByKey(owner, key)
      if (run === undefined) return undefined
      return run.facts.requestHash === requestHash ? ok(run) : err(keyReused)
    },
    start(asked, call, onEnd) {
      const id = `run_${deps.newId()}`
      const { countedAs, allOrNothing = false, provider, stream } = call
      const facts = { ...asked, id, model: call.model.name, startedAt: deps.now(), countedAs, isWhole: !stream }
      const run = deps.runs.create({ ...facts, isBilledWhole: allOrNothing && provider.keys.ours })
      void claimAndRun(run, call, onEnd).catch(async (error: unknown) => {
        // An error after the end is logged; the answer stays as it was stored.
        if (run.outcome !== undefined) return void deps.onCrash(run, error, true)
        // An end is waited for as long as it takes: without its database a run was not even begun.
        const isAway = error instanceof DatabaseUnavailable
        const why = isAway ? databaseGone : crashed
        const told = deps.onCrash(run, error, claimed.has(run) || !isAway || error.mayHaveCommitted)
        // A client that is told to retry must not find its own key taken.
        if (isAway) await told
        await endBroken(run, call, why)
        run.crash(why)
      })
      return run
    },
    left(run) {
      const leave = reading.get(run)
      reading.set(run, "gone")
      if (typeof leave === "function") leave()
    },
  }
}

/** Its cost is unknown here: it may turn out to have been charged. */
const crashed: Failure = { kind: "refused", reason: "run-broken" }

/** Nothing was asked of a provider: the client may try again by itself. */
export const databaseGone: Failure = { kind: "upstream", status: 503, message: "", retryAfterMs: 5_000 }

const keyReused: Failure = { kind: "refused", reason: "key-reused" }

const acknowledged: Failure = { kind: "refused", reason: "answer-erased" }
