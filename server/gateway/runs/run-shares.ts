import type { Caller } from "../../access/authorize.ts"
import type { AtOnceShare } from "../../limits/at-once.ts"

/** Whose room a run takes: a code's, a visitor's, or that of a caller with a provider's key of their own. */
export type RunShare = "code" | "visitor" | "own-key"

/** Whose room a caller's answers take. */
export function shareOf({ kind }: Caller): RunShare {
  return kind === "visitor" || kind === "own-key" ? kind : "code"
}

/** How much of a server the runs of one share may take. */
export interface ShareBounds {
  /** Answers in progress, beside what one owner may have. */
  readonly open: AtOnceShare
  /** Memory, in bytes. */
  readonly bytes: Required<AtOnceShare>
  /** The longest answer on the wire, in bytes. */
  readonly longestAnswer: number
  /** A reader this far behind is sent no more until it has taken what is on its way, in bytes. */
  readonly longestBacklog: number
  /** Readers of one run at a time. */
  readonly readers: number
}

export type RunShares = Readonly<Record<RunShare, ShareBounds>>

const MiB = 1024 * 1024

/** The memory that all answers together may take, in bytes (0061). */
export const mostRunBytes = 256 * MiB

/** The memory that ended answers may take together while they wait for their readers, in bytes (0092). */
export const mostUnreadBytes = 96 * MiB

/**
 * Codes have all that the others leave, and take it from them where they need it. An own key is any word and a visitor is
 * anybody, so an address bounds them too. Their longest answers are 50 000 and 25 000 tokens on the wire; those of codes 200 000.
 */
export const runShares: RunShares = {
  code: {
    open: { perSubscriber: Infinity, perNetwork: Infinity, inAll: Infinity },
    bytes: { perOwner: 64 * MiB, perSubscriber: Infinity, perNetwork: Infinity, inAll: mostRunBytes },
    longestAnswer: 64 * MiB,
    longestBacklog: MiB,
    readers: 8,
  },
  visitor: {
    open: { perSubscriber: 40, perNetwork: 80, inAll: 1_000 },
    bytes: { perOwner: 16 * MiB, perSubscriber: 32 * MiB, perNetwork: 48 * MiB, inAll: 64 * MiB },
    longestAnswer: 8 * MiB,
    longestBacklog: 512 * 1024,
    readers: 8,
  },
  "own-key": {
    open: { perSubscriber: 12, perNetwork: 24, inAll: 200 },
    bytes: { perOwner: 16 * MiB, perSubscriber: 16 * MiB, perNetwork: 32 * MiB, inAll: 64 * MiB },
    longestAnswer: 16 * MiB,
    longestBacklog: 512 * 1024,
    readers: 8,
  },
}
