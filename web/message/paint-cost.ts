export interface PaintCost {
  /** Runs a change of the page in an animation frame, and takes the time until its paint is done. */
  readonly measure: (change: () => void) => void
  /** The recent average cost of a change, in milliseconds of the main thread. */
  readonly averageMs: () => number
  readonly end: () => void
}

/** How much a new measurement counts against those before it. */
const weight = 0.3

export function paintCost(): PaintCost {
  let averageMs = 0
  let startedAt = 0
  // A message sent in a frame is delivered right after that frame was painted.
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener("message", () => {
    averageMs += weight * (performance.now() - startedAt - averageMs)
  })
  port1.start()
  return {
    measure: (change) => {
      startedAt = performance.now()
      change()
      port2.postMessage(undefined)
    },
    averageMs: () => averageMs,
    end: () => port1.close(),
  }
}
