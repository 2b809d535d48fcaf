import { languageTag } from "#core/i18n/locale.ts"
import { statementKinds, type StatementKind } from "#core/ledger/statement.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { useToday } from "../../platform/browser/use-today.ts"
import { Select } from "../../ui/select.tsx"
import { recentMonths, type StatementPeriod } from "./periods.ts"
import styles from "./statement.module.css"

export interface StatementFilterProps {
  readonly period: StatementPeriod
  readonly kind: StatementKind | "all"
  readonly onPeriod: (period: StatementPeriod) => void
  readonly onKind: (kind: StatementKind | "all") => void
}

/** Which month, and what. */
export function StatementFilter({ period, kind, onPeriod, onKind }: StatementFilterProps) {
  const t = chapterTexts("statement")
  const today = useToday()
  return (
    <div className={styles.filter}>
      <Select<StatementPeriod>
        aria-label={t.period}
        value={period}
        onChange={onPeriod}
        options={[
          { value: "all", text: t.allTime },
          ...recentMonths(today).map((month) => ({ value: month, text: monthName(month) })),
        ]}
      />
      <Select<StatementKind | "all">
        aria-label={t.kind}
        value={kind}
        onChange={onKind}
        options={[
          { value: "all", text: t.allKinds },
          ...statementKinds.map((each) => ({ value: each, text: t.kinds[each] })),
        ]}
      />
    </div>
  )
}

function monthName(month: StatementPeriod): string {
  const tag = languageTag(currentLocale())
  const format = new Intl.DateTimeFormat(tag, { timeZone: "UTC", month: "long", year: "numeric" })
  const name = format.format(Date.parse(`${month}-15T12:00:00Z`))
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
