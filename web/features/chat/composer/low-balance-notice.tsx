import { useEffect, useState } from "react"
import { ownBalance } from "#core/access/access-state.ts"
import type { Message } from "#core/conversation/message.ts"
import { microReais, type MicroReais } from "#core/lib/micro-reais.ts"
import { usualCost } from "#core/models/usual-cost.ts"
import { readLocal, removeLocal, writeLocal } from "../../../platform/storage/local-storage.ts"
import { formatBalance } from "../../../platform/language/money.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { selectIsCharged, useAccess, type AccessState } from "../../../state/access-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { ButtonLink, IconButton } from "../../../ui/button.tsx"
import styles from "../chat-screen.module.css"
import { pricesIn } from "../turn/message-cost.ts"

const key = "nk-low-balance-dismissed"
/** Enough messages to finish what one is at. */
const messagesLeft = 10
const leastThreshold = microReais(2_000_000)

/** A word before the balance is gone, once: it returns after more was paid in, or for a dearer model. */
export default function LowBalanceNotice({ sessionId }: { readonly sessionId: string }) {
  const t = texts()
  const threshold = useThreshold(sessionId)
  const balance = useAccess(lowBalance)
  const rechargeUrl = useAccess((state) => state.upgradeUrl ?? state.config.plansUrl)
  const [dismissed, setDismissed] = useState(() => Number(readLocal(key) ?? 0))
  const isLow = balance !== undefined && balance < threshold
  const isSaid = useConversations(({ messages }) => isRefused(messages[sessionId]))
  // More was paid in: the next time it runs low is news again.
  const isOver = dismissed > 0 && balance !== undefined && balance >= dismissed
  useEffect(() => {
    if (!isOver) return
    removeLocal(key)
    setDismissed(0)
  }, [isOver])
  const dismiss = () => {
    writeLocal(key, String(threshold))
    setDismissed(threshold)
  }
  return (
    <div role="status" className={styles.lowBalance}>
      {isLow && !isSaid && dismissed < threshold && (
        <div className={styles.notice}>
          <span className={styles.noticeText}>{chapterTexts("access").lowBalance(formatBalance(balance))}</span>
          {rechargeUrl === undefined ? (
            <ButtonLink href="/statement" variant="quiet">
              {t.shell.openStatement}
            </ButtonLink>
          ) : (
            <ButtonLink href={rechargeUrl} variant="quiet">
              {chapterTexts("access").recharge}
            </ButtonLink>
          )}
          <IconButton icon="close" size="small" label={chapterTexts("access").dismissLowBalance} onClick={dismiss} />
        </div>
      )}
    </div>
  )
}

/** The last answer was refused for want of money: what is left, and the way to more, stand there. */
function isRefused(messages: readonly Message[] = []): boolean {
  return messages.at(-1)?.failure?.kind === "insufficient-balance"
}

/** The remaining balance, if the user pays from it and it is known; undefined at 0, which has a notice of its own. */
function lowBalance(state: AccessState): MicroReais | undefined {
  const known = selectIsCharged(state) && state.balanceAt > 0
  const { premium } = ownBalance(state)
  return known && premium > 0 ? premium : undefined
}

/** R$ 2,00, or what ten usual messages to this conversation's model cost. */
function useThreshold(sessionId: string): MicroReais {
  useConversations((state) => state.sessions[sessionId]?.mask.modelConfig.model)
  useAccess((state) => state.config.models)
  const prices = pricesIn(sessionId)
  const some = prices ? usualCost(prices) * messagesLeft : 0
  return microReais(Math.max(leastThreshold, some))
}
