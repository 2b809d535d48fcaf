import { useEffect, useState } from "react"
import { chapterTexts } from "../../platform/language/texts.ts"
import { drawCode, type DrawnCode } from "../../platform/vault/draw-code.ts"
import type { VaultState } from "../../platform/vault/vault-database.ts"
import { invite } from "../../platform/vault/vault-setup.ts"
import { closeVaultDialog } from "../../state/vault-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"
import { failureWords } from "./failure-words.ts"
import styles from "./vault.module.css"

interface Invitation {
  readonly link: string
  readonly code: DrawnCode
}

/** A code for the camera of another device, and the same as a link. */
export function PairingDialog({ state, onBack }: { readonly state: VaultState; readonly onBack: () => void }) {
  const t = chapterTexts("vault")
  const { secret, device } = state
  const [made, setMade] = useState<Invitation>()
  const [trouble, setTrouble] = useState("")
  useEffect(() => {
    let isWanted = true
    const make = async () => {
      const link = await invite({ secret, device })
      if (!isWanted) return
      if (typeof link !== "string") setTrouble(failureWords(link))
      else setMade({ link, code: drawCode(link) })
    }
    void make()
    return () => {
      isWanted = false
    }
  }, [secret, device])
  return (
    <Dialog
      open
      onClose={closeVaultDialog}
      title={t.addDevice}
      actions={
        <>
          <Button onClick={onBack}>{t.back}</Button>
          {trouble === "" && (
            <Button
              variant="primary"
              icon="copy"
              data-autofocus
              aria-busy={made === undefined}
              onClick={() => made && void copyAndSay(made.link)}
            >
              {t.copyLink}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.content}>
        <p>{t.addHint}</p>
        {made && (
          <svg
            className={styles.code}
            viewBox={`0 0 ${made.code.size} ${made.code.size}`}
            role="img"
            aria-label={t.code}
          >
            <path d={made.code.path} />
          </svg>
        )}
        {made && (
          <input
            className={styles.link}
            readOnly
            dir="ltr"
            value={made.link}
            aria-label={t.copyLink}
            onFocus={({ target }) => target.select()}
          />
        )}
        {trouble !== "" && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
      </div>
    </Dialog>
  )
}
