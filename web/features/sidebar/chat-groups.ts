/** When something happened, as a person would say it today. `month` carries the first day of that month. */
export type Period =
  | { readonly kind: "today" | "yesterday" | "this-week" | "this-month" }
  | { readonly kind: "month"; readonly year: number; readonly month: number }

export interface Group<Item> {
  readonly period: Period
  readonly items: readonly Item[]
}

/**
 * Items by period, in their own order, which is the latest first; in the time zone of the machine. A week is the last
 * seven days, so that a Monday's list does not bury what was said on Sunday. A clock that was set back makes nothing
 * older than today.
 */
export function groupByPeriod<Item>(
  items: readonly Item[],
  now: number,
  timeOf: (item: Item) => number,
): readonly Group<Item>[] {
  const periodAt = periodsFrom(now)
  const groups: { period: Period; items: Item[] }[] = []
  for (const item of items) {
    const period = periodAt(timeOf(item))
    const last = groups.at(-1)
    if (last && samePeriod(last.period, period)) last.items.push(item)
    else groups.push({ period, items: [item] })
  }
  return groups
}

function samePeriod(a: Period, b: Period): boolean {
  if (a.kind === "month" && b.kind === "month") return a.year === b.year && a.month === b.month
  return a.kind === b.kind
}

/** A function from a time (epoch milliseconds) to its period; what depends on `now` only is worked out once. */
export function periodsFrom(now: number): (time: number) => Period {
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
  // A list of thousands goes through one month after the other, and calendars are slow.
  let last = monthAt(now)
  return (time) => {
    const near = bounds.find(([start]) => time >= start)
    if (near) return near[1]
    if (time < last.start || time >= last.end) last = monthAt(time)
    return last.period
  }
}

/** The month of a time, and where it begins and ends. */
function monthAt(time: number) {
  const date = new Date(time)
  const [year, month] = [date.getFullYear(), date.getMonth()]
  const [start, end] = [new Date(year, month, 1).getTime(), new Date(year, month + 1, 1).getTime()]
  return { start, end, period: { kind: "month", year, month } as const }
}
