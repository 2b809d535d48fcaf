import { memo, useCallback } from "react"
import { contentWith, type Attachment } from "#core/conversation/attachment.ts"
import { texts } from "../../../platform/language/texts.ts"
import { selectFreeToday, selectIsPremium, selectIsShutOut, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { useCost } from "../turn/use-cost.ts"
import type * as costs from "../turn/message-cost.ts"
import { classNames } from "../../../ui/class-names.ts"
import styles from "./composer.module.css"

interface CostEstimateProps {
  readonly sessionId: string
  readonly text: string
  readonly attachments: readonly Attachment[]
}

/** Beside the send button: what the message costs, or how many free ones the day still has. */
export const CostEstimate = memo(function CostEstimate(props: CostEstimateProps) {
  const isWanted = useConfig((config) => config.showCostEstimate)
  const unmetered = useAccess((state) => state.unmetered)
  const isShutOut = useAccess(selectIsShutOut)
  const isPremium = useAccess(selectIsPremium)
  if (unmetered || isShutOut) return <span className={styles.estimate} />
  if (!isPremium) return <FreeToday />
  return isWanted ? <Price {...props} /> : <span className={styles.estimate} />
})

function FreeToday() {
  const t = texts().chat
  const today = useAccess(selectFreeToday)
  return (
    <span className={classNames(styles.estimate, styles.today)} data-short={today?.left === 0 || undefined}>
      {today === undefined ? t.free : t.leftToday(today.left)}
    </span>
  )
}

function Price({ sessionId, text, attachments }: CostEstimateProps) {
  const t = texts().chat
  const hasContent = text.trim() !== "" || attachments.length > 0
  const of = useCallback(
    ({ messageCost }: typeof costs) => messageCost(sessionId, contentWith(text, attachments)),
    [sessionId, text, attachments],
  )
  const cost = useCost(sessionId, hasContent ? of : undefined)
  return (
    <span
      className={styles.estimate}
      title={cost?.isCovered === false ? t.uncovered : t.estimateHint}
      data-short={cost?.isCovered === false || undefined}
    >
      {cost?.text}
    </span>
  )
}
