/** How long a line may wait for others to go with it, in ms. */
const gatherMs = 20

export interface LineWriter {
  write(line: string): void
  /** Writes what waits, at once: before the process ends. */
  flush(): void
}

/** Writes lines, those of a moment in one go: a line a request is cheap then. */
export function createLineWriter(output: { write(text: string): unknown }): LineWriter {
  let waiting = ""
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const text = waiting
    waiting = ""
    if (text !== "") output.write(text)
  }

  return {
    write(line) {
      waiting += line
      timer ??= setTimeout(flush, gatherMs)
    },
    flush,
  }
}
