/** How soon after the last change here it is sent, and how often others' changes are asked for while somebody looks, in ms. */
const [afterChangeMs, everyMs] = [4_000, 20_000]
/** The longest pause after failures, and the pause while nobody looks, in ms. */
const longestPauseMs = 5 * 60_000

export interface RoundTimes {
  /** Something was changed here: it is sent once nothing more is, and after a while though something is all the time. */
  readonly changed: () => void
  /** Somebody looks at a page of this browser. */
  readonly seen: () => void
  readonly began: () => void
  /** `failures`: how many rounds failed in a row. */
  readonly ended: (failures: number) => void
}

/** When rounds are made. `ask`: asks all pages whether somebody looks at one, which is answered by `seen`. */
export function createRoundTimes(run: () => void, ask: () => void): RoundTimes {
  let timer: ReturnType<typeof setTimeout> | undefined
  let changedAt: number | undefined
  let endedAt = 0
  let pauseMs = 0

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer)
    timer = setTimeout(then, Math.max(0, ms))
  }

  function look(): void {
    if (performance.now() - endedAt >= longestPauseMs) return run()
    wait(everyMs, look)
    ask()
  }

  return {
    changed() {
      const now = performance.now()
      changedAt ??= now
      wait(Math.min(afterChangeMs, changedAt + everyMs - now), run)
    },
    seen() {
      if (performance.now() - endedAt >= pauseMs) run()
    },
    began() {
      clearTimeout(timer)
      changedAt = undefined
    },
    ended(failures) {
      endedAt = performance.now()
      pauseMs = Math.min(everyMs * 2 ** failures, longestPauseMs)
      wait(pauseMs, look)
    },
  }
}
