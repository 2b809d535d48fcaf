import type { Message } from "#core/conversation/message.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { focusConversation } from "../../../state/composer-focus.ts"
import { Button } from "../../../ui/button.tsx"
import { cancel } from "../turn/queue.ts"
import styles from "./queued-message.module.css"

export interface QueuedMessageProps {
  readonly message: Message
  readonly sessionId: string
}

/** In the place of an answer whose question waits for a connection. */
export default function QueuedMessage({ message, sessionId }: QueuedMessageProps) {
  const t = chapterTexts("queue")
  const agreed = message.queued?.agreedMicro
  const takeBack = () => {
    // The notice goes with what waited, and its button with the focus; words that come back to the field take it there.
    focusConversation()
    cancel(sessionId, message.id)
  }
  return (
    <div className={styles.queued}>
      <p>
        {agreed === undefined ? t.queued : `${t.queued} · ${texts().chat.estimate(formatMoney(microReais(agreed)))}`}
      </p>
      <Button onClick={takeBack}>{t.cancel}</Button>
    </div>
  )
}
