import type { Session } from "#core/conversation/session.ts"
import { groupByPeriod, timeOf, type Period } from "./chat-groups.ts"

/** A line of the list: the name of a period, or a chat in it. */
export type Row =
  | { readonly kind: "heading"; readonly key: string; readonly text: string }
  | { readonly kind: "chat"; readonly key: string; readonly session: Session; readonly period: Period }

export interface RowTexts {
  readonly today: string
  readonly yesterday: string
  readonly thisWeek: string
  readonly thisMonth: string
}

/** The list as it is shown, headings included; `language` is a BCP 47 tag. */
export function chatRows(sessions: readonly Session[], now: number, t: RowTexts, language: string): readonly Row[] {
  const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" })
  return groupByPeriod(sessions, now).flatMap(({ period, items }): Row[] => {
    const text = headingOf(period, t, month)
    const chats = items.map((session): Row => ({ kind: "chat", key: session.id, session, period }))
    return [{ kind: "heading", key: `heading ${text}`, text }, ...chats]
  })
}

/**
 * A function that says when a chat was last touched: the hour while the day is known from the heading, then the
 * weekday, then the date. Asked only for the rows in sight, because formatting 10 000 dates is felt.
 */
export function rowTimes(language: string): (session: Session, period: Period) => string {
  const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" })
  const weekday = new Intl.DateTimeFormat(language, { weekday: "long" })
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" })
  return (session, period) => {
    const time = timeOf(session)
    if (period.kind === "today" || period.kind === "yesterday") return hour.format(time)
    return (period.kind === "this-week" ? weekday : day).format(time)
  }
}

function headingOf(period: Period, t: RowTexts, month: Intl.DateTimeFormat): string {
  switch (period.kind) {
    case "today":
      return t.today
    case "yesterday":
      return t.yesterday
    case "this-week":
      return t.thisWeek
    case "this-month":
      return t.thisMonth
    case "month": {
      const text = month.format(new Date(period.year, period.month, 1))
      return text.charAt(0).toLocaleUpperCase() + text.slice(1)
    }
  }
}
