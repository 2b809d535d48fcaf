import { useState } from "react"
import { texts } from "../../platform/texts.ts"
import { saveFile } from "../../platform/save-file.ts"
import { collectSavedData, wipeSavedData } from "../../platform/saved-data.ts"
import { useAccess } from "../../state/access-store.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { askToConfirm, ConfirmHost } from "../../ui/confirm.tsx"
import styles from "./crash-screen.module.css"
import { reportLink } from "./report-link.ts"

/** In the place of the whole page, after an error nothing else caught. Nothing is wiped before it is saved to a file. */
export function CrashScreen({ error, stack }: { readonly error: Error; readonly stack: string }) {
  const t = texts().crash
  const supportUrl = useAccess((state) => state.config.supportUrl)
  const [saveFailed, setSaveFailed] = useState(false)
  const clear = async () => {
    if (!(await askToConfirm({ text: t.confirmClear, confirm: t.clear, danger: true }))) return
    try {
      saveFile(`prosa-${Date.now()}.json`, new Blob([await collectSavedData()], { type: "application/json" }))
    } catch {
      setSaveFailed(true)
      return
    }
    await wipeSavedData()
    location.assign("/")
  }
  return (
    <main className={styles.crash}>
      <h1 dir="auto">{t.title}</h1>
      <p>{t.text}</p>
      <pre tabIndex={0} dir="ltr" aria-label={t.details}>
        <code>{`${error.name}: ${error.message}\n${stack}`}</code>
      </pre>
      <div className={styles.actions}>
        <Button variant="primary" icon="retry" onClick={() => location.reload()}>
          {t.reload}
        </Button>
        <ButtonLink href={reportLink(supportUrl, error, stack)} icon="external">
          {t.report}
        </ButtonLink>
        <Button variant="danger" icon="trash" onClick={() => void clear()}>
          {t.clear}
        </Button>
      </div>
      <p className={styles.hint}>{t.checkCode}</p>
      {saveFailed && <p role="alert">{t.saveFailed}</p>}
      <ConfirmHost />
    </main>
  )
}
