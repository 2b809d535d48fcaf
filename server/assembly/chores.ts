/** Something a server does by itself, again and again. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  readonly run: () => unknown
}

/**
 * Begins the chores; one that fails is logged and runs again at its time, one that is still at work then does not come
 * twice. Returns how to end them all.
 */
export function startChores(chores: readonly Chore[], onFailed: (name: string, error: unknown) => void): () => void {
  const intervals = chores.map((chore) => {
    let isAtWork = false
    return setInterval(() => {
      if (isAtWork) return
      isAtWork = true
      void attempt(chore, onFailed).finally(() => void (isAtWork = false))
    }, chore.everyMs)
  })
  return () => intervals.forEach((interval) => clearInterval(interval))
}

async function attempt({ name, run }: Chore, onFailed: (name: string, error: unknown) => void): Promise<void> {
  try {
    await run()
  } catch (error) {
    onFailed(name, error)
  }
}
