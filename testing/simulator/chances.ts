import type { Script } from "./scripts.ts"
import type { Troubles } from "./simulated-database.ts"

/** What a seed has in store: who there is, what they will ask, and how much goes wrong. */
export interface Chances {
  readonly codes: readonly { readonly id: string; readonly kind: "premium" | "free"; readonly credit: number }[]
  /** Servers on one database: more than one knows of the others by leases only. */
  readonly servers: number
  readonly people: number
  readonly troubles: Omit<Troubles, "random">
  /** Deaths of a server. */
  readonly deaths: number
  /** Seconds by which the clock is set forward or back, in this order. */
  readonly jumps: readonly number[]
  readonly freezes: number
  /** Nothing makes a living server lose a lease. */
  readonly calm: boolean
}

export type Random = () => number

export function chancesOf(random: Random): Chances {
  const servers = oneIn(random, 4) ? 2 : 1
  const rough = oneIn(random, 3)
  const jumps = oneIn(random, 4) ? [pick(random, [-30, 40, 90, 1_500])] : []
  const freezes = servers > 1 && oneIn(random, 2) ? 1 : 0
  return {
    codes: Array.from({ length: 1 + below(random, 2) }, (_, at) => ({
      id: `code${at}`,
      kind: oneIn(random, 5) ? "free" : "premium",
      credit: pick(random, [0, 40_000, 90_000, 400_000, 3_000_000]),
    })),
    servers,
    people: 1 + below(random, 4),
    troubles: {
      pauses: pick(random, [0, 0.2, 0.6]),
      busy: rough ? 0.02 : 0,
      unheard: rough && oneIn(random, 2) ? 0.02 : 0,
    },
    deaths: oneIn(random, 3) ? 0 : 1 + below(random, 2),
    jumps,
    freezes,
    calm: servers === 1 || (jumps.length === 0 && freezes === 0),
  }
}

export function scriptFrom(random: Random, name: string): Script {
  const pieces = Array.from(
    { length: 1 + below(random, 9) },
    (_, at) => `${name} parte ${at}, ${"bla ".repeat(below(random, 12))}`,
  )
  const wellEnded = below(random, 10) < 7
  const end = wellEnded
    ? pick(random, ["done", "done", "done", "no-done-marker"] as const)
    : pick(random, ["cut", "error-event", "silence"] as const)
  return {
    pieces,
    input: 1 + below(random, 60),
    // Some providers bill more than the cap they were told.
    output: oneIn(random, 12) ? 50_000 : 16 + below(random, 480),
    usage: pick(random, ["last", "last", "last", "with-finish", "after-done", "twice", "missing"] as const),
    end,
    until: end === "done" || end === "no-done-marker" ? pieces.length : below(random, pieces.length + 1),
    refusals: oneIn(random, 5)
      ? [pick(random, [429, 500, 503, "connect"] as const), ...(oneIn(random, 2) ? ([503, 503] as const) : [])]
      : [],
    gapMs: pick(random, [0, 30, 400, 1_500]),
    asked: 0,
    sent: 0,
    cap: Infinity,
  }
}

export function below(random: Random, n: number): number {
  return Math.floor(random() * n)
}

export function oneIn(random: Random, n: number): boolean {
  return random() * n < 1
}

export function pick<T>(random: Random, from: readonly T[]): T {
  return from[below(random, from.length)]!
}
