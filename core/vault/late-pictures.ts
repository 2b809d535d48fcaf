/** Pictures that the vault would not give or take when they were wanted. Words do not wait for them. */
export interface LatePictures {
  /** Pictures to fetch, by their names in the storage. */
  readonly fetch: readonly string[]
  /** Messages that went without their pictures, by their `recordKey`: they are sent again once the pictures are there. */
  readonly send: readonly string[]
  /** Rounds in a row in which one was refused, and the last of them, in epoch ms. */
  readonly failures: number
  readonly triedAt: number
}

export const noneLate: LatePictures = { fetch: [], send: [], failures: 0, triedAt: 0 }

/** The first pause and the longest one, in ms. */
const [firstPauseMs, longestPauseMs] = [20_000, 60 * 60_000]

/** Whether pictures are left alone for now. After the first refusal the next round tries again, after each further one a later one. */
export function isResting({ failures, triedAt }: LatePictures, now: number): boolean {
  const pauseMs = failures === 0 ? 0 : firstPauseMs * (2 ** (failures - 1) - 1)
  return Math.abs(now - triedAt) < Math.min(pauseMs, longestPauseMs)
}

/** Late pictures after a change; undefined once none are left, and the count of refusals then begins anew. */
export function changeLate(late: LatePictures, changes: Partial<LatePictures>): LatePictures | undefined {
  const { fetch, send, ...rest } = { ...late, ...changes }
  if (fetch.length + send.length === 0) return undefined
  return { fetch: [...new Set(fetch)], send: [...new Set(send)], ...rest }
}
