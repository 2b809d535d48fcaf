import { createHmac, timingSafeEqual } from "node:crypto"

/** The operator's own codes (`CODE`): premium, never metered. */
export interface OperatorCodes {
  /** The owner that runs of this word belong to, the same after a restart; undefined where it is none of them. */
  ownerOf(word: string): string | undefined
}

/**
 * They are words that people choose, so a bare hash of one could be guessed at leisure by whoever reads it. Both what is
 * compared and the name they go by are made under the pepper.
 */
export function createOperatorCodes(words: readonly string[], pepper: string): OperatorCodes {
  const digestOf = (word: string) => createHmac("sha256", pepper).update(`operator code\0${word}`).digest()
  const known = words.map(digestOf)
  return {
    ownerOf(word) {
      if (known.length === 0) return undefined
      const digest = digestOf(word)
      return known.some((one) => timingSafeEqual(one, digest))
        ? `operator:${digest.toString("hex").slice(0, 32)}`
        : undefined
    },
  }
}
