import { Link } from "../../platform/browser/links.ts"
import { texts } from "../../platform/language/texts.ts"
import { formatBalance, formatMoney } from "../../platform/language/money.ts"
import {
  selectFreeToday,
  selectIsPremium,
  selectNeedsRenewal,
  selectShownBalance,
  useAccess,
} from "../../state/access-store.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { deleteWithUndo } from "../../state/delete-with-undo.ts"
import { openPlans } from "../../state/plans-dialog.ts"
import { Button, ButtonLink, IconButton } from "../../ui/button.tsx"
import { askToConfirm } from "../../ui/confirm.tsx"
import { useDrawer } from "../../ui/drawer.tsx"
import { Icon } from "../../ui/icon.tsx"
import { useIsMobile } from "../../ui/use-media.ts"
import { ModelAccess } from "./model-access.tsx"
import styles from "./sidebar-foot.module.css"

/** The balance and the link to the settings. */
export function SidebarFoot() {
  const t = texts().shell
  const drawer = useDrawer()
  const isMobile = useIsMobile()
  const isPremium = useAccess(selectIsPremium)
  const supportUrl = useAccess((state) => state.config.supportUrl)
  const support = isPremium && supportUrl && (
    <a
      className={styles.icon}
      href={supportUrl}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t.support}
      title={t.support}
    >
      <Icon name="chat" />
    </a>
  )
  return (
    <div className={styles.foot}>
      <Badges />
      <div className={styles.tools}>
        {isMobile && <DeleteCurrent />}
        {support}
        <Link
          className={styles.icon}
          href="/settings"
          aria-label={t.settings}
          title={t.settings}
          onClick={drawer.close}
        >
          <Icon name="settings" />
        </Link>
      </div>
    </div>
  )
}

function Badges() {
  const t = texts().shell
  const balance = useAccess(selectShownBalance)
  const drawer = useDrawer()
  const said = t.balance(formatBalance(balance).replace(/\u00a0/g, " "))
  const needsRenewal = useAccess(selectNeedsRenewal)
  const isMobile = useIsMobile()
  const free = useAccess(selectFreeToday)
  const calls = useAccess((state) => (state.searchEnabled && selectShownBalance(state) > 0 ? state.calls : undefined))
  return (
    <div className={styles.badges}>
      {balance > 0 && (
        <Link
          className={styles.badgeLink}
          href="/statement"
          aria-label={`${said}. ${texts().shell.openStatement}`}
          onClick={drawer.close}
        >
          <span className={styles.gem} role="status" aria-label={said} title={formatMoney(balance, 6)}>
            <Icon name="gem" />
            {formatBalance(balance)}
          </span>
        </Link>
      )}
      {calls !== undefined && (
        <span className={styles.web} title={t.searchCalls(calls)} role="img" aria-label={t.searchCalls(calls)}>
          <Icon name="globe" />
          {calls}
        </span>
      )}
      {/* On a phone the composer says the one, and the other has no line of its own. */}
      {isMobile ? (
        <ModelAccess />
      ) : (
        free !== undefined && <span className={styles.free}>{t.freeToday(free.left, free.of)}</span>
      )}
      {needsRenewal && <Renew />}
    </div>
  )
}

function Renew() {
  const t = texts().shell
  const drawer = useDrawer()
  const url = useAccess((state) => state.upgradeUrl ?? state.config.plansUrl)
  if (url !== undefined) {
    return (
      <ButtonLink href={url} icon="gem" className={styles.renew}>
        {t.renew}
      </ButtonLink>
    )
  }
  return (
    <Button
      icon="gem"
      title={t.renew}
      className={styles.renew}
      onClick={() => {
        drawer.close()
        openPlans()
      }}
    >
      {t.renew}
    </Button>
  )
}

function DeleteCurrent() {
  const t = texts().shell
  const drawer = useDrawer()
  const currentId = useConversations((state) => state.currentId)
  return (
    <IconButton
      icon="trash"
      label={t.deleteConversation}
      onClick={async () => {
        if (!(await askToConfirm({ text: t.confirmDelete, confirm: t.delete, danger: true }))) return
        deleteWithUndo(currentId)
        drawer.close()
      }}
    />
  )
}
