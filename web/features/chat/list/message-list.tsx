import { useEffect, useState, type ComponentType, type ReactNode } from "react"
import { calledModel } from "#core/conversation/message.ts"
import { contentText } from "#core/gateway/content.ts"
import { texts } from "../../../platform/language/texts.ts"
import { prepareAnswerText } from "../../../message/load-answer-text.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { Button } from "../../../ui/button.tsx"
import { classNames } from "../../../ui/class-names.ts"
import { createEmitter, useEmitter } from "../../../ui/emitter.ts"
import { growingPauses } from "../../../ui/growing-pauses.ts"
import { MaskPart } from "../mask/mask-part.ts"
import { EmptyChat } from "./empty-chat.tsx"
import styles from "./message-list.module.css"
import type { ThreadProps } from "./thread.tsx"

/** What draws messages; undefined until it has been fetched. */
let Thread: ComponentType<ThreadProps> | undefined
const isFetched = createEmitter(false)
const isMissing = createEmitter(false)

/** So long after it could not be fetched, what draws messages is fetched for the first time again, in ms. */
const againMs = 5_000
const pause = growingPauses(againMs)

/**
 * Fetches what draws messages and their text, which an empty chat does not need. Where it cannot be fetched, they stand
 * there in their words, and it is fetched again once there is a connection, or after a while.
 */
export async function prepareMessages(): Promise<void> {
  const text = prepareAnswerText()
  if (!isFetched.get()) {
    try {
      Thread = (await import("./thread.tsx")).Thread
      isFetched.set(true)
    } catch {
      isMissing.set(true)
      pause(() => void prepareMessages())
    }
  }
  await text
}

export interface MessageListProps {
  readonly sessionId: string
  readonly onStarter: (prompt: string) => void
}

/** The messages of a conversation; of one in which nothing has been said, a greeting. */
export function MessageList({ sessionId, onStarter }: MessageListProps) {
  const isEmpty = useConversations((state) => state.sessions[sessionId]?.messageCount === 0)
  const hasMask = useConversations((state) => (state.sessions[sessionId]?.mask.name ?? "") !== "")
  const [wasEmpty, setWasEmpty] = useState(isEmpty)
  if (isEmpty && !wasEmpty) setWasEmpty(true)
  useEmitter(isFetched)
  useEffect(() => {
    if (!isEmpty) void prepareMessages()
  }, [isEmpty])
  if (!isEmpty) return Thread ? <Thread sessionId={sessionId} wasEmpty={wasEmpty} /> : <Words sessionId={sessionId} />
  return (
    <Frame isEmpty>
      {hasMask ? (
        <MaskPart of="greeting" sessionId={sessionId} />
      ) : (
        <EmptyChat sessionId={sessionId} onStarter={onStarter} />
      )}
    </Frame>
  )
}

function Frame({ isEmpty = false, children }: { readonly isEmpty?: boolean; readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <div className={styles.list} role="log" aria-label={texts().chat.messages} aria-live="off" tabIndex={0}>
        <div className={classNames(styles.thread, isEmpty && styles.emptyThread)}>{children}</div>
      </div>
    </div>
  )
}

/**
 * How long what draws messages is waited for, in ms, where it neither comes nor fails to: then their words are better than
 * nothing. A cheap phone with a slow connection needs seconds, and would show marks that go again.
 */
const wordsAfterMs = 8_000

/** The bare words of a conversation, and what is known of the rest: that an answer is on its way, that something is missing. */
function Words({ sessionId }: { readonly sessionId: string }) {
  const { chat: t, shell } = texts()
  const messages = useConversations((state) => state.messages[sessionId])
  const [isLate, setLate] = useState(false)
  const isWithout = useEmitter(isMissing)
  const isArriving = messages?.at(-1)?.streaming === true
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), wordsAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Frame>
      {(isLate || isWithout) &&
        messages?.map((message) => (
          <article
            key={message.id}
            className={styles.words}
            dir="auto"
            aria-label={message.role === "user" ? t.you : calledModel(message) || t.model}
          >
            {contentText(message.content)}
          </article>
        ))}
      <div className={styles.state}>
        <p role="status">{[isArriving && t.thinking, isWithout && shell.partMissing].filter(Boolean).join(" ")}</p>
        {isWithout && (
          <Button icon="retry" onClick={() => location.reload()}>
            {t.reload}
          </Button>
        )}
      </div>
    </Frame>
  )
}
