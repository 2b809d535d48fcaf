import { createStore, useStore } from "zustand"
import { holdAnswer } from "../../platform/answer-locks.ts"
import type { RunningTurn, Turn } from "./send-message.ts"

/** What the screen says about an answer on its way, by its message id. */
export interface TurnNotice {
  readonly stopping?: boolean
  /** When the next try begins, epoch milliseconds. */
  readonly retryAt?: number
}

const notices = createStore<Readonly<Record<string, TurnNotice>>>(() => ({}))

export function useTurnNotice(answerId: string): TurnNotice | undefined {
  return useStore(notices, (all) => all[answerId])
}

interface Controls {
  readonly stop: () => void
}

const running = new Map<string, Controls>()

/** How long the ending frames of a stopped run are waited for, once the server was asked; and the headers before that. */
const endingMs = 4_000
const headersMs = 10_000

export interface TurnTools {
  readonly askToStop: (runId: string) => Promise<boolean>
}

/** Registers a turn, so that it can be stopped from anywhere on the screen. */
export function beginTurn(turn: Turn, { askToStop }: TurnTools): RunningTurn {
  const abort = new AbortController()
  const letGo = holdAnswer(turn.answerId)
  let runId: string | undefined
  let stopped = false
  let endWaiting: (() => void) | undefined
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const later = (run: () => void, delayMs: number) => timers.add(setTimeout(run, delayMs))

  // The server ends the run and tells what it cost in the stream's last frames; only if those stay out, we hang up.
  const stopOnServer = (id: string) => {
    void askToStop(id).then((asked) => later(() => abort.abort(), asked ? endingMs : 0))
  }

  const stop = () => {
    if (stopped) return
    stopped = true
    notify(turn.answerId, { stopping: true })
    endWaiting?.()
    if (runId !== undefined) stopOnServer(runId)
    else later(() => runId === undefined && abort.abort(), headersMs)
  }
  running.set(turn.answerId, { stop })

  return {
    signal: abort.signal,
    runIs: (id) => {
      runId = id
      if (stopped) stopOnServer(id)
    },
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
    isStopped: () => stopped,
    over: () => {
      for (const timer of timers) clearTimeout(timer)
      running.delete(turn.answerId)
      notify(turn.answerId, undefined)
      letGo()
    },
  }
}

/** Stops an answer that arrives in this tab. */
export function stopTurn(answerId: string): void {
  running.get(answerId)?.stop()
}

function notify(answerId: string, notice: TurnNotice | undefined): void {
  const { [answerId]: _, ...others } = notices.getState()
  notices.setState(notice === undefined ? others : { ...others, [answerId]: notice }, true)
}
