import { isIPv4 } from "node:net"
import type { Failure } from "#core/gateway/failure.ts"
import type { Wait } from "../time/wait.ts"
import { addressSteps } from "../limits/address-steps.ts"
import { createAtOnce } from "../limits/at-once.ts"

export const firstDelayMs = 200
export const longestDelayMs = 5_000
/** After this long without a wrong code an address starts afresh. */
export const forgottenMs = 10 * 60_000
/** Wrong tries of one address, one IPv4 /24 or one IPv6 /48, after which more of them are not even waited for. */
export const mostWrong = 100
/** More wrong tries than so many in that time, of everybody together, and each one waits longest: somebody has many addresses. */
export const mostOfAll = 2_000
const mostNames = 20_000
/** Wrong tries that wait at once; more would be a way to tie up connections. */
export const waitingShare = { perSubscriber: 20, perNetwork: 60, inAll: 1_000 } as const

/** Makes guessing secrets slow: each wrong one costs its address more time than the last. A right one never waits. */
export interface WrongCodes {
  /** Passes when the wrong try has waited; a failure, at once, where there were too many. */
  slow(address: string): Promise<Failure | undefined>
  /** The same of what may turn out to be right: nobody is told of it yet. */
  attempt(address: string): Promise<Failure | undefined>
  /** A try was wrong, after all. */
  tell(address: string): void
  /** A try was none. No more of them are given back than may be wrong: then they are what somebody guesses with. */
  giveBack(address: string): void
  /** Whether an address has guessed too often; nothing is counted. */
  refuses(address: string): boolean
}

/** `tell` is called with every wrong try, delayed or not. */
export function createWrongCodes(
  now: () => number,
  wait: Wait,
  tell: (address: string) => void = () => {},
): WrongCodes {
  const tally = createTally(now)
  const returned = createTally(now)
  const ofAll = createLevel(now)
  const waiting = createAtOnce(waitingShare)

  async function attempt(address: string): Promise<Failure | undefined> {
    const isBusy = ofAll.add(1) > mostOfAll
    const counts = namesOf(address).map(tally.count)
    if (counts.some((count) => count !== undefined && count > mostWrong)) return tooMany(forgottenMs)
    const leave = waiting.take({ address })
    if (leave === undefined) return tooMany(longestDelayMs)
    const [own] = counts
    await wait(isBusy || own === undefined ? longestDelayMs : Math.min(firstDelayMs * 2 ** (own - 1), longestDelayMs))
    leave()
    return undefined
  }

  return {
    attempt,
    tell,
    slow(address) {
      tell(address)
      return attempt(address)
    },
    giveBack(address) {
      const names = namesOf(address)
      if (names.map(returned.count).some((count) => count === undefined || count > mostWrong)) return
      ofAll.add(-1)
      for (const name of names) tally.takeBack(name)
    },
    refuses: (address) => namesOf(address).some((name) => tally.of(name) > mostWrong),
  }
}

function tooMany(retryAfterMs: number): Failure {
  return { kind: "too-many-requests", retryAfterMs }
}

/**
 * The names under which a wrong try is counted, the narrowest first: the steps of its address, and for IPv4 its /24.
 */
function namesOf(address: string): readonly string[] {
  const steps = addressSteps(address)
  const [subscriber = ""] = steps
  return isIPv4(subscriber) ? [subscriber, `${subscriber.split(".").slice(0, 3).join(".")}.0/24`] : steps
}

/** How many tries there were of late; it sinks evenly. */
function createLevel(now: () => number): { add(tries: number): number } {
  let level = 0
  let at = now()
  return {
    add(tries) {
      const sunk = ((now() - at) * mostOfAll) / forgottenMs
      at = now()
      level = Math.max(0, Math.max(0, level - sunk) + tries)
      return level
    },
  }
}

/**
 * Counts wrong tries by name, in bounded memory. Only what was quiet for long is forgotten: a flood of new names makes
 * nobody's count smaller, it is not counted by name itself (undefined).
 */
function createTally(now: () => number) {
  /** The longest quiet first. */
  const tries = new Map<string, { readonly count: number; readonly at: number }>()
  return {
    of(name: string): number {
      const before = tries.get(name)
      return before && before.at > now() - forgottenMs ? before.count : 0
    },
    count(name: string): number | undefined {
      for (const [quiet, { at }] of tries) {
        if (at > now() - forgottenMs) break
        tries.delete(quiet)
      }
      const before = tries.get(name)
      if (before === undefined && tries.size >= mostNames) return undefined
      const count = (before?.count ?? 0) + 1
      tries.delete(name)
      tries.set(name, { count, at: now() })
      return count
    },
    takeBack(name: string): void {
      const before = tries.get(name)
      if (before && before.count > 0) tries.set(name, { ...before, count: before.count - 1 })
    },
  }
}
