/** When something happened, as a person would say it today. `month` carries the first day of that month. */
export type Period =
  | { readonly kind: "today" | "yesterday" | "this-week" | "this-month" }
  | { readonly kind: "month"; readonly year: number; readonly month: number }

export interface Dated {
  readonly id: string
  /** Epoch milliseconds. */
  readonly lastUpdate: number
}

export interface Group<Item> {
  readonly period: Period
  readonly items: readonly Item[]
}

/**
 * Items by period, the latest first, in the time zone of the machine. A week is the last seven days, so that a Monday's
 * list does not bury what was said on Sunday. A clock that was set back makes nothing older than today.
 */
export function groupByPeriod<Item extends Dated>(items: readonly Item[], now: number): readonly Group<Item>[] {
  const sorted = sortByLastUpdate(items)
  const periodAt = periodsFrom(now)
  const groups: { period: Period; items: Item[] }[] = []
  for (const item of sorted) {
    const period = periodAt(timeOf(item))
    const last = groups.at(-1)
    if (last && samePeriod(last.period, period)) last.items.push(item)
    else groups.push({ period, items: [item] })
  }
  return groups
}

/** The order of the list: what was touched last comes first. */
export function sortByLastUpdate<Item extends Dated>(items: readonly Item[]): readonly Item[] {
  return [...items].sort((a, b) => timeOf(b) - timeOf(a))
}

/** A damaged row may hold anything; its time becomes one that a date can hold, and the list goes on. */
export function timeOf({ lastUpdate }: Dated): number {
  return Number.isFinite(lastUpdate) ? Math.min(Math.max(lastUpdate, 0), 8.64e15) : 0
}

function samePeriod(a: Period, b: Period): boolean {
  if (a.kind === "month" && b.kind === "month") return a.year === b.year && a.month === b.month
  return a.kind === b.kind
}

/** A function from a time to its period; what depends on `now` only is worked out once. */
function periodsFrom(now: number): (time: number) => Period {
  const today = new Date(now)
  const year = today.getFullYear()
  const month = today.getMonth()
  const startOfDay = (daysAgo: number) => new Date(year, month, today.getDate() - daysAgo).getTime()
  const bounds = [
    [startOfDay(0), { kind: "today" }],
    [startOfDay(1), { kind: "yesterday" }],
    [startOfDay(6), { kind: "this-week" }],
    [new Date(year, month, 1).getTime(), { kind: "this-month" }],
  ] as const satisfies readonly (readonly [number, Period])[]
  return (time) => {
    const near = bounds.find(([start]) => time >= start)
    if (near) return near[1]
    const date = new Date(time)
    return { kind: "month", year: date.getFullYear(), month: date.getMonth() }
  }
}
