import { createStore, useStore } from "zustand"
import { holdAnswer } from "../../../platform/answer-locks.ts"
import type { RunningTurn, Turn } from "./turn.ts"

/** What the screen says about an answer on its way, by its message id. */
export interface TurnNotice {
  readonly stopping?: boolean
  /** When the next try begins, epoch milliseconds. */
  readonly retryAt?: number
  /** The connection is lost, and is being looked for. */
  readonly isLost?: boolean
}

const notices = createStore<Readonly<Record<string, TurnNotice>>>(() => ({}))

export function useTurnNotice(answerId: string): TurnNotice | undefined {
  return useStore(notices, (all) => all[answerId])
}

export function turnNotice(answerId: string): TurnNotice | undefined {
  return notices.getState()[answerId]
}

/** By answer id, how to stop the turns of this tab. */
const running = new Map<string, () => void>()

/** How long the ending frames of a stopped run are waited for, once the server was asked; and how long it is asked, and how often. */
const endingMs = 4_000
const askingMs = 10_000
const betweenMs = 400

export interface TurnDeps {
  /** `ref`: the run's id, or the key of its question. `unkept`: it has no life but its connection's. */
  readonly askToStop: (ref: string) => Promise<"stopped" | "gone" | "unreachable" | "unkept">
}

/** Registers a turn, so that it can be stopped from anywhere on the screen, and from other tabs. */
export function beginTurn(turn: Turn, { askToStop }: TurnDeps): RunningTurn {
  const abort = new AbortController()
  const letGo = holdAnswer(turn.answerId)
  let runId = turn.runId
  let key = turn.idempotencyKey
  let stopped = false
  let isOver = false
  let endWaiting: (() => void) | undefined
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const later = (run: () => void, delayMs: number) => timers.add(setTimeout(run, delayMs))

  // The server ends the run and tells what it cost in the stream's last frames; only if those stay out, we hang up.
  // A question it has not heard of may still be on its way.
  const stopOnServer = async (until: number): Promise<void> => {
    const ref = runId ?? key
    const reply = ref === undefined ? "gone" : await askToStop(ref)
    if (isOver) return
    if (reply === "stopped") later(() => abort.abort(), endingMs)
    else if (reply === "unkept" || Date.now() >= until || ref === undefined) abort.abort()
    else later(() => void stopOnServer(until), betweenMs)
  }

  const stop = () => {
    if (stopped) return
    stopped = true
    notify(turn.answerId, { stopping: true })
    endWaiting?.()
    void stopOnServer(Date.now() + askingMs)
  }
  running.set(turn.answerId, stop)

  return {
    signal: abort.signal,
    runIs: (id) => {
      runId = id
    },
    runId: () => runId,
    waitToRetry: (delayMs) =>
      new Promise((resolve) => {
        const end = (goOn: boolean) => {
          endWaiting = undefined
          notify(turn.answerId, stopped ? { stopping: true } : undefined)
          resolve(goOn)
        }
        if (stopped) return end(false)
        endWaiting = () => end(false)
        notify(turn.answerId, { retryAt: Date.now() + delayMs })
        later(() => end(!stopped), delayMs)
      }),
    showLost: (isLost) => {
      if (!isOver && !stopped) notify(turn.answerId, isLost ? { isLost } : undefined)
    },
    isStopped: () => stopped,
    asksAs: (idempotencyKey) => {
      runId = undefined
      key = idempotencyKey
    },
    over: () => {
      isOver = true
      for (const timer of timers) clearTimeout(timer)
      running.delete(turn.answerId)
      notify(turn.answerId, undefined)
      letGo()
    },
  }
}

/** Stops an answer, whichever tab it arrives in. */
export function stopTurn(answerId: string): void {
  const stop = running.get(answerId)
  if (stop) stop()
  else otherTabs?.postMessage({ stop: answerId })
}

const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("nk-prosa-stop")
otherTabs?.addEventListener("message", ({ data }: MessageEvent<{ readonly stop?: unknown } | undefined>) => {
  if (typeof data?.stop === "string") running.get(data.stop)?.()
})

function notify(answerId: string, notice: TurnNotice | undefined): void {
  const { [answerId]: known, ...others } = notices.getState()
  if (known === notice) return
  notices.setState(notice === undefined ? others : { ...others, [answerId]: notice }, true)
}
