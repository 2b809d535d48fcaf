import type { StatementFilter } from "../../platform/gateway/statement-client.ts"

/** The statement's days are São Paulo's wherever one reads it: the server counts and limits by them. */
export const statementZone = "America/Sao_Paulo"

/** A month as YYYY-MM, or all there is. */
export type StatementPeriod = "all" | `${number}-${number}`

const monthsOffered = 12

/** This month and those before it, the latest first, as YYYY-MM. */
export function recentMonths(now: number): readonly StatementPeriod[] {
  const [year = 0, month = 1] = dayOf(now).split("-").map(Number)
  return Array.from({ length: monthsOffered }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1))
    return first.toISOString().slice(0, 7) as StatementPeriod
  })
}

/** The first and the last day of a month. */
export function daysOf(period: StatementPeriod): StatementFilter {
  if (period === "all") return {}
  const [year = 0, month = 1] = period.split("-").map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { from: `${period}-01`, to: `${period}-${last}` }
}

/** YYYY-MM-DD in São Paulo. */
export function dayOf(at: number): string {
  return dayFormat.format(at)
}

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: statementZone })

export interface Day<Line> {
  readonly day: string
  readonly lines: readonly Line[]
}

/** Lines under the day they happened on; they come in order and stay in it. */
export function groupByDay<Line extends { readonly at: number }>(lines: readonly Line[]): readonly Day<Line>[] {
  const days: { day: string; lines: Line[] }[] = []
  for (const line of lines) {
    const day = dayOf(line.at)
    const last = days.at(-1)
    if (last?.day === day) last.lines.push(line)
    else days.push({ day, lines: [line] })
  }
  return days
}
