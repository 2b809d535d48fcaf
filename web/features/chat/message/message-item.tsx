import { memo, Suspense, useRef, type MouseEvent } from "react"
import { contentText } from "#core/gateway/content.ts"
import { calledModel, type Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/language/texts.ts"
import { AnswerView } from "./answer-view.tsx"
import { ContextDivider, useDividerBefore } from "../list/context-divider.tsx"
import { isPinned } from "./pin-message.ts"
import { MessageBoundary } from "../../../message/message-boundary.tsx"
import styles from "./message-item.module.css"
import { estimatedHeightPx } from "../list/message-height.ts"
import { useNearScreen } from "../../../markdown/viewport/use-near-screen.ts"
import { Question } from "../../../message/question.tsx"
import { useConfig } from "../../../state/config-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { withActions } from "../../../state/contributions.ts"
import { Icon } from "../../../ui/icon.tsx"
import { useIsMobile } from "../../../ui/use-media.ts"
import type { MessageActionsProps } from "./message-actions.tsx"
import { lazyOr, nothing } from "../../../ui/lazy-or.tsx"

/** The actions of messages load shortly after the messages themselves. */
const loadActions = () => withActions(() => import("./message-actions.tsx"))
const MessageActions = lazyOr(loadActions, nothing)
const Versions = lazyOr<MessageActionsProps>(
  () => loadActions().then((module) => ({ default: module.Versions })),
  nothing,
)

export interface MessageItemProps {
  readonly message: Message
  readonly sessionId: string
  /** 1 for the last message of the conversation. */
  readonly fromEnd: number
  /** The reader begins here: it is drawn with the list. */
  readonly atOnce: boolean
  /** The answer before was by the same model: nobody need be told who speaks. */
  readonly isSpeakerKnown: boolean
  /** The answer after it waits for a connection. */
  readonly isWaiting: boolean
}

/** One message. Far from the screen it is only as high as it will be; its inside is made when the reader comes near. */
export const MessageItem = memo(
  function MessageItem({ message, sessionId, fromEnd, atOnce, isSpeakerKnown, isWaiting }: MessageItemProps) {
    const element = useRef<HTMLElement>(null)
    const isNear = useNearScreen(element, fromEnd, atOnce)
    const isMobile = useIsMobile()
    const hasDivider = useDividerBefore(message.id)
    const isUser = message.role === "user"
    const t = texts().chat
    return (
      <>
        {hasDivider && <ContextDivider sessionId={sessionId} />}
        {/* The tap is a finger's shortcut: the keyboard has the button that it presses. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <article
          ref={element}
          className={isUser ? styles.question : styles.answer}
          aria-label={isUser ? t.you : calledModel(message) || t.model}
          data-message={message.id}
          data-waiting={(isUser && isWaiting) || undefined}
          onClick={isUser ? openActions : undefined}
        >
          {!isNear ? (
            <div style={{ blockSize: estimatedHeightPx(message) }} />
          ) : (
            <>
              {isMobile && message.versions !== undefined && (
                <div className={styles.versions}>
                  {/* What waits is sent from the place where it is shown. */}
                  {!message.streaming && !message.queued && (
                    <Suspense>
                      <Versions message={message} sessionId={sessionId} />
                    </Suspense>
                  )}
                </div>
              )}
              <MessageBoundary source={contentText(message.content)}>
                {isUser ? (
                  <UserMessage message={message} sessionId={sessionId} />
                ) : (
                  // A new answer has another date and starts its reveal animation from the beginning.
                  <AnswerView
                    key={message.date}
                    message={message}
                    sessionId={sessionId}
                    isSpeakerKnown={isSpeakerKnown}
                  />
                )}
              </MessageBoundary>
              <PinnedMark message={message} sessionId={sessionId} />
              {/* Their room is kept while an answer arrives: nothing moves when it has. What waits for a connection has its own. */}
              {isUser || message.queued ? null : message.streaming ? (
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
    before.message === after.message &&
    before.sessionId === after.sessionId &&
    before.isSpeakerKnown === after.isSpeakerKnown &&
    before.isWaiting === after.isWaiting &&
    before.atOnce === after.atOnce,
)

/** A tap on a question opens its actions; a long press selects text, and what can be pressed in it keeps its own meaning. */
function openActions({ currentTarget, target, nativeEvent }: MouseEvent<HTMLElement>): void {
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType !== "mouse"
  if (!isTap || !(target instanceof Element) || target.closest("a, button, summary, dialog")) return
  if (getSelection()?.isCollapsed === false) return
  currentTarget.querySelector<HTMLElement>("[data-more]")?.click()
}

/** Says of a message that the model reads it again before every answer. */
function PinnedMark({ message, sessionId }: { readonly message: Message; readonly sessionId: string }) {
  return (
    useConversations(({ sessions }) => isPinned(sessions[sessionId], message)) && (
      <p className={styles.pinned}>
        <Icon name="pin" size={14} />
        {texts().talk.pinnedMark}
      </p>
    )
  )
}

function UserMessage({ message, sessionId }: { readonly message: Message; readonly sessionId: string }) {
  const avatar = useConfig((config) => config.avatar)
  return (
    <Question
      content={message.content}
      avatar={avatar}
      actions={
        <Suspense>
          <MessageActions message={message} sessionId={sessionId} />
        </Suspense>
      }
    />
  )
}
