/** Made when first needed: its tables take 9 MB. */
let format: Intl.DateTimeFormat | undefined
const hourMs = 3_600_000

/** The calendar day in São Paulo at an instant (epoch ms), as YYYY-MM-DD: the day of daily grants and limits. */
export function dayInBrazil(at: number): string {
  format ??= new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" })
  return format.format(at)
}

/** The instant (epoch ms) at which a day (YYYY-MM-DD) begins in São Paulo; undefined when there is no such day. */
export function startOfDayInBrazil(day: string): number | undefined {
  const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  // Three hours behind Greenwich, and two where there was a summer time, which began at midnight.
  const starts = [2, 3].map((hours) => midnight + hours * hourMs)
  return starts.find((start) => Number.isFinite(start) && dayInBrazil(start) === day)
}

/** The last midnight in São Paulo, epoch ms. */
export function startOfTodayInBrazil(now: number): number {
  return startOfDayInBrazil(dayInBrazil(now)) ?? now
}

/** The day after a day, both YYYY-MM-DD. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hourMs).toISOString().slice(0, 10)
}
