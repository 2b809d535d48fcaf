import { languageTag } from "#core/i18n/locale.ts"
import { currentLocale } from "./language.ts"

/** Numbers and times as the interface's language writes them. */

export function formatCount(count: number): string {
  return new Intl.NumberFormat(tag()).format(count)
}

/** Dollars to the cent. */
export function formatDollars(amount: number): string {
  return new Intl.NumberFormat(tag(), { style: "currency", currency: "USD" }).format(amount)
}

/** An amount of storage: "840 kB", "12,4 MB". */
export function formatBytes(bytes: number): string {
  const [unit, size] =
    bytes < 1e6 ? ["kilobyte", bytes / 1e3] : bytes < 1e9 ? ["megabyte", bytes / 1e6] : ["gigabyte", bytes / 1e9]
  const maximumFractionDigits = unit === "kilobyte" ? 0 : 1
  return new Intl.NumberFormat(tag(), { style: "unit", unit: String(unit), maximumFractionDigits }).format(Number(size))
}

/** The day and month of `YYYY-MM-DD`: "11/12". */
export function formatDay(day: string): string {
  const time = Date.parse(day)
  if (Number.isNaN(time)) return day
  return new Intl.DateTimeFormat(tag(), { day: "2-digit", month: "2-digit", timeZone: "UTC" }).format(time)
}

/** Whole percent: "60%", "60 %". */
export function formatPercent(percent: number): string {
  return new Intl.NumberFormat(tag(), { style: "percent" }).format(percent / 100)
}

/** A day and an hour. `time`: epoch milliseconds. */
export function formatMoment(time: number): string {
  return new Intl.DateTimeFormat(tag(), { dateStyle: "medium", timeStyle: "short" }).format(time)
}

/** Several things as one would say them: "a, b e c"; not every script has our comma. */
export function formatList(things: readonly string[]): string {
  return new Intl.ListFormat(tag()).format(things)
}

function tag(): string {
  return languageTag(currentLocale())
}

/** The day of an instant (epoch ms) with its year. */
export function dayOf(time: number): string {
  return new Intl.DateTimeFormat(tag(), { dateStyle: "short" }).format(time)
}
