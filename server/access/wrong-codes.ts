import { isIPv4 } from "node:net"
import type { Failure } from "#core/gateway/failure.ts"
import type { Wait } from "../wait.ts"
import { addressSteps, createAddressTally } from "../http/address-steps.ts"

const firstDelayMs = 200
const longestDelayMs = 5_000
/** Who behaves for this long starts afresh. */
const forgottenMs = 10 * 60_000
/** Wrong tries of one address, one IPv4 /24 or one IPv6 /48, after which more of them are not even waited for. */
const mostWrong = 100
/** More wrong tries than so many in that time, of everybody together, and each one waits longest: somebody has many addresses. */
const mostOfAll = 2_000
const mostNames = 20_000
/** Wrong tries that wait at once, of everybody and of one address; more would be a way to tie up connections. */
const mostWaiting = 1_000
const waitingShare = { perSubscriber: 20, perNetwork: 60 }

/** Makes guessing secrets slow: each wrong one costs its address more time than the last. A right one never waits. */
export interface WrongCodes {
  /** Passes when the wrong try has waited; a failure, at once, where there were too many. */
  slow(address: string): Promise<Failure | undefined>
  /** Whether an address has guessed too often; nothing is counted. */
  refuses(address: string): Failure | undefined
}

/** `onWrong` hears of every wrong try, waited for or not. */
export function createWrongCodes(
  now: () => number,
  wait: Wait,
  onWrong: (address: string) => void = () => {},
): WrongCodes {
  const tally = createTally(now)
  const ofAll = createLevel(now)
  const waitingAt = createAddressTally(waitingShare)
  let waiting = 0
  return {
    async slow(address) {
      onWrong(address)
      const isBusy = ofAll() > mostOfAll
      const counts = namesOf(address).map(tally.count)
      if (counts.some((count) => count !== undefined && count > mostWrong)) return tooMany(forgottenMs)
      if (waiting >= mostWaiting || !waitingAt.fits(address)) return tooMany(longestDelayMs)
      const [own] = counts
      waiting += 1
      waitingAt.add(address, 1)
      await wait(isBusy || own === undefined ? longestDelayMs : Math.min(firstDelayMs * 2 ** (own - 1), longestDelayMs))
      waitingAt.add(address, -1)
      waiting -= 1
      return undefined
    },
    refuses(address) {
      return namesOf(address).some((name) => tally.of(name) > mostWrong) ? tooMany(forgottenMs) : undefined
    },
  }
}

function tooMany(retryAfterMs: number): Failure {
  return { kind: "too-many-requests", retryAfterMs }
}

/** What a wrong try is counted as, the narrowest first: the steps of its address, and of an IPv4 one its /24. */
function namesOf(address: string): readonly string[] {
  const steps = addressSteps(address)
  const [subscriber = ""] = steps
  return isIPv4(subscriber) ? [subscriber, `${subscriber.split(".").slice(0, 3).join(".")}.0/24`] : steps
}

/** How many tries there were of late, this one among them; it sinks evenly. */
function createLevel(now: () => number): () => number {
  let level = 0
  let at = now()
  return () => {
    const sunk = ((now() - at) * mostOfAll) / forgottenMs
    at = now()
    level = Math.max(0, level - sunk) + 1
    return level
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
  }
}
