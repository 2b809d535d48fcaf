import { texts } from "../../platform/language/texts.ts"
import { useAccess } from "../../state/access-store.ts"
import { openWipe, useWipeDialog } from "../../state/wipe-dialog.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import styles from "./crash-screen.module.css"
import { reportLink } from "./report-link.ts"

/** In the place of the whole page, after an error nothing else caught. The window that deletes stands beside it. */
export function CrashScreen({ error, stack }: { readonly error: Error; readonly stack: string }) {
  const t = texts().crash
  const supportUrl = useAccess((state) => state.config.supportUrl)
  const isMissing = useWipeDialog((state) => state.isMissing)
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
        <Button variant="danger" icon="trash" onClick={openWipe}>
          {t.clear}
        </Button>
      </div>
      <p className={styles.hint}>{t.checkCode}</p>
      {isMissing && <p role="alert">{texts().shell.partMissing}</p>}
    </main>
  )
}
