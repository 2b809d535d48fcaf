import { memo, useRef } from "react"
import { textOf } from "#core/gateway/content.ts"
import type { Message } from "#core/conversation/message.ts"
import { texts } from "../../platform/texts.ts"
import { AnswerView } from "./answer-view.tsx"
import { PlainText } from "./markdown/plain-text.tsx"
import { MessageBoundary } from "./message-boundary.tsx"
import { MessageImages } from "./message-images.tsx"
import styles from "./message-list.module.css"
import { estimatedHeightPx, useNearScreen } from "./use-near-screen.ts"

export interface MessageItemProps {
  readonly message: Message
  readonly sessionId: string
  /** 1 for the last message of the conversation. */
  readonly fromEnd: number
}

/** One message. Far from the screen it is only as high as it will be; its inside is made when the reader comes near. */
export const MessageItem = memo(
  function MessageItem({ message, sessionId, fromEnd }: MessageItemProps) {
    const element = useRef<HTMLElement>(null)
    const isNear = useNearScreen(element, fromEnd)
    const isUser = message.role === "user"
    const t = texts().chat
    return (
      <article
        ref={element}
        className={isUser ? styles.me : styles.ai}
        aria-label={isUser ? t.you : message.model || t.model}
      >
        {!isNear ? (
          <div style={{ blockSize: estimatedHeightPx(message) }} />
        ) : (
          <MessageBoundary source={textOf(message.content)}>
            {isUser ? <UserMessage message={message} /> : <AnswerView message={message} sessionId={sessionId} />}
          </MessageBoundary>
        )}
      </article>
    )
  },
  (before, after) => before.message === after.message && before.sessionId === after.sessionId,
)

/** What the user wrote stands as it was written. */
function UserMessage({ message }: { readonly message: Message }) {
  return (
    <>
      <PlainText text={textOf(message.content)} />
      <MessageImages content={message.content} />
    </>
  )
}
