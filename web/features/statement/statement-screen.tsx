import { useState } from "react"
import type { Statement, StatementKind } from "#core/ledger/statement.ts"
import { formatBalance, formatMoney } from "../../platform/language/money.ts"
import { downloadStatement } from "../../platform/gateway/statement-client.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { authHeaders, useAccess } from "../../state/access-store.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Screen } from "../../ui/screen.tsx"
import { showToast } from "../../ui/toast.tsx"
import { daysOf, type StatementPeriod } from "./periods.ts"
import { StatementFilter } from "./statement-filter.tsx"
import { StatementList } from "./statement-list.tsx"
import styles from "./statement.module.css"
import { useStatement } from "./use-statement.ts"

/** Every use and every payment of the code, with what was left after each. */
export default function StatementScreen() {
  const t = chapterTexts("statement")
  const hasCode = useAccess((state) => state.accessCode !== "")
  const needCode = useAccess((state) => state.config.needCode)
  if (hasCode) return <OfCode />
  return (
    <Screen title={t.title}>
      <Notice text={needCode ? texts().shell.codeNeeded : t.noCode}>
        <ButtonLink href="/settings" variant="primary" icon="key">
          {texts().shell.enterCode}
        </ButtonLink>
      </Notice>
    </Screen>
  )
}

function OfCode() {
  const t = chapterTexts("statement")
  const [period, setPeriod] = useState<StatementPeriod>("all")
  const [kind, setKind] = useState<StatementKind | "all">("all")
  const { lines, statement, state, older, reload } = useStatement(period, kind)
  return (
    <Screen title={t.title} aside={<ExportButton period={period} kind={kind} disabled={lines.length === 0} />}>
      <div className={styles.screen}>
        {statement && !statement.unmetered && <Totals statement={statement} />}
        {statement?.purse === "premium" && !statement.unmetered && <TopUp />}
        <StatementFilter period={period} kind={kind} onPeriod={setPeriod} onKind={setKind} />
        <StatementList lines={lines} unmetered={statement?.unmetered === true} />
        <div role="status" className={styles.state}>
          {state === "loading" && <p>{t.loading}…</p>}
          {state === "ready" && lines.length === 0 && (
            <p>{period === "all" && kind === "all" ? t.empty : t.emptyFilter}</p>
          )}
          {state === "offline" && <p>{t.offline}</p>}
          {state === "failed" && <p>{t.failedToLoad}</p>}
          {state === "refused" && <p>{t.refused}</p>}
        </div>
        {(state === "failed" || state === "offline") && (
          <Button icon="retry" className={styles.more} onClick={reload}>
            {t.tryAgain}
          </Button>
        )}
        {state === "refused" && (
          <div className={styles.more}>
            <ButtonLink href="/settings" icon="key">
              {texts().shell.settings}
            </ButtonLink>
          </div>
        )}
        {state === "ready" && statement?.next !== undefined && (
          <Button className={styles.more} onClick={older}>
            {t.older}
          </Button>
        )}
      </div>
    </Screen>
  )
}

function Totals({ statement }: { readonly statement: Statement }) {
  const t = chapterTexts("statement")
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t.balanceNow}</dt>
        <dd title={formatMoney(statement.posted[statement.purse], 6)}>
          {formatBalance(statement.posted[statement.purse])}
        </dd>
      </div>
      <div>
        <dt>{t.spentToday}</dt>
        <dd title={formatMoney(statement.spentToday, 6)}>{formatMoney(statement.spentToday)}</dd>
      </div>
    </dl>
  )
}

/** Whoever looks at what is left may want more, also while there is enough. */
function TopUp() {
  const url = useAccess((state) => state.upgradeUrl ?? state.config.plansUrl)
  return (
    url !== undefined && (
      <ButtonLink href={url} icon="gem">
        {texts().shell.renew}
      </ButtonLink>
    )
  )
}

function ExportButton({
  period,
  kind,
  disabled,
}: {
  readonly period: StatementPeriod
  readonly kind: StatementKind | "all"
  readonly disabled: boolean
}) {
  const t = chapterTexts("statement")
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const filter = { ...daysOf(period), ...(kind === "all" ? {} : { kind }) }
    const name = [t.fileName, ...(period === "all" ? [] : [period])].join("-")
    if (!(await downloadStatement(filter, `${name}.csv`, authHeaders()))) showToast({ text: t.exportFailed })
    setBusy(false)
  }
  return (
    <Button icon="download" variant="quiet" disabled={disabled || busy} onClick={save}>
      {t.exportCsv}
    </Button>
  )
}
