const mebibyte = 1024 * 1024

/** The bounds that a server keeps while it is attacked (`docs/security.md` has the same figures). */
export const bounds = {
  /** How many times slower an honest answer may become (its 95th percentile), and what it may become in any case, in ms. */
  slower: 3,
  slowerFloorMs: 250,
  /** The most memory above that of the idle server, at any moment (the kernel's own mark), in bytes. */
  memory: 512 * mebibyte,
  /** The most memory above that of the idle server once the storm is over, and how long that may take, in ms. */
  memoryAfter: 320 * mebibyte,
  calmAgainMs: 20_000,
  /** Sockets that the server holds at once. */
  sockets: 10_500,
  /** The longest `/healthz` may take, in ms: for so long nobody at all was answered. */
  longestStandstillMs: 5_000,
} as const
