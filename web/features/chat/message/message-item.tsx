import { memo, Suspense, useRef } from "react"
import { filesOf, textOf, wordsOf } from "#core/gateway/content.ts"
import { calledModel, type Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/texts.ts"
import { AnswerView } from "./answer-view.tsx"
import { ContextDivider, useDividerBefore } from "../list/context-divider.tsx"
import { PlainText } from "../markdown/plain-text.tsx"
import { MessageBoundary } from "./message-boundary.tsx"
import { MessageImages } from "./message-images.tsx"
import styles from "./message-item.module.css"
import { estimatedHeightPx } from "../list/message-height.ts"
import { useNearScreen } from "../near/use-near-screen.ts"
import { UserAvatar } from "./user-avatar.tsx"
import { lazyOr, nothing } from "../../../ui/lazy-part.tsx"

/** What can be done with messages comes a moment after the messages themselves. */
const MessageActions = lazyOr(() => import("./message-actions.tsx"), nothing)

const MessageFiles = lazyOr(() => import("../attachments/message-files.tsx"), nothing)

export interface MessageItemProps {
  readonly message: Message
  readonly sessionId: string
  /** 1 for the last message of the conversation. */
  readonly fromEnd: number
  /** The reader begins here: it is drawn with the list. */
  readonly atOnce: boolean
}

/** One message. Far from the screen it is only as high as it will be; its inside is made when the reader comes near. */
export const MessageItem = memo(
  function MessageItem({ message, sessionId, fromEnd, atOnce }: MessageItemProps) {
    const element = useRef<HTMLElement>(null)
    const isNear = useNearScreen(element, fromEnd, atOnce)
    const hasDivider = useDividerBefore(message.id)
    const isUser = message.role === "user"
    const t = texts().chat
    return (
      <>
        {hasDivider && <ContextDivider sessionId={sessionId} />}
        <article
          ref={element}
          className={isUser ? styles.question : styles.answer}
          aria-label={isUser ? t.you : calledModel(message) || t.model}
          data-message={message.id}
        >
          {!isNear ? (
            <div style={{ blockSize: estimatedHeightPx(message) }} />
          ) : (
            <>
              <MessageBoundary source={textOf(message.content)}>
                {isUser ? (
                  <UserMessage message={message} />
                ) : (
                  // Of another time is another answer: nothing of how the one before was revealed counts for it.
                  <AnswerView key={message.date} message={message} sessionId={sessionId} />
                )}
              </MessageBoundary>
              {/* Their room is kept while an answer arrives: nothing moves when it has. */}
              {message.streaming ? (
                <div className={styles.actionsToCome} />
              ) : (
                <Suspense fallback={<div className={styles.actionsToCome} />}>
                  <MessageActions message={message} sessionId={sessionId} />
                </Suspense>
              )}
            </>
          )}
        </article>
      </>
    )
  },
  (before, after) =>
    before.message === after.message && before.sessionId === after.sessionId && before.atOnce === after.atOnce,
)

/** What the user wrote stands as it was written. */
function UserMessage({ message }: { readonly message: Message }) {
  const words = wordsOf(message.content)
  const hasFiles = filesOf(message.content).length > 0
  return (
    <div className={styles.said}>
      <div className={styles.balloon}>
        {words !== "" && <PlainText text={words} />}
        {hasFiles && (
          <Suspense>
            <MessageFiles content={message.content} />
          </Suspense>
        )}
        <MessageImages content={message.content} />
      </div>
      <UserAvatar />
    </div>
  )
}
