import { memo, Suspense, useRef } from "react"
import { contentText } from "#core/gateway/content.ts"
import { calledModel, type Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/language/texts.ts"
import { AnswerView } from "./answer-view.tsx"
import { ContextDivider, useDividerBefore } from "../list/context-divider.tsx"
import { MessageBoundary } from "../../../message/message-boundary.tsx"
import styles from "./message-item.module.css"
import { estimatedHeightPx } from "../list/message-height.ts"
import { useNearScreen } from "../../../markdown/viewport/use-near-screen.ts"
import { Question } from "../../../message/question.tsx"
import { useConfig } from "../../../state/config-store.ts"
import { withActions } from "../../../state/contributions.ts"
import { lazyOr, nothing } from "../../../ui/lazy-part.tsx"

/** The actions of messages load shortly after the messages themselves. */
const MessageActions = lazyOr(() => withActions(() => import("./message-actions.tsx")), nothing)

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
              <MessageBoundary source={contentText(message.content)}>
                {isUser ? (
                  <UserMessage message={message} />
                ) : (
                  // A new answer has another date and starts its reveal animation from the beginning.
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

function UserMessage({ message }: { readonly message: Message }) {
  const avatar = useConfig((config) => config.avatar)
  return <Question content={message.content} avatar={avatar} />
}
