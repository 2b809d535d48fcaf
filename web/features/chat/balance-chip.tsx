import { useCallback } from "react"
import { Link } from "../../platform/browser/links.ts"
import { formatBalance, formatMoney } from "../../platform/language/money.ts"
import { texts } from "../../platform/language/texts.ts"
import { selectNeedsRenewal, selectShownBalance, useAccess } from "../../state/access-store.ts"
import { useIsMobile } from "../../ui/use-media.ts"
import type * as costs from "./turn/message-cost.ts"
import { useCost } from "./turn/use-cost.ts"
import styles from "./balance-chip.module.css"

/**
 * What is left, in the header of a phone, and the way to the statement; amber where it covers no answer of the chosen model. On
 * a desk the sidebar says it.
 */
export function BalanceChip({ sessionId }: { readonly sessionId: string }) {
  const isMobile = useIsMobile()
  const balance = useAccess(selectShownBalance)
  const isEmpty = useAccess(selectNeedsRenewal)
  const of = useCallback(({ messageCost }: typeof costs) => messageCost(sessionId, ""), [sessionId])
  const cost = useCost(sessionId, isMobile && balance > 0 ? of : undefined)
  if (!isMobile || (balance <= 0 && !isEmpty)) return null
  const shown = formatBalance(balance)
  const said = texts().shell.balance(shown.replace(/\u00a0/g, " "))
  return (
    <Link className={styles.chip} href="/statement" aria-label={`${said}. ${texts().shell.openStatement}`}>
      <span
        role="status"
        aria-label={said}
        title={formatMoney(balance, 6)}
        data-low={isEmpty || cost?.isCovered === false || undefined}
      >
        {shown}
      </span>
    </Link>
  )
}
