/** A day of 24 hours, in ms. */
export const dayMs = 86_400_000

/** The day in UTC of an instant in epoch ms, such as "2026-05-01". */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
