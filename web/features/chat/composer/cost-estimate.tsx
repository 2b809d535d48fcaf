import { memo, useEffect, useState } from "react"
import { contentWith, type Attachment } from "#core/conversation/attachment.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { texts } from "../../../platform/language/texts.ts"
import { selectIsPremium, selectIsShutOut, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import styles from "./composer.module.css"

/** How long the keys must rest before the price is worked out. */
const quietMs = 200

/** The quiet price beside the send button. */
export const CostEstimate = memo(function CostEstimate({
  sessionId,
  text,
  attachments,
}: {
  readonly sessionId: string
  readonly text: string
  readonly attachments: readonly Attachment[]
}) {
  const t = texts().chat
  const wanted = useConfig((config) => config.showCostEstimate)
  const isFree = !useAccess(selectIsPremium)
  const unmetered = useAccess((state) => state.unmetered)
  const isShutOut = useAccess(selectIsShutOut)
  const amount = useEstimate(sessionId, text, attachments, wanted && !isFree && !unmetered)
  if (!wanted || unmetered || isShutOut) return <span className={styles.estimate} />
  if (isFree) return <span className={styles.estimate}>{t.free}</span>
  return (
    <span className={styles.estimate} title={t.estimateHint}>
      {amount === undefined ? "" : t.estimate(formatMoney(amount))}
    </span>
  )
})

function useEstimate(
  sessionId: string,
  text: string,
  attachments: readonly Attachment[],
  on: boolean,
): MicroReais | undefined {
  const [amount, setAmount] = useState<MicroReais>()
  const model = useConversations((state) => state.sessions[sessionId]?.mask.modelConfig.model)
  const models = useAccess((state) => state.config.models)
  const own = useAccess((state) => state.own)
  const hasContent = text.trim() !== "" || attachments.length > 0
  useEffect(() => {
    if (!on || !hasContent) return
    let isOver = false
    const timer = setTimeout(() => {
      // Without it, no price is shown.
      void import("../turn/message-cost.ts")
        .then(({ messageCost }) => {
          if (!isOver) setAmount(messageCost(sessionId, contentWith(text, attachments)))
        })
        .catch(() => undefined)
    }, quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [on, hasContent, text, attachments, sessionId, model, models, own])
  return on && hasContent ? amount : undefined
}
