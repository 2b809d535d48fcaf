/** How the browser that wrote NextChat's dates writes them: they are texts for people, in its language and time zone. */
export interface DateHabits {
  /** Whether the day stands before the month. */
  readonly isDayFirst: boolean
  /** Epoch milliseconds of a local time; the month counts from 1. */
  readonly epochOf: (year: number, month: number, day: number, hour: number, minute: number, second: number) => number
  /** Epoch milliseconds of an ISO 8601 text; not a number for any other. */
  readonly parseIso: (text: string) => number
}

/** A date of NextChat in epoch milliseconds; undefined where it cannot be read. */
export function readNextChatDate(stored: unknown, habits: DateHabits): number | undefined {
  if (typeof stored === "number") return Number.isFinite(stored) ? stored : undefined
  if (typeof stored !== "string" || stored.length > 100) return undefined
  if (/^\d{4}-\d\d-\d\dT/.test(stored)) return finite(habits.parseIso(stored))
  const [first = 0, second = 0, third = 0, hour = 0, minute = 0, seconds = 0] = (stored.match(/\d+/g) ?? []).map(Number)
  const isYearFirst = first > 31
  const [year, month, day] = isYearFirst
    ? [first, second, third]
    : isDayBeforeMonth(first, second, habits)
      ? [third, second, first]
      : [third, first, second]
  const isDate = year >= 2000 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31
  if (!isDate || hour > 23 || minute > 59 || seconds > 59) return undefined
  return finite(habits.epochOf(year, month, day, halfDay(hour, stored), minute, seconds))
}

/**
 * How the browser that wrote some dates wrote them, where this one's habits may be others: as the latest of them is nearest to when that
 * was, where it is known (`updated`, epoch milliseconds), or as one says that leaves no doubt.
 */
export function habitsIn(dates: readonly unknown[], updated: number, habits: DateHabits): DateHabits {
  const readings = dates.toReversed().map((date) => {
    const [day, month] = [true, false].map((isDayFirst) => readNextChatDate(date, { ...habits, isDayFirst }))
    return { date, day, month }
  })
  const open = readings.find(({ day, month }) => day !== undefined && month !== undefined && day !== month)
  if (open?.day === undefined || open.month === undefined) return habits
  if (updated > 0) return { ...habits, isDayFirst: Math.abs(open.day - updated) <= Math.abs(open.month - updated) }
  const orders = readings.flatMap(({ date }) => orderIn(date) ?? [])
  return orders[0] === undefined ? habits : { ...habits, isDayFirst: orders[0] === "day" }
}

/** Which of day and month stands first in a date that leaves no doubt. */
function orderIn(date: unknown): "day" | "month" | undefined {
  const [, first = 0, second = 0] = /^(\d{1,2})\D+(\d{1,2})\D+\d{4}/.exec(String(date))?.map(Number) ?? []
  return first > 12 ? "day" : second > 12 ? "month" : undefined
}

/** A number that can be no month says which one is the day. */
function isDayBeforeMonth(first: number, second: number, { isDayFirst }: DateHabits): boolean {
  if (first > 12) return true
  return second > 12 ? false : isDayFirst
}

function halfDay(hour: number, text: string): number {
  if (/pm\b|p\.\s?m\.|下午|午後|오후/i.test(text)) return hour < 12 ? hour + 12 : hour
  return /am\b|a\.\s?m\.|上午|午前|오전/i.test(text) && hour === 12 ? 0 : hour
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined
}
