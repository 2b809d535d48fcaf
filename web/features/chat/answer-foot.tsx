import { useId, useState } from "react"
import type { Message } from "#core/conversation/message.ts"
import { textOf } from "#core/gateway/content.ts"
import { presentMoney } from "../../platform/money.ts"
import { texts } from "../../platform/texts.ts"
import { IconButton } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import styles from "./message-list.module.css"
import { Receipt } from "./receipt.tsx"
import { useCopy } from "./use-copy.ts"
import { useRetry } from "./use-send-message.ts"

/** What can be done with an answer, and what it cost. */
export function AnswerFoot({ message, sessionId }: { readonly message: Message; readonly sessionId: string }) {
  const t = texts().chat
  const { copied, copy } = useCopy()
  const retry = useRetry(sessionId, message.id)
  const [open, setOpen] = useState(false)
  const details = useId()
  const text = textOf(message.content)
  return (
    <>
      <div className={styles.foot}>
        {text !== "" && (
          <IconButton
            size="small"
            icon={copied ? "check" : "copy"}
            label={copied ? t.copied : t.copy}
            onClick={() => copy(text)}
          />
        )}
        <IconButton size="small" icon="retry" label={t.retry} onClick={retry} />
        {message.cost !== undefined && (
          <button
            type="button"
            className={styles.cost}
            aria-expanded={open}
            aria-controls={open ? details : undefined}
            title={t.receipt}
            onClick={() => setOpen(!open)}
          >
            {message.cost > 0 ? presentMoney(message.cost) : t.free}
            <Icon name="chevron" size={14} />
          </button>
        )}
      </div>
      {open && <Receipt id={details} message={message} />}
    </>
  )
}
