/** Waits before trying a lost connection again, in ms; the last one is repeated. */
const delaysMs = [500, 1_000, 2_000, 5_000, 10_000] as const

/** How often in a row: for an answer under way some four minutes, for a question that nobody may have heard ten seconds. */
const mostTries = { underWay: 27, unheard: 4 } as const

/**
 * How long to wait before the next try at a lost connection, in ms; undefined when it is time to say that there is none.
 * `tries`: failed ones in a row. `heard`: the server is known, or likely, to have the question.
 */
export function reconnectDelayMs({
  tries,
  heard,
}: {
  readonly tries: number
  readonly heard: boolean
}): number | undefined {
  if (tries >= (heard ? mostTries.underWay : mostTries.unheard)) return undefined
  return delaysMs[tries] ?? delaysMs[4]
}
