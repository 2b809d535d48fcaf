import { memo, useRef } from "react"
import type { Message } from "#core/conversation/message.ts"
import { estimatedHeightsPx } from "./message-height.ts"
import { isSpeakerKnown } from "./speakers.ts"
import { MessageItem } from "../message/message-item.tsx"
import styles from "./message-list.module.css"
import { useNearGroup } from "../../../markdown/viewport/use-near-screen.ts"

/**
 * Messages are drawn in groups of this many, so that a word arriving in a chat of thousands compares few of them, and
 * that a group far from the screen is one empty box.
 */
export const groupSize = 20

export interface MessageGroupProps {
  readonly messages: readonly Message[]
  readonly sessionId: string
  /** The place of the group's first message in the conversation, from 0. */
  readonly first: number
  /** How many messages the conversation has. */
  readonly total: number
  readonly beginning: Beginning
  /** Who gave the last answer before the group, as `speakerOf` says it; undefined for nobody. */
  readonly speaker: string | undefined
  /** The message after the group is an answer whose question waits for a connection. */
  readonly endsWaiting: boolean
}

/** The messages that are drawn with the list, by their places: the reader begins there. */
export interface Beginning {
  readonly from: number
  readonly to: number
}

/** Groups off the screen are not laid out, and far from it not even made: only their height is there. */
export const MessageGroup = memo(function MessageGroup(props: MessageGroupProps) {
  const { messages, sessionId, first, total, beginning, speaker, endsWaiting } = props
  const box = useRef<HTMLDivElement>(null)
  const isLast = isLastOf(props)
  const isBeginning = beginning.from < first + messages.length && beginning.to >= first
  const { isNear, lastHeightPx } = useNearGroup(box, isLast || isBeginning)
  const heightPx = isLast ? 0 : Math.round(lastHeightPx ?? estimatedHeightsPx(messages))
  if (!isNear) return <div ref={box} data-messages style={{ blockSize: heightPx }} />
  return (
    <div
      ref={box}
      data-messages
      className={isLast ? undefined : styles.group}
      style={isLast ? undefined : { containIntrinsicBlockSize: `auto ${heightPx}px` }}
    >
      {messages.map((message, index) => (
        <MessageItem
          key={message.id}
          message={message}
          sessionId={sessionId}
          fromEnd={total - first - index}
          atOnce={first + index >= beginning.from && first + index <= beginning.to}
          isSpeakerKnown={isSpeakerKnown(messages, index, speaker)}
          isWaiting={index + 1 < messages.length ? messages[index + 1]?.queued !== undefined : endsWaiting}
        />
      ))}
    </div>
  )
}, isSame)

function isLastOf({ first, messages, total }: MessageGroupProps): boolean {
  return first + messages.length >= total
}

function isSame(before: MessageGroupProps, after: MessageGroupProps): boolean {
  return (
    isLastOf(before) === isLastOf(after) &&
    before.beginning === after.beginning &&
    before.speaker === after.speaker &&
    before.endsWaiting === after.endsWaiting &&
    before.messages.length === after.messages.length &&
    before.messages.every((message, index) => message === after.messages[index])
  )
}
