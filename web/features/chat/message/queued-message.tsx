import type { Message } from "#core/conversation/message.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts, texts } from "../../../platform/language/texts.ts"
import { focusConversation } from "../../../state/composer-focus.ts"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { cancel } from "../turn/queue.ts"
import styles from "./queued-message.module.css"

export interface QueuedMessageProps {
  readonly message: Message
  readonly sessionId: string
}

/** In the place of an answer whose question waits for a connection: what becomes of that, and the ways to change it. */
export default function QueuedMessage({ message, sessionId }: QueuedMessageProps) {
  const t = chapterTexts("queue")
  const questionId = useConversations(({ messages }) => questionBefore(messages[sessionId], message.id))
  const agreed = message.queued?.agreedMicro
  const takeBack = () => {
    // The notice goes with what waited, and its button with the focus; words that come back to the field take it there.
    focusConversation()
    cancel(sessionId, message.id)
  }
  return (
    <div className={styles.queued}>
      <p>
        <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M20 12a8 8 0 1 1-16 0 8 8 0 0 1 16 0ZM12 7.5V12l3 2" />
        </svg>
        {agreed === undefined ? t.queued : `${t.queued} · ${texts().chat.estimate(formatMoney(microReais(agreed)))}`}
      </p>
      <div className={styles.deeds}>
        {questionId !== undefined && (
          <button type="button" onClick={() => openChatDialog({ kind: "edit", sessionId, messageId: questionId })}>
            {texts().talk.edit}
          </button>
        )}
        <button type="button" onClick={takeBack}>
          {t.cancel}
        </button>
      </div>
    </div>
  )
}

/** The message before an answer, where that is a question. */
function questionBefore(messages: readonly Message[] = [], answerId: string): string | undefined {
  const before = messages[messages.findIndex(({ id }) => id === answerId) - 1]
  return before?.role === "user" ? before.id : undefined
}
