import { canonicalText, hashOf } from "./same-value.ts"
import { deviceOf, isSeen, joinSeen, unstamped, type Seen, type Stamp } from "./stamp.ts"

/*
 * How two states of one part become one. Each rule is a join: it gives the same in whatever order, and however often, states
 * meet.
 */

/** Whether a record is alive, and since when. `seen`: of a deletion, all that was known of other devices when it was made. */
export interface Life {
  readonly alive: boolean
  readonly c: Stamp
  readonly seen?: Seen
}

/**
 * The later one counts, with all that any deletion knew: of two who deleted it apart from each other, what one of them had seen
 * was deleted knowingly.
 */
export function joinLife(a: Life | undefined, b: Life | undefined): Life | undefined {
  if (a === undefined || b === undefined) return a ?? b
  // Two lives have the same stamp only where one is damaged. The living one is kept, because that loses nothing.
  const { alive, c } = a.c === b.c ? (a.alive ? a : b) : a.c > b.c ? a : b
  const seen = joinSeen(a.seen ?? {}, b.seen ?? {})
  return { alive, c, ...(Object.keys(seen).length === 0 ? {} : { seen }) }
}

/** A part with the stamp of its last write; without one nobody stamped it. */
export interface Plain {
  readonly v: unknown
  readonly c: Stamp | undefined
}

/** The later write. Where both were written at once, or never stamped, the greater text decides, the same way everywhere. */
export function joinPlain(a: Plain, b: Plain): Plain {
  if (a.c !== b.c) return (a.c ?? "") > (b.c ?? "") ? a : b
  return canonicalText(a.v) >= canonicalText(b.v) ? a : b
}

/** One version of a text. */
export interface Version {
  readonly v: unknown
  readonly c: Stamp
}

/**
 * A text: the versions that no later one took the place of, and all that is known of it. A version that one state has and the
 * other has seen, but no more has, was replaced there knowingly. What neither had seen of the other is kept, both of it.
 */
export interface Text {
  readonly versions: readonly Version[]
  readonly seen: Seen
}

export function joinTexts(a: Text, b: Text, isWorthKeeping: (v: unknown) => boolean = () => true): Text {
  const alive = new Map<Stamp, Version>()
  const take = (from: Text, other: Text) => {
    for (const version of from.versions) {
      const twin = other.versions.find(({ c }) => c === version.c)
      if (twin === undefined && isSeen(other.seen, version.c)) continue
      const known = alive.get(version.c)
      if (known === undefined || canonicalText(version.v) > canonicalText(known.v)) alive.set(version.c, version)
    }
  }
  take(a, b)
  take(b, a)
  const versions = [...alive.values()].sort((one, other) => (one.c > other.c ? -1 : 1))
  return {
    versions: versions.filter(({ v }, at) => at === 0 || isWorthKeeping(v)),
    seen: joinSeen(a.seen, b.seen),
  }
}

/** A text that was written once, with the stamp of its record where that has one. A missing text has no version. */
export function firstText(v: unknown, born: Stamp | undefined): Text {
  if (v === undefined) return { versions: [], seen: {} }
  const c = born ?? unstamped(hashOf(v))
  return { versions: [{ v, c }], seen: { [deviceOf(c)]: c } }
}
