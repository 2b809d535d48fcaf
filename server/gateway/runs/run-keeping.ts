import type { ServerResponse } from "node:http"
import { persistently } from "../../store/database-unavailable.ts"
import type { Database } from "../../store/sql.ts"
import type { Timers } from "../../time/timers.ts"
import { keepPortionsWithin } from "./checkpoint.ts"
import type { Outcome } from "./outcome.ts"
import type { RunStore } from "./run-store.ts"
import type { Run } from "./run.ts"
import { TakenOver } from "./taken-over.ts"
import { isStranger } from "./strangers-kept.ts"

/**
 * Keeps runs without a key whose readers did not get the whole answer: under their own id, as long as those with a key. One
 * that goes on is kept as it comes from now on; one that has ended is written behind its reader's back. A run whose reader
 * has it all costs nothing.
 */
export interface RunKeeping {
  /** Answers whether its reader can come back for it: nobody in particular cannot. */
  keep(run: Run): boolean
  /** The same for a run whose reader is told where the rest of it is: whoever takes the whole response has not the whole answer. */
  letGo(run: Run, response: ServerResponse): boolean
  /**
   * Watches over a run that has ended and whose last bytes are being sent. It is kept where they are not taken soon, so that a
   * server that is killed meanwhile has lost nothing that was paid, and erased again when its reader has it all.
   */
  whileUnread(run: Run, response: ServerResponse): void
  /**
   * The server is about to end, and may be killed before it has: from now on nothing that is unread waits to be kept, and what
   * these runs say is on disk with what is charged for it. It is erased again where their readers have it all.
   */
  keepAtOnce(open: readonly Run[]): void
  /** The caller's run that is to be kept and is not on disk yet. */
  find(id: string, owner: string): Run | undefined
  /** Its reader has it after all. Resolves when nothing more is written of it. */
  drop(run: Run): Promise<void>
  /** Resolves when all that is to be kept is on disk, or cannot be. */
  settled(): Promise<void>
}

export interface RunKeepingDeps {
  readonly database: Database
  readonly store: RunStore
  readonly timers: Timers
  readonly onFailed: (error: unknown) => void
}

/** An answer that is not taken within this time is kept, in ms. What a connection holds by itself takes less. */
const soonMs = 2_000
/** Of strangers' answers no more than this waits to be written, in bytes; what comes beyond is not kept. */
const mostOfStrangers = 32 * 1024 * 1024

export function createRunKeeping(deps: RunKeepingDeps): RunKeeping {
  /** One after the other: each is some work. */
  let last = Promise.resolve()
  let bytesOfStrangers = 0
  const waiting = new Map<string, Run>()
  /** How to keep each answer that is being sent. */
  const unread = new Set<() => void>()
  /** Runs whose readers have said that they have them. */
  const dropped = new WeakSet<Run>()
  /** Responses that end before their answers do. */
  const cutShort = new WeakSet<ServerResponse>()
  let isEnding = false

  function keepInTurn(run: Run, outcome: Outcome): void {
    if (run.isKept || !run.attachable || !run.goesOnAlone || dropped.has(run)) return
    const bytes = isStranger(run.facts.owner) ? run.bytes : 0
    if (bytesOfStrangers + bytes > mostOfStrangers) return
    bytesOfStrangers += bytes
    waiting.set(run.facts.id, run)
    last = last
      .then(() => (waiting.has(run.facts.id) ? keepEnded(deps, run, outcome) : undefined))
      .catch(deps.onFailed)
      .finally(() => {
        waiting.delete(run.facts.id)
        bytesOfStrangers -= bytes
      })
  }

  function keep(run: Run): boolean {
    if (run.facts.isNobodys === true) return false
    if (run.goesOnAlone) return true
    run.outlive()
    // An end that is being written may not know of it.
    if (run.outcome === undefined) void run.ended.then((outcome) => keepInTurn(run, outcome))
    else keepInTurn(run, run.outcome)
    return true
  }

  function drop(run: Run): Promise<void> {
    dropped.add(run)
    return waiting.delete(run.facts.id) ? last : Promise.resolve()
  }

  function erase(run: Run): void {
    run.leaveNothing()
    waiting.delete(run.facts.id)
    last = last.then(() => deps.store.acknowledge(run.facts.id, run.facts.owner)).then(() => {}, deps.onFailed)
  }

  return {
    keep,
    letGo(run, response) {
      cutShort.add(response)
      return keep(run)
    },
    whileUnread(run, response) {
      if (run.facts.isNobodys === true || run.goesOnAlone || response.writableFinished || response.destroyed) return
      let { isKept } = run
      const keepNow = () => {
        forget()
        isKept = true
        keep(run)
      }
      const cancel = deps.timers.after(isEnding ? 0 : soonMs, keepNow)
      const forget = () => {
        cancel()
        unread.delete(keepNow)
      }
      unread.add(keepNow)
      response.once("close", () => {
        forget()
        if (isKept && response.writableFinished && !cutShort.has(response)) erase(run)
      })
    },
    keepAtOnce(open) {
      isEnding = true
      for (const run of open) if (run.facts.isNobodys !== true) run.safeguard()
      for (const keepNow of unread) keepNow()
    },
    find(id, owner) {
      const run = waiting.get(id)
      return run?.facts.owner === owner ? run : undefined
    },
    drop,
    settled: () => last,
  }
}

async function keepEnded({ database, store, timers }: RunKeepingDeps, run: Run, outcome: Outcome): Promise<void> {
  const { facts } = run
  const reply = run.reply && (await store.sealReply(facts, run.reply))
  let isUnsure = false
  await persistently(timers, async () => {
    try {
      // All at once: it is paid, and a part of it that a crash left behind would be told as the whole.
      await database.transaction(async (sql) => {
        await store.enter(sql, facts)
        const { firstId, frames } = await keepPortionsWithin(sql, store, run)
        await store.keepEnd(sql, facts, { state: "ended", outcome, frames, firstId, reply })
      })
    } catch (error) {
      // Its end is on disk: it came through the first time, unheard.
      if (isUnsure && error instanceof TakenOver) return
      isUnsure = true
      throw error
    }
  })
  run.endIsKept()
}
