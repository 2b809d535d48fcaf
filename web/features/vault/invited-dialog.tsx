import { useState } from "react"
import type { Invitation } from "#core/vault/batch-body.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { canEncrypt } from "../../platform/vault/vault-keys.ts"
import { acceptInvitation } from "../../platform/vault/vault-setup.ts"
import { closeVaultDialog, openVaultDialog, refreshVault, useVault } from "../../state/vault-store.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { showToast } from "../../ui/toast.tsx"
import { deviceName } from "./device-name.ts"
import { failureWords } from "./failure-words.ts"
import styles from "./vault.module.css"

/**
 * Asks before this device joins: a link alone changes nothing. Whose vault it is cannot be told before the invitation is used up,
 * so what that person will read is said, and joining is the button that has to be sought.
 */
export function InvitedDialog({ invitation }: { readonly invitation: Invitation }) {
  const t = chapterTexts("vault")
  const hasOne = useVault(({ vault }) => vault !== undefined && vault !== null)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState("")
  const join = async () => {
    setBusy(true)
    setTrouble("")
    const failure = await acceptInvitation(invitation, deviceName())
    if (failure !== undefined) {
      setBusy(false)
      return setTrouble(failureWords(failure))
    }
    await refreshVault()
    showToast({ text: t.connected })
    openVaultDialog({ kind: "vault" })
  }
  return (
    <Dialog
      open
      onClose={closeVaultDialog}
      title={t.invited}
      actions={
        <>
          {/* A link of a stranger's opens this too: a key pressed unread declines. */}
          <Button data-autofocus onClick={closeVaultDialog}>
            {texts().shell.cancel}
          </Button>
          <Button
            variant="danger"
            // Whoever pressed it keeps the focus, and may try again.
            aria-busy={isBusy}
            disabled={!canEncrypt()}
            onClick={() => isBusy || void join()}
          >
            {t.connect}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        {canEncrypt() && <p className={styles.warning}>{t.invitedWarning}</p>}
        <p>{canEncrypt() ? t.invitedHint : t.unsupported}</p>
        {hasOne && <p className={styles.warning}>{t.replaces}</p>}
        {trouble !== "" && (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        )}
      </div>
    </Dialog>
  )
}
