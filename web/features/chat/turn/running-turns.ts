import { createStore, useStore } from "zustand"
import { holdAnswer } from "../../../platform/browser/answer-locks.ts"
import type { RunningTurn, StopReply, Turn } from "./turn.ts"

/** The status that is shown for an answer in progress, by its message id. */
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

/** The functions that stop the turns of this tab, by answer id. */
const running = new Map<string, () => void>()

/** How long the ending frames of a stopped run are waited for, once the server was asked; and how long it is asked, and how often. */
const endingMs = 4_000
const askingMs = 10_000
const betweenMs = 400

/**
 * Registers a turn, so that it can be stopped from anywhere on the screen, and from other tabs. `askToStop` is given the
 * run's id, or the key of its question.
 */
export function beginTurn(turn: Turn, askToStop: (run: string) => Promise<StopReply>): RunningTurn {
  const abort = new AbortController()
  const letGo = holdAnswer(turn.answerId)
  let runId = turn.runId
  let key = turn.idempotencyKey
  let stopped = false
  let isOver = false
  let endWaiting: (() => void) | undefined
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const later = (run: () => void, delayMs: number) => timers.add(setTimeout(run, delayMs))

  // The server ends the run and sends its cost in the stream's last frames; only if those do not come, the page closes
  // the connection. A question that the server has not received may still be on its way.
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
      // The answer may be asked again while this turn's part is acknowledged: what is shown and stopped is the new one's.
      if (running.get(turn.answerId) === stop) {
        running.delete(turn.answerId)
        notify(turn.answerId, undefined)
      }
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
