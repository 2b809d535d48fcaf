import { useState } from "react"
import { languageTag } from "#core/i18n/locale.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { forgetRequests, readRequests, type LoggedRequest } from "../../platform/gateway/request-log.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { useAccess } from "../../state/access-store.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Screen } from "../../ui/screen.tsx"
import { failureOf } from "./failure-of.ts"
import styles from "./logs-screen.module.css"

/** The log of this browser's requests: time, size, duration and failure, without any text of a conversation. */
export default function LogsScreen() {
  const t = chapterTexts("logs")
  const hasCode = useAccess((state) => state.accessCode !== "")
  const [requests, setRequests] = useState(readRequests)
  const clear = async () => {
    if (!(await askToConfirm({ text: t.confirmClear, confirm: t.clear, danger: true }))) return
    forgetRequests()
    setRequests([])
  }
  return (
    <Screen title={texts().shell.logs}>
      <p className={styles.intro}>{t.intro}</p>
      <div className={styles.actions}>
        {hasCode && (
          <ButtonLink href="/statement" icon="gem">
            {t.openStatement}
          </ButtonLink>
        )}
        {requests.length > 0 && (
          <Button icon="trash" variant="quiet" onClick={() => void clear()}>
            {t.clear}
          </Button>
        )}
      </div>
      {requests.length === 0 ? (
        <p className={styles.empty}>{t.empty}</p>
      ) : (
        <ul className={styles.requests}>
          {requests.map((request) => (
            <RequestRow key={`${request.timestamp}-${request.model}-${request.responseTime}`} request={request} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

function RequestRow({ request }: { readonly request: LoggedRequest }) {
  const t = chapterTexts("logs")
  const tag = languageTag(currentLocale())
  const when = new Date(request.timestamp)
  const kind = request.isTitle ? t.title : request.isSummarize ? t.summary : undefined
  const seconds = (request.responseTime / 1000).toLocaleString(tag, { maximumFractionDigits: 1 })
  const facts = [
    t.tokens(request.inputTokens.toLocaleString(tag), request.outputTokens.toLocaleString(tag)),
    t.seconds(seconds),
    ...(request.webSearchCalls > 0 ? [texts().shell.searchCalls(request.webSearchCalls)] : []),
  ]
  return (
    <li className={styles.request}>
      <span className={request.success ? styles.good : styles.bad}>
        <Icon name={request.success ? "check" : "warning"} size={16} />
      </span>
      <div className={styles.what}>
        <b>{request.model}</b>
        {kind !== undefined && <span className={styles.kind}>{kind}</span>}
        <p>{facts.join(" · ")}</p>
        {!request.success && <p className={styles.error}>{failureOf(request)}</p>}
      </div>
      <time dateTime={when.toISOString()}>{when.toLocaleString(tag, { dateStyle: "short", timeStyle: "medium" })}</time>
    </li>
  )
}
