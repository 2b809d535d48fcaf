import type { ReactNode } from "react"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { formatBalance } from "../../platform/language/money.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { selectShownBalance, useAccess } from "../../state/access-store.ts"
import { countClick } from "../../state/analytics.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./settings.module.css"
import type { CodeOutcome } from "./use-access-code.ts"

/** The state of the code, announced as it changes. */
export function AccessCodeResult({
  outcome,
  onRetry,
}: {
  readonly outcome: CodeOutcome
  readonly onRetry: () => void
}) {
  return (
    <div role="status" className={styles.result}>
      <Sentence outcome={outcome} onRetry={onRetry} />
    </div>
  )
}

function Sentence({ outcome, onRetry }: { readonly outcome: CodeOutcome; readonly onRetry: () => void }): ReactNode {
  const t = chapterTexts("access")
  const balance = useAccess(selectShownBalance)
  const keptCode = useAccess((state) => state.hasInvalidCode)
  const needCode = useAccess((state) => state.config.needCode)
  const unmetered = useAccess((state) => state.unmetered)
  const supportUrl = useAccess((state) => state.config.supportUrl)
  const rechargeUrl = useAccess((state) => state.upgradeUrl ?? state.config.plansUrl)
  switch (outcome) {
    case "none":
      return needCode ? texts().shell.codeNeeded : t.freeMode
    case "checking":
      return t.checking
    case "valid":
      return (
        <span className={styles.good}>
          <Icon name="check" size={16} />
          {unmetered ? t.validUnmetered : t.validWithBalance(formatBalance(balance))}
        </span>
      )
    case "insufficient":
      return (
        <>
          <span className={styles.warn}>
            <Icon name="warning" size={16} />
            {t.insufficient}
          </span>
          {rechargeUrl && (
            <ButtonLink href={rechargeUrl} onClick={() => countClick("SettingsPageGuideToCPaymentClick")}>
              {t.recharge}
            </ButtonLink>
          )}
        </>
      )
    case "frozen":
      return (
        <>
          <span className={styles.warn}>
            <Icon name="warning" size={16} />
            {t.frozen}
          </span>
          {supportUrl && <ButtonLink href={supportUrl}>{texts().shell.support}</ButtonLink>}
        </>
      )
    case "invalid":
      return (
        <span className={styles.bad}>
          <Icon name="close" size={16} />
          {keptCode ? joinSentences(t.invalid, t.keptCode) : t.invalid}
        </span>
      )
    case "unreachable":
      return (
        <>
          <span className={styles.warn}>
            <Icon name="warning" size={16} />
            {t.unreachable}
          </span>
          <Button onClick={onRetry}>{t.checkAgain}</Button>
        </>
      )
  }
}
