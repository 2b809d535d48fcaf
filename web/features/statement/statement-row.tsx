import { useState } from "react"
import { statementEnding, statementTitle } from "#core/i18n/statement-text.ts"
import { languageTag } from "#core/i18n/locale.ts"
import type { StatementLine } from "#core/ledger/statement.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { formatBalance, formatMoney, formatSigned } from "../../platform/language/money.ts"
import { formatCount } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { Icon } from "../../ui/icon.tsx"
import { classNames } from "../../ui/class-names.ts"
import { statementZone } from "./periods.ts"
import { StatementChat } from "./statement-chat.tsx"
import styles from "./statement.module.css"

/** A line of the statement; those of a model open to what it counted, to the micro-real. */
export function StatementRow({ line, unmetered }: { readonly line: StatementLine; readonly unmetered: boolean }) {
  const details = detailsOf(line)
  const [wasOpened, setWasOpened] = useState(false)
  const row = <Row line={line} unmetered={unmetered} opens={details.length > 0} />
  if (details.length === 0) return <li className={styles.row}>{row}</li>
  return (
    <li>
      <details className={styles.details} onToggle={() => setWasOpened(true)}>
        <summary className={styles.row}>{row}</summary>
        <dl className={styles.facts}>
          {details.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {wasOpened && line.runId !== undefined && <StatementChat runId={line.runId} />}
        </dl>
      </details>
    </li>
  )
}

function Row({ line, unmetered, opens }: { line: StatementLine; unmetered: boolean; opens: boolean }) {
  const t = chapterTexts("statement")
  const title = statementTitle(line, t, unmetered)
  return (
    <>
      <time dateTime={new Date(line.at).toISOString()}>{time().format(line.at)}</time>
      <span className={styles.title}>
        {title}
        {opens && <Icon name="chevron" size={14} />}
      </span>
      <span className={classNames(styles.amount, line.amount > 0 && styles.gain)}>
        <bdi dir="ltr">{amountOf(line)}</bdi>
      </span>
      <small>{[...notesOf(line, title), ...(unmetered ? [] : [leftAfter(line)])].join(" · ")}</small>
    </>
  )
}

/** Money, or searches where no money moved. */
function amountOf(line: StatementLine): string {
  if (line.amount === 0 && line.calls !== 0) return `${line.calls > 0 ? "+" : "−"}${formatCount(Math.abs(line.calls))}`
  return formatSigned(line.amount)
}

function notesOf(line: StatementLine, title: string): readonly string[] {
  const t = chapterTexts("statement")
  const { tokens } = line
  const total = tokens ? tokens.input + tokens.cached + tokens.output : 0
  const ending = statementEnding(line, t)
  return [
    ...(line.model !== undefined && line.model !== title && !title.includes(line.model) ? [line.model] : []),
    ...(total > 0 && line.amount !== 0 ? [t.tokens(formatCount(total))] : []),
    ...(line.pieces && line.amount !== 0 ? [t.pieces[line.pieces.unit](line.pieces.count)] : []),
    ...(line.kind === "use" && line.calls < 0 ? [t.searches(-line.calls)] : []),
    ...(ending === undefined ? [] : [ending]),
  ]
}

function leftAfter(line: StatementLine): string {
  const t = chapterTexts("statement")
  if (line.kind === "calls") return t.callsAfter(line.callsAfter)
  return t.balanceAfter(formatBalance(line.balanceAfter))
}

/** The details of a line that are shown on demand. */
function detailsOf(line: StatementLine): readonly { readonly name: string; readonly value: string }[] {
  const { tokens, pieces, amount, balanceAfter, searchCalls = 0 } = line
  if (amount === 0) return []
  const t = chapterTexts("statement")
  const exact = [
    { name: t.exactAmount, value: formatMoney(microReais(-amount), 6) },
    { name: t.exactBalance, value: formatMoney(balanceAfter, 6) },
  ]
  if (pieces) return [{ name: t.columns.pieces, value: t.pieces[pieces.unit](pieces.count) }, ...exact]
  if (tokens === undefined) return []
  return [
    { name: t.tokensInput, value: t.tokens(formatCount(tokens.input)) },
    ...(tokens.cached > 0 ? [{ name: t.tokensCached, value: t.tokens(formatCount(tokens.cached)) }] : []),
    { name: t.tokensOutput, value: t.tokens(formatCount(tokens.output)) },
    ...(tokens.reasoning > 0 ? [{ name: t.tokensReasoning, value: t.tokens(formatCount(tokens.reasoning)) }] : []),
    ...(searchCalls > 0 ? [{ name: t.searchLabel, value: formatCount(searchCalls) }] : []),
    ...exact,
  ]
}

function time(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageTag(currentLocale()), {
    timeZone: statementZone,
    hour: "2-digit",
    minute: "2-digit",
  })
}
