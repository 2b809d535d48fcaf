import type { MaybePromise } from "./maybe-promise.ts"

const hourMs = 60 * 60_000
/** What falls within this time of each other, in ms, is remembered as one: at most sixty entries a caller. */
const togetherMs = 60_000
const mostNames = 20_000

/** How much of something callers have free of charge in an hour. */
export interface HourlyLimit {
  /** Takes an amount under each name; false, with nothing taken, where that would be more than an hour's under any. */
  take(names: readonly string[], amount: number): MaybePromise<boolean>
}

interface Taken {
  readonly at: number
  readonly amount: number
}

/** `now`: a clock that nobody sets, in ms. Remembers those callers who took something last. */
export function createHourlyLimit(now: () => number, most: number): HourlyLimit {
  const taken = new Map<string, readonly Taken[]>()
  return {
    take(names, amount) {
      const at = now()
      const isFree = names.every((name) => sumOf(recent(name, at)) + amount <= most)
      if (isFree) for (const name of names) add(name, at, amount)
      return isFree
    },
  }

  function recent(name: string, at: number): readonly Taken[] {
    return (taken.get(name) ?? []).filter((one) => one.at > at - hourMs)
  }

  function add(name: string, at: number, amount: number): void {
    const before = recent(name, at)
    const last = before.at(-1)
    const joins = last !== undefined && at - last.at < togetherMs
    const all = joins
      ? [...before.slice(0, -1), { at: last.at, amount: last.amount + amount }]
      : [...before, { at, amount }]
    taken.delete(name)
    taken.set(name, all)
    const oldest = taken.keys().next().value
    if (taken.size > mostNames && oldest !== undefined) taken.delete(oldest)
  }
}

function sumOf(all: readonly Taken[]): number {
  return all.reduce((sum, { amount }) => sum + amount, 0)
}
