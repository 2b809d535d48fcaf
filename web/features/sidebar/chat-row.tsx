import { lazy, memo, Suspense, useRef, useState } from "react"
import { useLocation } from "wouter"
import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/texts.ts"
import { selectSession, useConversations } from "../../state/conversation-store.ts"
import { classNames } from "../../ui/class-names.ts"
import styles from "./chat-list.module.css"
import { deleteWithUndo } from "./delete-with-undo.ts"

const RowMenu = lazy(() => import("./row-menu.tsx"))

export interface ChatRowProps {
  readonly session: Session
  readonly time: string
  readonly onOpen: () => void
}

/** A conversation in the list: opens on a press, is deleted by Delete, and has a menu while it is pointed at or focused. */
export const ChatRow = memo(function ChatRow({ session, time, onOpen }: ChatRowProps) {
  const t = texts().shell
  const [path] = useLocation()
  const isSelected = useConversations((state) => state.currentId === session.id)
  const isCurrent = isSelected && (path === "/" || path === "/chat")
  const link = useRef<HTMLAnchorElement>(null)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  return (
    <div
      className={styles.row}
      onPointerEnter={(event) => setPointed(event.pointerType === "mouse")}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => setFocused(focused || event.target.matches(":focus-visible"))}
      onBlur={(event) => setFocused(focused && event.currentTarget.contains(event.relatedTarget))}
    >
      <a
        ref={link}
        href="/chat"
        className={classNames(styles.chat, isSelected && styles.selected)}
        aria-current={isCurrent ? "page" : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          selectSession(session.id)
          onOpen()
        }}
        onKeyDown={(event) => {
          if (event.key === "Delete") deleteWithUndo(session.id, event.currentTarget)
        }}
      >
        <span className={styles.topic}>{session.topic || t.newConversation}</span>
        <span className={styles.about}>
          <span>{t.messageCount(session.messageCount)}</span>
          <time>{time}</time>
        </span>
      </a>
      {(pointed || focused) && (
        <Suspense>
          <RowMenu session={session} link={link} className={styles.more} />
        </Suspense>
      )}
    </div>
  )
})
