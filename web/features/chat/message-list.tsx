import { memo, useEffect, useRef } from "react"
import type { Message } from "#core/conversation/message.ts"
import { texts } from "../../platform/texts.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { Icon } from "../../ui/icon.tsx"
import { ContextDivider, dividerPlace, DividerProvider } from "./context-divider.tsx"
import { EmptyChat } from "./empty-chat.tsx"
import { MessageItem } from "./message-item.tsx"
import styles from "./message-list.module.css"
import { useFollow } from "./use-follow.ts"
import { estimatedHeightPx } from "./use-near-screen.ts"

export interface MessageListProps {
  readonly sessionId: string
  readonly onStarter: (prompt: string) => void
}

/** Messages are drawn in groups of this many, so that a word arriving in a chat of thousands compares few of them. */
const groupSize = 50

/** The messages of a conversation, oldest first. */
export function MessageList({ sessionId, onStarter }: MessageListProps) {
  const t = texts().chat
  const box = useRef<HTMLDivElement>(null)
  const thread = useRef<HTMLDivElement>(null)
  const messages = useConversations((state) => state.messages[sessionId])
  const isKnownEmpty = useConversations((state) => state.sessions[sessionId]?.messageCount === 0)
  const shown = messages?.filter(isShown) ?? []
  const { isAway, toEnd } = useFollow(box, thread, shown.length === 0)
  const clearedAt = useConversations((state) => state.sessions[sessionId]?.clearContextIndex)
  const divider = dividerPlace(messages ?? [], clearedAt, isShown)

  // Whoever has just said something wants to see the answer come.
  const lastQuestion = shown.findLast((message) => message.role === "user")?.id
  useEffect(() => {
    if (lastQuestion !== undefined) toEnd()
  }, [lastQuestion, toEnd])

  return (
    <div className={styles.frame}>
      <div ref={box} className={styles.list} role="log" aria-label={t.messages} aria-live="off" tabIndex={0}>
        <div ref={thread} className={classNames(styles.thread, shown.length === 0 && styles.emptyThread)}>
          {shown.length === 0 && isKnownEmpty && <EmptyChat onStarter={onStarter} />}
          <DividerProvider value={divider}>
            {groupsOf(shown).map((group, index) => (
              <MessageGroup
                key={index}
                isLast={(index + 1) * groupSize >= shown.length}
                messages={group}
                sessionId={sessionId}
                fromEnd={shown.length - index * groupSize}
              />
            ))}
          </DividerProvider>
          {divider === "end" && <ContextDivider sessionId={sessionId} />}
        </div>
      </div>
      {isAway && (
        <button
          type="button"
          className={styles.toEnd}
          aria-label={t.toTheEnd}
          title={t.toTheEnd}
          onClick={() => toEnd(true)}
        >
          <Icon name="chevron" />
        </button>
      )}
    </div>
  )
}

interface MessageGroupProps {
  readonly messages: readonly Message[]
  readonly sessionId: string
  /** How many messages there are from the group's first to the end of the conversation. */
  readonly fromEnd: number
  readonly isLast: boolean
}

/** Groups off the screen are not laid out at all. */
const MessageGroup = memo(
  function MessageGroup({ messages, sessionId, fromEnd, isLast }: MessageGroupProps) {
    const heightPx = isLast ? undefined : messages.reduce((sum, message) => sum + estimatedHeightPx(message), 0)
    return (
      <div
        className={isLast ? undefined : styles.group}
        style={heightPx === undefined ? undefined : { containIntrinsicBlockSize: `auto ${heightPx}px` }}
      >
        {messages.map((message, index) => (
          <MessageItem key={message.id} message={message} sessionId={sessionId} fromEnd={fromEnd - index} />
        ))}
      </div>
    )
  },
  (before, after) =>
    before.isLast === after.isLast &&
    before.messages.length === after.messages.length &&
    before.messages.every((message, index) => message === after.messages[index]),
)

function isShown(message: Message): boolean {
  return message.role === "user" || message.role === "assistant"
}

function groupsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  return Array.from({ length: Math.ceil(messages.length / groupSize) }, (_, index) =>
    messages.slice(index * groupSize, (index + 1) * groupSize),
  )
}
