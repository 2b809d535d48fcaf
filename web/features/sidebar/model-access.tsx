import { Link } from "../../platform/browser/links.ts"
import { texts } from "../../platform/language/texts.ts"
import { selectFlagship, selectIsPremium, useAccess } from "../../state/access-store.ts"
import { openPlans } from "../../state/plans-dialog.ts"
import { useDrawer } from "../../ui/drawer.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./model-access.module.css"

/** The way to the newest models, for those who do not have them. */
export function ModelAccess() {
  const t = texts().shell
  const drawer = useDrawer()
  const isPremium = useAccess(selectIsPremium)
  const flagship = useAccess(selectFlagship)
  if (isPremium) return null
  return (
    <button
      type="button"
      className={styles.access}
      title={t.useModel(flagship)}
      onClick={() => {
        drawer.close()
        openPlans()
      }}
    >
      <Icon name="gem" />
      <span>{t.useModel(flagship)}</span>
    </button>
  )
}

/** Says that a code was not accepted. */
export function InvalidCode() {
  const t = texts().shell
  const drawer = useDrawer()
  const hasInvalidCode = useAccess((state) => state.hasInvalidCode)
  return (
    hasInvalidCode && (
      <Link className={styles.warning} href="/settings" title={t.invalidCode} onClick={drawer.close}>
        <Icon name="warning" size={16} />
        <span>{t.invalidCode}</span>
      </Link>
    )
  )
}
