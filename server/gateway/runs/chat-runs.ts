import type { Failure } from "#core/gateway/failure.ts"
import { err, ok, type Result } from "#core/lib/result.ts"
import { sayFailure } from "../../http/present-failure.ts"
import { DatabaseUnavailable } from "../../store/database-unavailable.ts"
import type { ChatCall } from "../chat-call.ts"
import { runChat, type RunDeps } from "../run-chat.ts"
import type { Outcome } from "./outcome.ts"
import type { KeptRuns } from "./kept-runs.ts"
import { interruptedFrames } from "./recover.ts"
import type { Run, RunFacts } from "./run.ts"
import type { RunRegistry } from "./run-registry.ts"
import type { StoredRun } from "./run-store.ts"

/** Who asks, under which `Idempotency-Key`, and a hash of what. */
export type Asked = Pick<
  RunFacts,
  "owner" | "key" | "requestHash" | "session" | "bare" | "share" | "address" | "account" | "requestBytes"
>

export interface ChatRunsDeps extends RunDeps {
  readonly runs: RunRegistry
  readonly keptRuns: KeptRuns
  readonly newId: () => string
  /** A bug, or a database that is gone: the operator must know. */
  readonly onCrash: (run: Run, error: unknown) => void
}

/** The runs that chats are made of: one for each key, whoever asks for it and how often. */
export interface ChatRuns {
  /** The run that this key names in this process; a failure when it was used for something else. */
  known(asked: Asked): Result<Run, Failure> | undefined
  /** A new run, or what its key meant to an earlier process. `onEnd` hears of the end of a run that is new. */
  start(asked: Asked, call: ChatCall, onEnd: (run: Run) => void): Run
  /** The reader of a run is gone: what was read again for it may go, too. */
  left(run: Run): void
}

export function createChatRuns(deps: ChatRunsDeps): ChatRuns {
  /** What to call when its reader is gone; `gone` where it was before there was anything. */
  const reading = new WeakMap<Run, (() => void) | "gone">()

  async function claimAndRun(run: Run, call: ChatCall, onEnd: (run: Run) => void): Promise<void> {
    const earlier = await deps.store.claim(run.facts)
    if (earlier) return deps.runs.become(run, await whatItWas(earlier, run))
    await runChat(deps, run, call)
    if (!run.attachable) {
      deps.runs.freeKey(run)
      await deps.store.unclaim(run.facts)
    }
    onEnd(run)
  }

  /** A run of this key from before this process: its answer again, or why there is none to give. */
  async function whatItWas(earlier: StoredRun, run: Run): Promise<Run | Failure> {
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
    const kept = await keptEnd(run.facts)
    if (kept?.outcome !== undefined) return endAsKept(run, call, kept, kept.outcome)
    // A stream that just ends would look whole to its reader.
    const failure = sayFailure(why, call.texts)
    if (run.begun) run.append(run.encode(call.api.wire.closing([], { asksUsage: false, failure })))
  }

  /** What is on disk of a run's end: ours, of which we were not told, or another server's that took this one for dead. */
  async function keptEnd({ id, owner, key }: RunFacts): Promise<Run | undefined> {
    if (key === undefined) return undefined
    try {
      return await deps.store.load(id, owner)
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
      const { isAside } = call
      const run = deps.runs.create({ ...asked, id, model: call.model.name, startedAt: deps.now(), isAside })
      void claimAndRun(run, call, onEnd).catch(async (error: unknown) => {
        // What breaks after the end is told to the operator; the answer is as it was kept.
        if (run.outcome !== undefined) return deps.onCrash(run, error)
        // An end is waited for until there is another error to tell: without its database a run was not even begun.
        const why = error instanceof DatabaseUnavailable ? databaseGone : crashed
        await endBroken(run, call, why)
        run.crash(why)
        deps.onCrash(run, error)
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

/** Of an interrupted answer its readers may have more than was kept, so nobody else attaches to it; what it cost is one. */
function endAsKept(run: Run, call: ChatCall, kept: Run, outcome: Outcome): void {
  const interrupted = outcome.state === "interrupted"
  const closing = interrupted ? interruptedFrames(run.facts, call.api.wire, call.texts, outcome) : []
  run.append(interrupted ? run.encode(closing) : kept.framesAfter(run.frameCount))
  if (kept.reply !== undefined) run.keepReply(kept.reply)
  run.end(outcome, !interrupted)
}

/** What it cost is not known here: it may yet turn out to have been charged. */
const crashed: Failure = { kind: "refused", reason: "run-broken" }

/** Nothing was asked of a provider: the client may try again by itself. */
export const databaseGone: Failure = { kind: "upstream", status: 503, message: "", retryAfterMs: 5_000 }

/** Too many answers of the past are being read again. */
export const noRoom: Failure = { kind: "too-many-requests", retryAfterMs: 5_000 }

const keyReused: Failure = { kind: "refused", reason: "key-reused" }

const acknowledged: Failure = { kind: "refused", reason: "answer-erased" }
