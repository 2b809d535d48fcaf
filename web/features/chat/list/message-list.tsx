import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react"
import type { Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/language/texts.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import {
  forgetWanted,
  placeOf,
  rememberPlace,
  storePlaces,
  useWantedMessage,
  type ReadingPlace,
  type WantedMessage,
} from "../../../state/reading-place.ts"
import { classNames } from "../../../ui/class-names.ts"
import { Icon } from "../../../ui/icon.tsx"
import { ContextDivider, dividerPlace, DividerProvider } from "./context-divider.tsx"
import { EmptyChat } from "./empty-chat.tsx"
import { groupSize, MessageGroup, type Beginning } from "./message-group.tsx"
import styles from "./message-list.module.css"
import { useFollow } from "./use-follow.ts"

export interface MessageListProps {
  readonly sessionId: string
  readonly onStarter: (prompt: string) => void
}

/** Messages that are drawn with the list: the last ones, or those where the reader left. */
const atEnd = 4
const beforePlace = 1

/** How far below the upper edge a message stands that somebody wanted to see, in CSS pixels. */
const wantedOffsetPx = 24

/** The messages of a conversation, oldest first. */
export function MessageList({ sessionId, onStarter }: MessageListProps) {
  const t = texts().chat
  const box = useRef<HTMLDivElement>(null)
  const thread = useRef<HTMLDivElement>(null)
  const messages = useConversations((state) => state.messages[sessionId])
  const isKnownEmpty = useConversations((state) => state.sessions[sessionId]?.messageCount === 0)
  const shown = messages?.filter(isShown) ?? []
  const isEmpty = shown.length === 0
  const wanted = useWantedMessage(sessionId)
  const [start, setStart] = useState(() => (wanted ? placeFor(wanted) : placeOf(sessionId)))
  if (wanted && start?.messageId !== wanted.messageId) setStart(placeFor(wanted))

  const { isAway, toEnd, toPlace } = useFollow(box, thread, {
    isEmpty,
    start,
    onLeave: (place) => {
      rememberPlace(sessionId, place)
      storePlaces()
    },
  })
  const beginning = useBeginning(shown, start?.messageId)

  useLayoutEffect(() => {
    if (wanted === undefined || isEmpty) return
    toPlace(placeFor(wanted))
    forgetWanted(wanted)
  }, [wanted, isEmpty, toPlace])
  const clearedAt = useConversations((state) => state.sessions[sessionId]?.clearContextIndex)
  const divider = dividerPlace(messages ?? [], clearedAt, isShown)

  // After sending a question the user wants to see the answer.
  const questions = shown.reduce((count, message) => (message.role === "user" ? count + 1 : count), 0)
  const asked = useRef(questions)
  useEffect(() => {
    if (questions > asked.current && asked.current > 0) toEnd()
    asked.current = questions
  }, [questions, toEnd])

  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.list}
        role="log"
        aria-label={t.messages}
        aria-live="off"
        tabIndex={0}
        onKeyDown={(event) => {
          if (!asksForEnd(event)) return
          event.preventDefault()
          toEnd(true)
        }}
      >
        <div ref={thread} className={classNames(styles.thread, isEmpty && styles.emptyThread)}>
          {isEmpty && isKnownEmpty && <EmptyChat onStarter={onStarter} />}
          <DividerProvider value={divider}>
            {groupsOf(shown).map((group, index) => (
              <MessageGroup
                key={index}
                messages={group}
                sessionId={sessionId}
                first={index * groupSize}
                total={shown.length}
                beginning={beginning}
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

/** A browser would go to where the end was when the key went down; what is drawn on the way moves it. */
function asksForEnd({
  key,
  metaKey,
  altKey,
  shiftKey,
  target,
  currentTarget,
  defaultPrevented,
}: KeyboardEvent): boolean {
  const isEnd = metaKey ? key === "ArrowDown" : key === "End"
  if (!isEnd || altKey || shiftKey || defaultPrevented) return false
  return target instanceof HTMLElement && currentTarget.contains(target) && !target.closest("input, textarea, select")
}

function placeFor({ messageId }: WantedMessage): ReadingPlace {
  return { messageId, offsetPx: wantedOffsetPx }
}

/** Which messages are drawn with the list. It is decided when they are first there, and again when one is wanted. */
function useBeginning(shown: readonly Message[], startId: string | undefined): Beginning {
  const [firstTotal, setFirstTotal] = useState(shown.length)
  if (firstTotal === 0 && shown.length > 0) setFirstTotal(shown.length)
  const start = startId === undefined ? -1 : shown.findIndex(({ id }) => id === startId)
  return useMemo(
    () =>
      start < 0
        ? { from: firstTotal - atEnd, to: Number.POSITIVE_INFINITY }
        : { from: start - beforePlace, to: start + atEnd },
    [start, firstTotal],
  )
}

function isShown(message: Message): boolean {
  return message.role === "user" || message.role === "assistant"
}

function groupsOf(messages: readonly Message[]): readonly (readonly Message[])[] {
  return Array.from({ length: Math.ceil(messages.length / groupSize) }, (_, index) =>
    messages.slice(index * groupSize, (index + 1) * groupSize),
  )
}
