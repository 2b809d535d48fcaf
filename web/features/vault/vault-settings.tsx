import { useEffect } from "react"
import { readInvitation } from "#core/vault/batch-body.ts"
import { formatMoment } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { closeVaultDialog, openVaultDialog, useVault, watchVault } from "../../state/vault-store.ts"
import { troubleWords } from "../../state/vault-trouble.ts"
import { Button } from "../../ui/button.tsx"
import { lazyPart } from "../../ui/lazy-part.tsx"
import { entry, type Entry } from "../../ui/setting-entry.tsx"
import { pageUrl, showUrl } from "../../platform/browser/page-address.ts"
import styles from "./vault.module.css"

const VaultDialog = lazyPart(() => import("./vault-dialog.tsx"))

/** The vault among the settings about sync. */
export function entries(): readonly Entry[] {
  const t = chapterTexts("vault")
  return [entry(t.title, t.hint, <VaultControl />, { isPlain: true, note: <VaultStanding /> })]
}

/** Whether all is in the vault, or what is wrong with it: nobody has to open its window for that. */
function VaultStanding() {
  const t = chapterTexts("vault")
  const report = useVault(({ vault }) => vault?.report)
  if (report === undefined) return null
  const { trouble, at } = report
  return (
    <>
      <div role="status">{trouble !== undefined && <p className={styles.trouble}>{troubleWords(trouble)}</p>}</div>
      {trouble === undefined && at > 0 && <p className={styles.quiet}>{`${t.fresh} · ${formatMoment(at)}`}</p>}
    </>
  )
}

/** Leads to the vault, or to how one is made; its windows stand above the settings. */
function VaultControl() {
  const t = chapterTexts("vault")
  const hasOne = useVault(({ vault }) => vault !== undefined && vault !== null)
  const dialog = useVault((state) => state.dialog)
  useEffect(watchVault, [])
  useEffect(() => {
    takeInvitation()
    addEventListener("hashchange", takeInvitation)
    return () => {
      removeEventListener("hashchange", takeInvitation)
      closeVaultDialog()
    }
  }, [])
  return (
    <>
      <Button icon="lock" onClick={() => openVaultDialog({ kind: "vault" })}>
        {hasOne ? t.open : t.setUp}
      </Button>
      {dialog && <VaultDialog key={dialog.kind} dialog={dialog} onMissing={closeVaultDialog} />}
    </>
  )
}

/** An invitation in the address is taken out of it at once: it must neither be seen by others nor go along with a link. */
function takeInvitation(): void {
  const url = pageUrl()
  if (!url.hash.startsWith("#par=")) return
  const invitation = readInvitation(url.hash)
  showUrl({ pathname: url.pathname, search: url.search, hash: "" })
  if (invitation !== undefined) openVaultDialog({ kind: "invited", invitation })
}
