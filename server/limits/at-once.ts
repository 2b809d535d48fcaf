import { addressSteps } from "./address-steps.ts"

/** How much of something may be under way at once, in pieces or bytes: of one owner, one subscriber (an IPv4 address or a /64), one /48, and in all. */
export interface AtOnceShare {
  /** Absent: an owner has no bound of their own. */
  readonly perOwner?: number
  readonly perSubscriber: number
  readonly perNetwork: number
  readonly inAll: number
}

/** The holder of something in progress. */
export interface Holder {
  readonly owner?: string
  readonly address: string
}

/** Counts what callers have under way, by owner, by address in steps, and in all. */
export interface AtOnce {
  /** Whether somebody may have so much more; nothing is taken. */
  fits(holder: Holder, amount?: number): boolean
  /** Takes so much more, and answers how to give it back (once); undefined, and nothing is taken, where it is too much. */
  take(holder: Holder, amount?: number): (() => void) | undefined
}

const unbounded: AtOnce = { fits: () => true, take: () => () => {} }

/** Several bounds for the same: all of them hold. */
export function allOf(...bounds: readonly AtOnce[]): AtOnce {
  const fits = (holder: Holder, amount = 1) => bounds.every((bound) => bound.fits(holder, amount))
  return {
    fits,
    take(holder, amount = 1) {
      if (!fits(holder, amount)) return undefined
      const given = bounds.map((bound) => bound.take(holder, amount))
      return () => given.forEach((give) => give?.())
    },
  }
}

export function createAtOnce({ perOwner = Infinity, perSubscriber, perNetwork, inAll }: AtOnceShare): AtOnce {
  // Without a bound nothing has to be counted.
  if (Math.min(perOwner, perSubscriber, perNetwork, inAll) === Infinity) return unbounded
  const held = new Map<string, number>()
  let all = 0

  /** The names under which a holder is counted, with the limit of each. */
  function boundsOf({ owner, address }: Holder): readonly (readonly [name: string, most: number])[] {
    const steps = addressSteps(address).map((step, at) => [step, at === 0 ? perSubscriber : perNetwork] as const)
    return owner === undefined ? steps : [...steps, [`of ${owner}`, perOwner]]
  }

  function add(holder: Holder, amount: number): void {
    all += amount
    for (const [name] of boundsOf(holder)) {
      const now = (held.get(name) ?? 0) + amount
      if (now > 0) held.set(name, now)
      else held.delete(name)
    }
  }

  function fits(holder: Holder, amount = 1): boolean {
    return all + amount <= inAll && boundsOf(holder).every(([name, most]) => (held.get(name) ?? 0) + amount <= most)
  }

  return {
    fits,
    take(holder, amount = 1) {
      if (!fits(holder, amount)) return undefined
      add(holder, amount)
      let given = false
      return () => {
        if (!given) add(holder, -amount)
        given = true
      }
    },
  }
}
