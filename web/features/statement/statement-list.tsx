import { dayMs } from "#core/lib/days.ts"
import { useId } from "react"
import { languageTag } from "#core/i18n/locale.ts"
import type { StatementLine } from "#core/ledger/statement.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { texts } from "../../platform/language/texts.ts"
import { useToday } from "../../platform/browser/use-today.ts"
import { dayOf, groupByDay, type Day } from "./periods.ts"
import { withReadingsTogether } from "./readings.ts"
import { StatementRow } from "./statement-row.tsx"
import styles from "./statement.module.css"

/** The lines, day by day. */
export function StatementList({
  lines,
  unmetered,
}: {
  readonly lines: readonly StatementLine[]
  readonly unmetered: boolean
}) {
  const today = useToday()
  return groupByDay(lines).map((day) => <DayCard key={day.day} day={day} today={today} unmetered={unmetered} />)
}

function DayCard({ day, today, unmetered }: { day: Day<StatementLine>; today: number; unmetered: boolean }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.day}>
        {dayName(day.day, today)}
      </h2>
      <ul role="list" className={styles.card}>
        {withReadingsTogether(day.lines).map((line) => (
          <StatementRow key={line.id} line={line} unmetered={unmetered} />
        ))}
      </ul>
    </section>
  )
}

function dayName(day: string, today: number): string {
  const t = texts().shell
  if (day === dayOf(today)) return t.today
  if (day === dayOf(today - dayMs)) return t.yesterday
  const sameYear = day.slice(0, 4) === dayOf(today).slice(0, 4)
  const format = new Intl.DateTimeFormat(languageTag(currentLocale()), {
    timeZone: "UTC",
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  })
  return format.format(Date.parse(`${day}T12:00:00Z`))
}
