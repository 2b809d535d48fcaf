/** Places for work of which only so much may be under way at once. */
export interface Places {
  /** Waits for a place, in the order of asking. Returns how to give it back; a second time does nothing. */
  readonly take: () => Promise<() => void>
}

export function createPlaces(most: number): Places {
  let free = most
  const waiting: (() => void)[] = []

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  return {
    async take() {
      if (free > 0) free--
      else await new Promise<void>((resolve) => void waiting.push(resolve))
      let isGiven = false
      return () => {
        if (!isGiven) leave()
        isGiven = true
      }
    },
  }
}
