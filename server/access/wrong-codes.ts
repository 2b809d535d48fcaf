import { setTimeout as wait } from "node:timers/promises"

const firstDelayMs = 200
const longestDelayMs = 5_000
/** An address that behaves for this long starts afresh. */
const forgottenMs = 10 * 60_000
const mostAddresses = 10_000

/** Makes guessing codes slow: each wrong one costs its address more time than the last. A right one never waits. */
export interface WrongCodes {
  slow(address: string): Promise<void>
}

export function createWrongCodes(now: () => number): WrongCodes {
  const tries = new Map<string, { count: number; at: number }>()
  return {
    async slow(address) {
      const before = tries.get(address)
      const count = before && before.at > now() - forgottenMs ? before.count + 1 : 1
      tries.delete(address)
      tries.set(address, { count, at: now() })
      const oldest = tries.keys().next().value
      if (tries.size > mostAddresses && oldest !== undefined) tries.delete(oldest)
      await wait(Math.min(firstDelayMs * 2 ** (count - 1), longestDelayMs))
    },
  }
}
