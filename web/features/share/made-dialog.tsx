import type { SharedLink } from "#core/shares/shared-link.ts"
import { shareText } from "../../platform/browser/share-text.ts"
import { dayOf } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { takeBack } from "../../state/shared-links.ts"
import { closeShareDialog } from "../../state/share-dialogs.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"
import styles from "./share.module.css"

/** A link that was just made. One that the browser could not remember comes with the key that deletes it. */
export function MadeDialog({ link, isKept }: { readonly link: SharedLink; readonly isKept: boolean }) {
  const t = chapterTexts("sharing")
  const send = async () => {
    if ((await shareText(link.title, link.url)) === "missing") await copyAndSay(link.url)
  }
  const undo = async () => {
    const isGone = await takeBack(link)
    showToast({ text: isGone ? t.removed : t.unreachable })
    if (isGone) closeShareDialog()
  }
  return (
    <Dialog
      open
      onClose={closeShareDialog}
      title={t.ready}
      actions={
        <>
          {link.deleteToken !== "" && (
            <Button variant="danger" icon="trash" onClick={() => void undo()}>
              {t.remove}
            </Button>
          )}
          <Button icon="copy" onClick={() => void copyAndSay(link.url)}>
            {t.copy}
          </Button>
          <Button variant="primary" icon="share" data-autofocus onClick={() => void send()}>
            {t.send}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <Words name={t.ready} value={link.url} />
        {isKept && link.deleteToken !== "" && <p>{t.until(dayOf(link.expiresAt))}</p>}
        {!isKept && link.deleteToken !== "" && (
          <div className={styles.warning} role="alert">
            <p>{t.notKept}</p>
            <Words name={t.deleteKey} value={link.deleteToken} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Words({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <input
      className={styles.link}
      readOnly
      dir="ltr"
      value={value}
      aria-label={name}
      onFocus={(event) => event.target.select()}
    />
  )
}
