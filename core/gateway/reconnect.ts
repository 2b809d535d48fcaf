/** Waits before trying a lost connection again, in ms; the last one is repeated. */
const delaysMs = [500, 1_000, 2_000, 5_000, 10_000] as const

/**
 * The most tries in a row: about four minutes for an answer in progress, ten seconds for a question that the server may
 * not have received.
 */
const mostTries = { underWay: 27, unheard: 4 } as const

/**
 * How long to wait before the next try at a lost connection, in ms; undefined when it is time to report the failure.
 * `tries`: failed ones in a row. `wasReceived`: the server has, or probably has, received the question.
 */
export function reconnectDelayMs({
  tries,
  wasReceived,
}: {
  readonly tries: number
  readonly wasReceived: boolean
}): number | undefined {
  if (tries >= (wasReceived ? mostTries.underWay : mostTries.unheard)) return undefined
  return delaysMs[tries] ?? delaysMs[4]
}
