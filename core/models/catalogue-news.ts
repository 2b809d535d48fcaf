import { dayMs } from "../lib/days.ts"
import { nameOf } from "./check-catalogue.ts"
import { daysLeft, leavingDays } from "./model-life.ts"
import { type ModelRow, nextPrice, startOf } from "./model-row.ts"

/** A price change is logged this many days before it begins. */
const priceNewsDays = 30

/**
 * The notices about offered models that are logged at start and every day: those that leave within 60 days or should
 * have left, and those whose price changes within 30. One sentence each, the nearest day first.
 */
export function catalogueNews(rows: readonly ModelRow[], now: number): readonly ModelNotice[] {
  return rows
    .flatMap((row) => [...leaving(row, now), ...dearerSoon(row, now)])
    .toSorted((one, other) => one.days - other.days)
}

export interface ModelNotice {
  readonly about: "leaving" | "price"
  /** Days until it happens; 0 or less once the day has come. */
  readonly days: number
  readonly text: string
}

function leaving(row: ModelRow, now: number): readonly ModelNotice[] {
  const { off, gone, successors = [] } = row.life ?? {}
  const days = daysLeft(off, now)
  if (gone === true || days === undefined || days > leavingDays) return []
  const after = successors.length === 0 ? "nothing is known to follow it" : `${successors.join(", ")} would follow`
  const when =
    days > 0 ? `leaves on ${off}, in ${count(days)}` : `was to leave on ${off} and is called until it is refused`
  return [{ about: "leaving", days, text: `${nameOf(row)} ${when}; ${after}` }]
}

function dearerSoon(row: ModelRow, now: number): readonly ModelNotice[] {
  const next = nextPrice(row, now)
  if (next?.from === undefined) return []
  const days = Math.ceil((startOf(next.from) - now) / dayMs)
  if (days > priceNewsDays) return []
  return [{ about: "price", days, text: `${nameOf(row)} has another price from ${next.from} on, in ${count(days)}` }]
}

function count(days: number): string {
  return days === 1 ? "1 day" : `${days} days`
}
