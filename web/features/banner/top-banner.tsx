import { useState } from "react"
import { readLocal, writeLocal } from "../../platform/storage/local-storage.ts"
import { texts } from "../../platform/language/texts.ts"
import { selectFlagship, selectIsPremium, useAccess } from "../../state/access-store.ts"
import { openPlans } from "../../state/plans-dialog.ts"
import { IconButton } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./top-banner.module.css"

/** A plain `localStorage` string, read before the first paint; once dismissed the banner stays hidden. */
const key = "banner-dismissed"

/** One line above the page about the premium models, for those who do not have them. Its link is the operator's, or leads to the plans. */
export function TopBanner() {
  const t = texts().banner
  const [isDismissed, setDismissed] = useState(() => readLocal(key) === "true")
  const isPremium = useAccess(selectIsPremium)
  const flagship = useAccess(selectFlagship)
  const plansUrl = useAccess((state) => state.config.plansUrl)
  if (isDismissed || isPremium) return null
  const words = (
    <>
      <Icon name="gem" size={16} />
      <span>{t.text(flagship)}</span>
    </>
  )
  return (
    <aside className={styles.banner} aria-label={t.label}>
      {plansUrl === undefined ? (
        <button type="button" className={styles.link} onClick={openPlans}>
          {words}
        </button>
      ) : (
        <a className={styles.link} href={plansUrl} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      )}
      <IconButton
        icon="close"
        size="small"
        label={t.dismiss}
        className={styles.close}
        onClick={() => {
          writeLocal(key, "true")
          setDismissed(true)
        }}
      />
    </aside>
  )
}
