import { seeded } from "../fake-provider/timing.ts"
import { fiveScripts } from "../five-scripts.ts"
import type { Script } from "./scripts.ts"
import type { Troubles } from "./simulated-database.ts"

/** Everything that a seed decides: the callers, their questions, and how much goes wrong. */
export interface Chances {
  readonly codes: readonly { readonly id: string; readonly kind: "premium" | "free"; readonly credit: number }[]
  /** Visitors without a code, and what all of them together may cost in a day, in micro-reais. */
  readonly visitors: readonly string[]
  readonly visitorsBudget: number
  /** Servers on one database: more than one knows of the others by what the database says. */
  readonly servers: number
  readonly people: number
  /** Answers are large, and many who ask for them read slowly or not at all, and without a key. */
  readonly isSluggish: boolean
  /** Half of what is asked for are pictures. */
  readonly draws: boolean
  /** How far each server's clock is from the database's from the beginning on, in s. */
  readonly clocksApart: readonly number[]
  readonly troubles: Troubles
  /** Ends of a server, told or not. */
  readonly deaths: number
  /** Clocks that are set forward or back, in this order. */
  readonly jumps: readonly Jump[]
  /** How long servers stand still, in ms. */
  readonly freezes: readonly number[]
  /** How long the database does. */
  readonly standstills: readonly number[]
  /** By what an operator multiplies all prices, in this order. */
  readonly priceChanges: readonly number[]
  /** All is read again a day later, by every clock: what was erased for its age is not paid again. */
  readonly dayLater: boolean
}

export interface Jump {
  /** Everybody's clock, one server's, or the database's. */
  readonly whose: "all" | "one" | "database"
  readonly seconds: number
  /** Set right again after so long, in ms. */
  readonly mendedAfterMs: number | undefined
}

export type Random = () => number

const hour = 3_600

/** `seed`: decides beside the others whether pictures are drawn, so that lives without any are what they were before there were some. */
export function chancesOf(random: Random, seed: number): Chances {
  const servers = oneIn(random, 3) ? 2 : 1
  const isSluggish = oneIn(random, 6)
  const rough = oneIn(random, 3)
  return {
    codes: Array.from({ length: 1 + below(random, 2) }, (_, at) => ({
      id: `code${at}`,
      kind: oneIn(random, 5) ? "free" : "premium",
      credit: pick(random, isSluggish ? [3_000_000] : [0, 40_000, 90_000, 400_000, 3_000_000]),
    })),
    visitors: oneIn(random, servers > 1 ? 2 : 4) ? ["visitor0", "visitor1"] : [],
    visitorsBudget: pick(random, [1_500_000, 400_000_000, 400_000_000]),
    servers,
    people: 1 + below(random, 4),
    isSluggish,
    draws: oneIn(seeded(~seed), 6),
    clocksApart: Array.from({ length: servers }, () => (oneIn(random, 6) ? pick(random, [-hour, -8, 8, 90]) : 0)),
    troubles: {
      pauses: pick(random, [0, 0.2, 0.6]),
      busy: rough ? 0.02 : 0,
      unheard: rough && oneIn(random, 2) ? 0.02 : 0,
    },
    deaths: oneIn(random, 3) ? 0 : 1 + below(random, 2),
    jumps: oneIn(random, 4)
      ? [
          {
            whose: pick(random, ["all", "one", "database"]),
            seconds: pick(random, [-hour, -30, 40, 90, 1_500, 25 * hour]),
            mendedAfterMs: oneIn(random, 2) ? pick(random, [500, 20_000]) : undefined,
          },
        ]
      : [],
    freezes: servers > 1 && oneIn(random, 2) ? [pick(random, [5_000, 20_000, 80_000])] : [],
    standstills: oneIn(random, servers > 1 ? 3 : 8) ? [pick(random, [2_000, 20_000, 70_000])] : [],
    priceChanges: oneIn(random, 3) ? [pick(random, [0.01, 0.5, 3, 100])] : [],
    dayLater: oneIn(random, 8),
  }
}

/** Of input, more than any question of ours has: a little, fifty and ninety million tokens, and as many read from a cache. */
const absurdInputs: readonly Pick<Script, "input" | "cached">[] = [
  { input: 400, cached: 0 },
  { input: 50_000_000, cached: 0 },
  { input: 20, cached: 90_000_000 },
]

export function scriptFrom(random: Random, name: string, { isSluggish }: Pick<Chances, "isSluggish">): Script {
  const prose = pick<readonly string[]>(random, Object.values(fiveScripts))
  const pieces = Array.from({ length: 1 + below(random, 9) }, (_, at) => {
    const sentence = pick(random, prose)
    return `${name} ${at}, ${sentence.slice(0, below(random, sentence.length))} `
  })
  const wellEnded = below(random, 10) < 7
  const end = wellEnded
    ? pick(random, ["done", "done", "done", "no-done-marker"] as const)
    : pick(random, ["cut", "error-event", "silence"] as const)
  const counted = oneIn(random, 20) ? pick(random, absurdInputs) : { input: 1 + below(random, 30), cached: 0 }
  return {
    pieces,
    ...counted,
    // Some providers bill more than the cap they were told.
    output: oneIn(random, 12) ? 50_000 : 16 + below(random, 480),
    usage: pick(random, ["last", "last", "last", "with-finish", "after-done", "twice", "missing"] as const),
    end,
    until: end === "done" || end === "no-done-marker" ? pieces.length : below(random, pieces.length + 1),
    refusals: oneIn(random, 5)
      ? [pick(random, [429, 500, 503, "connect"] as const), ...(oneIn(random, 2) ? ([503, 503] as const) : [])]
      : [],
    padding: isSluggish || oneIn(random, 40) ? 300_000 : 0,
    gapMs: pick(random, [0, 30, 30, 400, 400, 1_500, 6_000]),
    asked: 0,
    sent: 0,
    begun: 0,
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
