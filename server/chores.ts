/** Something a server does by itself, again and again. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  readonly run: () => unknown
}

/** Begins the chores; one that fails is told and comes again at its time. Returns how to end them all. */
export function startChores(chores: readonly Chore[], onFailed: (name: string, error: unknown) => void): () => void {
  const intervals = chores.map((chore) => setInterval(() => void attempt(chore, onFailed), chore.everyMs))
  return () => intervals.forEach((interval) => clearInterval(interval))
}

async function attempt({ name, run }: Chore, onFailed: (name: string, error: unknown) => void): Promise<void> {
  try {
    await run()
  } catch (error) {
    onFailed(name, error)
  }
}
