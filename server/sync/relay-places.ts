import type { Person } from "../access/authorize.ts"
import { graceMs, leastPerSecond } from "../http/body-room.ts"
import { allOf, createAtOnce } from "../limits/at-once.ts"

/** Requests under way: each has a connection of its own. */
export const syncsAtOnce = { perOwner: 4, perSubscriber: 16, perNetwork: 32, inAll: 128 } as const
/** The visitors' part of these: the rest stays for callers with a code. */
export const syncsOfVisitors = 80

/** A request to somebody's storage, as it goes on. */
export interface Relayed {
  /** The bytes that went between its caller and this server so far. */
  readonly moved: () => number
  /** Ends it: somebody else needs its place. */
  readonly letGo: () => void
}

export interface RelayPlaces {
  /** Takes a place, and answers how to give it back; undefined where there is none. */
  take(person: Person, relayed: Relayed): (() => void) | undefined
}

interface Place extends Relayed {
  readonly isVisitors: boolean
  readonly since: number
  readonly leave: () => void
}

/**
 * Who is slow keeps a place as long as nobody else needs it, as somebody far away does on a bad line. Where all are taken, the slowest gives way
 * that has moved less than a body must; to a visitor only a visitor's. `now`: a clock that nobody sets, in ms.
 */
export function createRelayPlaces(now: () => number): RelayPlaces {
  const ofOne = createAtOnce({ ...syncsAtOnce, inAll: Infinity })
  const ofAll = allOf(ofOne, inAll(syncsAtOnce.inAll))
  const ofVisitors = allOf(ofAll, inAll(syncsOfVisitors))
  const places = new Set<Place>()

  function slowest(isForVisitor: boolean): Place | undefined {
    const at = now()
    const pace = ({ since, moved }: Place) => moved() / (at - since)
    return [...places]
      .filter(({ isVisitors }) => isVisitors || !isForVisitor)
      .filter(({ since, moved }) => at - since > graceMs + (moved() / leastPerSecond) * 1_000)
      .toSorted((one, other) => pace(one) - pace(other))[0]
  }

  return {
    take(person, relayed) {
      const isVisitors = person.kind === "visitor"
      const bounds = isVisitors ? ofVisitors : ofAll
      // Nobody gives way to whoever has all that one may have.
      if (!ofOne.fits(person)) return undefined
      if (!bounds.fits(person)) {
        const slow = slowest(isVisitors)
        slow?.leave()
        slow?.letGo()
      }
      const giveBack = bounds.take(person)
      if (giveBack === undefined) return undefined
      const leave = () => {
        places.delete(place)
        giveBack()
      }
      const place: Place = { ...relayed, isVisitors, since: now(), leave }
      places.add(place)
      return leave
    },
  }
}

function inAll(most: number) {
  return createAtOnce({ perSubscriber: Infinity, perNetwork: Infinity, inAll: most })
}
