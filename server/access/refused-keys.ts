import { createWrongCodes, forgottenMs } from "./wrong-codes.ts"

/**
 * Keys of callers' own that their providers refuse. A provider that hears hundreds of made-up keys from us blocks us, not their
 * author: so whoever has brought too many of them is turned away for a while. A key that was good before is not.
 */
export interface RefusedKeys {
  /** Whether a provider may be asked with this key for this address. */
  mayAsk(key: string, address: string): boolean
  accepted(key: string): void
  refused(address: string): void
}

/** Good keys that are remembered; the one that was not used for longest goes first. */
const mostGood = 20_000

/** How long whoever is turned away should wait, in ms. */
export const refusedKeysWaitMs = forgottenMs

/** `now`: ms that only grow. Keys are remembered as they are given here; give digests. */
export function createRefusedKeys(now: () => number): RefusedKeys {
  const refused = createWrongCodes(now, () => Promise.resolve())
  const good = new Set<string>()
  return {
    mayAsk: (key, address) => !refused.refuses(address) || good.has(key),
    accepted(key) {
      good.delete(key)
      good.add(key)
      const [oldest] = good
      if (good.size > mostGood && oldest !== undefined) good.delete(oldest)
    },
    refused: (address) => void refused.attempt(address),
  }
}
