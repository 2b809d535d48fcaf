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
import { fetched, prepareAnswerText } from "../../../message/load-answer-text.ts"
import { Icon } from "../../../ui/icon.tsx"
import { ContextDivider, dividerPlace, DividerProvider } from "./context-divider.tsx"
import { PrintSheet } from "../print/print-sheet.tsx"
import { MaskPart } from "../mask/mask-part.ts"
import { groupSize, MessageGroup, type Beginning } from "./message-group.tsx"
import { lastSpeaker } from "./speakers.ts"
import styles from "./message-list.module.css"
import { useFollow } from "./use-follow.ts"

export interface ThreadProps {
  readonly sessionId: string
  /** Nothing had been said when the conversation was shown: its first message was asked here. */
  readonly wasEmpty: boolean
}

/** Messages that are drawn with the list: the last ones, or those where the reader left. */
const atEnd = 4
const beforePlace = 1

/** How far below the upper edge a message stands that somebody wanted to see, in CSS pixels. */
const wantedOffsetPx = 24

/** The messages of a conversation in which something was said, oldest first. */
export function Thread({ sessionId, wasEmpty }: ThreadProps) {
  const t = texts().chat
  const box = useRef<HTMLDivElement>(null)
  const thread = useRef<HTMLDivElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const messages = useConversations((state) => state.messages[sessionId])
  const hasPresets = useConversations(
    (state) => state.sessions[sessionId]?.mask.context.some(({ date }) => date === 0) === true,
  )
  const isHeld = useHeld(wasEmpty)
  const shown = isHeld ? [] : (messages?.filter(isShown) ?? [])
  const isEmpty = shown.length === 0
  const wanted = useWantedMessage(sessionId)
  const [start, setStart] = useState(() => (wanted && !wanted.isAsked ? placeFor(wanted) : placeOf(sessionId)))
  if (wanted && !wanted.isAsked && start?.messageId !== wanted.messageId) setStart(placeFor(wanted))

  const { isAway, toEnd, toPlace, toAsked } = useFollow(box, thread, room, {
    isEmpty,
    start,
    onLeave: (place) => {
      rememberPlace(sessionId, place)
      storePlaces()
    },
  })
  const beginning = useBeginning(shown, start?.messageId)

  // After asking, the reader wants to see the answer begin: the question goes to the top. What is read from the storage was
  // asked earlier.
  const lastAsked = shown.findLast(({ role }) => role === "user")?.id
  const known = useRef(messages === undefined || wasEmpty ? undefined : lastAsked)
  const isRead = useRef(messages !== undefined && !isHeld)
  useLayoutEffect(() => {
    if (isRead.current && lastAsked !== undefined && lastAsked !== known.current && isAsking(shown, lastAsked))
      toAsked(lastAsked)
    known.current = lastAsked
    isRead.current ||= messages !== undefined && !isHeld
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The messages count when there is another question.
  }, [lastAsked, messages === undefined, isHeld, toAsked])
  useLayoutEffect(() => {
    if (wanted === undefined || isEmpty) return
    if (wanted.isAsked) toAsked(wanted.messageId)
    else toPlace(placeFor(wanted))
    forgetWanted(wanted)
  }, [wanted, isEmpty, toPlace, toAsked])
  const clearedAt = useConversations((state) => state.sessions[sessionId]?.clearContextIndex)
  const divider = dividerPlace(messages ?? [], clearedAt, isShown)

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
        <div ref={thread} className={styles.thread}>
          {hasPresets && !isEmpty && <MaskPart of="messages" sessionId={sessionId} />}
          <DividerProvider value={divider}>
            {groupsOf(shown).map((group, index) => (
              <MessageGroup
                key={index}
                messages={group}
                sessionId={sessionId}
                first={index * groupSize}
                total={shown.length}
                beginning={beginning}
                speaker={lastSpeaker(shown.slice(0, index * groupSize))}
                endsWaiting={shown[(index + 1) * groupSize]?.queued !== undefined}
              />
            ))}
          </DividerProvider>
          {divider === "end" && <ContextDivider sessionId={sessionId} />}
        </div>
        <div ref={room} aria-hidden="true" />
      </div>
      <PrintSheet sessionId={sessionId} />
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

/** Whether a question's answer is still to come: it was asked just now, in this tab or another. */
function isAsking(messages: readonly Message[], questionId: string): boolean {
  const at = messages.findIndex(({ id }) => id === questionId)
  return at >= 0 && messages.slice(at + 1).every(({ streaming }) => streaming)
}

/**
 * How long a stored conversation waits for what draws its answers, in ms, where that neither comes nor fails to: then its plain
 * text is better than nothing.
 */
const heldMs = 8_000

/** Whether a conversation that is read from the storage is not shown yet, because its answers could not be drawn as they are. */
function useHeld(wasEmpty: boolean): boolean {
  const [isHeld, setHeld] = useState(!wasEmpty && fetched.AnswerText === undefined)
  useEffect(() => {
    if (!isHeld) return
    const show = () => setHeld(false)
    const timer = setTimeout(show, heldMs)
    void prepareAnswerText().then(show)
    return () => clearTimeout(timer)
  }, [isHeld])
  return isHeld
}
