/** Hands things on at most once a frame, all that came meanwhile at once. In a hidden tab, which has no frames, four times a second. */
export interface FrameBatch<Item> {
  readonly push: (item: Item) => void
  /** Hands on at once what is waiting. */
  readonly flush: () => void
}

const hiddenMs = 250

export function batchPerFrame<Item>(hand: (items: readonly Item[]) => void): FrameBatch<Item> {
  let waiting: Item[] = []
  let cancel: (() => void) | undefined

  const flush = () => {
    cancel?.()
    cancel = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    hand(items)
  }

  const schedule = () => {
    // Both: a tab may be hidden between now and the next frame.
    const frame = requestAnimationFrame(flush)
    const timer = setTimeout(flush, hiddenMs)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }

  return {
    push: (item) => {
      waiting.push(item)
      cancel ??= schedule()
    },
    flush,
  }
}
