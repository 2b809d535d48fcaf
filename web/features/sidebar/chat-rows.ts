import type { Folder } from "#core/conversation/folder.ts"
import { listTime, type Listing } from "#core/conversation/listing.ts"
import type { Session } from "#core/conversation/session.ts"
import { groupByPeriod, periodsFrom, type Period } from "./chat-groups.ts"

/** A line of the list: a heading, a folder, a chat, or the word that a folder is empty. */
export type Row =
  | { readonly kind: "heading"; readonly key: string; readonly text: string; readonly section: "pinned" | "period" }
  | { readonly kind: "folder"; readonly key: string; readonly folder: Folder; readonly count: number }
  | { readonly kind: "chat"; readonly key: string; readonly session: Session; readonly isFiled: boolean }
  | { readonly kind: "empty"; readonly key: string; readonly folder: Folder }

export interface RowTexts {
  readonly today: string
  readonly yesterday: string
  readonly thisWeek: string
  readonly thisMonth: string
  readonly pinned: string
}

/** The list as it is shown, headings included; `language` is a BCP 47 tag. */
export function chatRows(listing: Listing, now: number, t: RowTexts, language: string): readonly Row[] {
  const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" })
  const chat = (isFiled: boolean) => (session: Session) =>
    ({ kind: "chat", key: session.id, session, isFiled }) as const
  const pinned: readonly Row[] =
    listing.pinned.length === 0
      ? []
      : [{ kind: "heading", key: "pinned", text: t.pinned, section: "pinned" }, ...listing.pinned.map(chat(false))]
  const folders = listing.folders.flatMap(({ folder, sessions }): readonly Row[] => {
    const head: Row = { kind: "folder", key: `folder ${folder.id}`, folder, count: sessions.length }
    if (folder.collapsed) return [head]
    if (sessions.length === 0) return [head, { kind: "empty", key: `empty ${folder.id}`, folder }]
    return [head, ...sessions.map(chat(true))]
  })
  const others = groupByPeriod(listing.others, now, listTime).flatMap(({ period, items }): readonly Row[] => {
    const text = headingOf(period, t, month)
    return [{ kind: "heading", key: `heading ${text}`, text, section: "period" }, ...items.map(chat(false))]
  })
  return [...listing.temporary.map(chat(false)), ...pinned, ...folders, ...others]
}

/**
 * A function that says when a chat was last touched: the hour of today and yesterday, then the weekday, then the date.
 * Asked only for the rows in sight, because formatting 10 000 dates is felt.
 */
export function rowTimes(now: number, language: string): (session: Session) => string {
  const hour = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" })
  const weekday = new Intl.DateTimeFormat(language, { weekday: "long" })
  const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" })
  const periodAt = periodsFrom(now)
  return ({ lastUpdate }) => {
    const time = listTime({ lastUpdate })
    const { kind } = periodAt(time)
    if (kind === "today" || kind === "yesterday") return hour.format(time)
    return (kind === "this-week" ? weekday : day).format(time)
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
