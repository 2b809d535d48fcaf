/** Rounds in a row in which something was refused, and the last of them, in epoch ms. */
export interface Refusals {
  readonly failures: number
  readonly triedAt: number
}

/** Pictures that the vault would not give or take when they were wanted. Words do not wait for them. */
export interface LatePictures extends Refusals {
  /** Pictures to fetch, by their names in the storage. */
  readonly fetch: readonly string[]
  /** Messages that went without their pictures, by their `recordKey`: they are sent again once the pictures are there. */
  readonly send: readonly string[]
}

export const noneLate: LatePictures = { fetch: [], send: [], failures: 0, triedAt: 0 }

/** The first pause and the longest one, in ms. */
const [firstPauseMs, longestPauseMs] = [20_000, 60 * 60_000]

/** Whether what was refused is left alone for now. After the first refusal the next round tries again, after each further one a later one. */
export function isResting({ failures, triedAt }: Refusals, now: number): boolean {
  const pauseMs = failures === 0 ? 0 : firstPauseMs * (2 ** (failures - 1) - 1)
  return Math.abs(now - triedAt) < Math.min(pauseMs, longestPauseMs)
}

/** Late pictures after a change; undefined once none are left, and the count of refusals then begins anew. */
export function changeLate(late: LatePictures, changes: Partial<LatePictures>): LatePictures | undefined {
  const { fetch, send, ...rest } = { ...late, ...changes }
  if (fetch.length + send.length === 0) return undefined
  return { fetch: [...new Set(fetch)], send: [...new Set(send)], ...rest }
}
