import type { AddressShare } from "../../http/address-steps.ts"

/** Whose room a run takes: a code's, a visitor's, or that of a caller with a provider's key of their own. */
export type RunShare = "code" | "visitor" | "own-key"

/** How much of a server the runs of one share may take. */
export interface ShareBounds {
  /** Answers in progress, beside what one owner may have. */
  readonly open: AddressShare & { readonly inAll: number }
  /** Memory, in bytes. */
  readonly bytes: AddressShare & { readonly perOwner: number; readonly inAll: number }
  /** The longest answer on the wire, in bytes. */
  readonly longestAnswer: number
  /** A reader this far behind is let go; it can come back where it stopped. In bytes. */
  readonly longestBacklog: number
  /** Readers of one run at a time. */
  readonly readers: number
}

export type RunShares = Readonly<Record<RunShare, ShareBounds>>

const MiB = 1024 * 1024

/** What all answers together may take, in bytes (`GATEWAY.md` §4.10). */
export const mostRunBytes = 256 * MiB

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
