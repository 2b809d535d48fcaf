/** How soon after the last change here it is sent, and how often others' changes are asked for while somebody looks, in ms. */
const [afterChangeMs, everyMs] = [4_000, 20_000]
/** The longest pause after failures, and the pause while nobody looks, in ms. */
const longestPauseMs = 5 * 60_000

export interface RoundTimes {
  /** Makes a round now, or right after the one that is under way. */
  readonly run: () => void
  /**
   * Something was changed here: it is sent once nothing more is, and after a while though something is all the time. What is changed
   * while a round is under way, which may not have seen it, waits in the same way for the next one.
   */
  readonly changed: () => void
  /** Somebody looks at a page of this browser. */
  readonly seen: () => void
  /** Whether a round was asked for while one is under way. */
  readonly isWanted: () => boolean
}

/**
 * When rounds are made, one at a time. `round`: makes one, never rejects, and resolves to how many failed in a row. `ask`: asks all pages
 * whether somebody looks at one, which is answered by `seen`.
 */
export function createRoundTimes(round: () => Promise<number>, ask: () => void): RoundTimes {
  let timer: ReturnType<typeof setTimeout> | undefined
  let changedAt: number | undefined
  let endedAt = 0
  let pauseMs = 0
  let [isRunning, isWanted] = [false, false]

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, Math.max(0, ms))
  }

  function run(): void {
    if (isRunning) {
      isWanted = true
      return
    }
    clearTimeout(timer)
    ;[isRunning, isWanted, changedAt] = [true, false, undefined]
    void round().then(ended)
  }

  function ended(failures: number): void {
    isRunning = false
    if (isWanted) return run()
    endedAt = performance.now()
    pauseMs = Math.min(everyMs * 2 ** failures, longestPauseMs)
    if (changedAt === undefined) wait(pauseMs, look)
    else changed()
  }

  function changed(): void {
    const now = performance.now()
    changedAt ??= now
    if (!isRunning) wait(Math.min(afterChangeMs, changedAt + everyMs - now), run)
  }

  function look(): void {
    if (performance.now() - endedAt >= longestPauseMs) return run()
    wait(everyMs, look)
    ask()
  }

  return {
    run,
    changed,
    seen() {
      if (!isRunning && performance.now() - endedAt >= pauseMs) run()
    },
    isWanted: () => isWanted,
  }
}
