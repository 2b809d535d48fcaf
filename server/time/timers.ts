/** Does things later. Each answers how to cancel it. */
export interface Timers {
  /** Once, after so many ms. */
  after(ms: number, act: () => void): () => void
  /** Again and again, every so many ms. */
  every(ms: number, act: () => void): () => void
}

export const realTimers: Timers = {
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
  every(ms, act) {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  },
}
