import { useState } from "react"
import type { PromptImport } from "#core/prompts/prompt-file.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { addPrompts } from "../../state/prompt-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import styles from "./prompts.module.css"

/** How many of the prompts are listed by name. */
const listed = 30

/** What importing a file would do, and the press that does it. */
export function ImportContent({ found, onDone }: { readonly found: PromptImport; readonly onDone: () => void }) {
  const t = chapterTexts("prompts")
  const [isBusy, setBusy] = useState(false)
  const { fresh, known, ignored } = found
  const run = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await addPrompts(fresh)
      showToast({ text: t.imported(fresh.length) })
      onDone()
    } catch {
      setBusy(false)
      showToast({ text: t.saveFailed })
    }
  }
  return (
    <Dialog
      open
      onClose={onDone}
      title={t.importTitle}
      size="wide"
      actions={
        <>
          <Button onClick={onDone}>{texts().shell.cancel}</Button>
          {fresh.length > 0 && (
            <Button variant="primary" data-autofocus aria-busy={isBusy} onClick={() => void run()}>
              {t.import}
            </Button>
          )}
        </>
      }
    >
      <p role="status">
        <b>
          {[
            t.importFresh(fresh.length),
            ...(known > 0 ? [t.importKnown(known)] : []),
            ...ignored.map(({ reason, count }) => t.importIgnored(count, t.reasons[reason])),
          ].join(", ")}
        </b>
      </p>
      <p className={styles.hint}>{t.importHint}</p>
      <ul role="list" className={styles.rows}>
        {fresh.slice(0, listed).map(({ id, title, content }) => (
          <li key={id} className={styles.row}>
            <div className={styles.words}>
              <b dir="auto">{title}</b>
              <span dir="auto">{content.slice(0, 200)}</span>
            </div>
          </li>
        ))}
        {fresh.length > listed && <li className={styles.hint}>+ {fresh.length - listed}</li>}
      </ul>
    </Dialog>
  )
}
