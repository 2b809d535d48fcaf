import { useId, useState } from "react"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { canSeal, isStrongPassphrase } from "../../platform/storage/copy/seal.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { PasswordInput } from "../../ui/password-input.tsx"
import { Check } from "./check.tsx"
import styles from "./portable.module.css"
import { saveBackup } from "./save-backup.ts"

/** Hands over one file with everything of this browser; codes, keys and passwords only behind a passphrase. */
export function BackupDialog({ onClose }: { readonly onClose: () => void }) {
  const t = chapterTexts("portable").backup
  const words = chapterTexts("data").wipe
  const id = useId()
  const [isSealing, setSealing] = useState(false)
  const [passphrase, setPassphrase] = useState("")
  const [again, setAgain] = useState("")
  const [state, setState] = useState<"idle" | "saving" | "failed" | { readonly name: string }>("idle")
  const isReady = !isSealing || (isStrongPassphrase(passphrase) && passphrase === again)
  const save = async () => {
    if (!isReady || state === "saving") return
    setState("saving")
    const name = await saveBackup(isSealing ? passphrase : undefined)
    setState(name === undefined ? "failed" : { name })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      actions={
        <Button
          variant="primary"
          icon="download"
          aria-disabled={!isReady || state === "saving"}
          onClick={() => void save()}
        >
          {t.save}
        </Button>
      }
    >
      <div className={styles.body}>
        <p>{t.text}</p>
        <p className={styles.soft}>{words.withoutSecrets}</p>
        {canSeal() ? (
          <Check checked={isSealing} onChange={setSealing} text={words.includeSecrets} />
        ) : (
          <p className={styles.soft}>{words.insecure}</p>
        )}
        {isSealing && (
          <>
            <div className={styles.field}>
              <label htmlFor={`${id}-pass`}>{words.passphrase}</label>
              <PasswordInput
                id={`${id}-pass`}
                autoComplete="new-password"
                value={passphrase}
                aria-describedby={`${id}-hint`}
                aria-invalid={passphrase !== "" && !isStrongPassphrase(passphrase)}
                onChange={(event) => setPassphrase(event.target.value)}
              />
              <p id={`${id}-hint`} className={styles.soft}>
                {words.passphraseHint}
              </p>
            </div>
            <div className={styles.field}>
              <label htmlFor={`${id}-again`}>{words.passphraseAgain}</label>
              <PasswordInput
                id={`${id}-again`}
                autoComplete="new-password"
                value={again}
                aria-invalid={again !== "" && again !== passphrase}
                onChange={(event) => setAgain(event.target.value)}
              />
              {again !== "" && again !== passphrase && <p role="alert">{words.passphraseDiffers}</p>}
            </div>
          </>
        )}
        <p role="status">
          {state === "saving" && t.saving}
          {typeof state === "object" && words.saved(state.name)}
        </p>
        {state === "failed" && <p role="alert">{texts().crash.saveFailed}</p>}
      </div>
    </Dialog>
  )
}
