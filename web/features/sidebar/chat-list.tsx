import { lazy, Suspense, useMemo, useRef, useState, type ReactNode, type RefObject } from "react"
import { useLocation } from "wouter"
import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/texts.ts"
import { useToday } from "../../platform/use-today.ts"
import { selectSession, useConversations } from "../../state/conversation-store.ts"
import { classNames } from "../../ui/class-names.ts"
import styles from "./chat-list.module.css"
import { chatRows, type Row } from "./chat-rows.ts"
import { deleteWithUndo } from "./delete-with-undo.ts"

/** Beyond this many lines only those in sight are in the page. */
const plainRows = 100

const RowMenu = lazy(() => import("./row-menu.tsx"))
const VirtualRows = lazy(() => import("./virtual-rows.tsx"))

export interface ChatListProps {
  readonly onOpen: () => void
  /** The empty area was pressed. */
  readonly onHome: () => void
}

/** The conversations by when they were last touched. */
export function ChatList({ onOpen, onHome }: ChatListProps) {
  const t = texts().shell
  const order = useConversations((state) => state.order)
  const sessions = useConversations((state) => state.sessions)
  const today = useToday()
  const scroller = useRef<HTMLElement>(null)
  const rows = useMemo(() => {
    const listed = order.flatMap((id) => sessions[id] ?? [])
    return chatRows(listed, today, t, document.documentElement.lang)
  }, [order, sessions, today, t])
  const render = (row: Row) => <ChatRow row={row} onOpen={onOpen} />

  return (
    // The empty area is a shortcut for the pointer; with the keyboard, the name above leads home.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <nav
      ref={scroller}
      className={styles.list}
      aria-label={t.conversations}
      onClick={(event) => {
        if (event.target === event.currentTarget) onHome()
      }}
    >
      {rows.length <= plainRows ? (
        <PlainRows rows={rows} render={render} />
      ) : (
        <Suspense fallback={<PlainRows rows={rows.slice(0, 30)} render={render} />}>
          <VirtualRows rows={rows} render={render} scroller={scroller} />
        </Suspense>
      )}
    </nav>
  )
}

export interface RowsProps {
  readonly rows: readonly Row[]
  readonly render: (row: Row) => ReactNode
}

export interface VirtualRowsProps extends RowsProps {
  readonly scroller: RefObject<HTMLElement | null>
}

function PlainRows({ rows, render }: RowsProps) {
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.key}>{render(row)}</li>
      ))}
    </ul>
  )
}

function ChatRow({ row, onOpen }: { readonly row: Row; readonly onOpen: () => void }) {
  if (row.kind === "heading") return <h2 className={styles.heading}>{row.text}</h2>
  return <Chat session={row.session} time={row.time} onOpen={onOpen} />
}

function Chat({
  session,
  time,
  onOpen,
}: {
  readonly session: Session
  readonly time: string
  readonly onOpen: () => void
}) {
  const t = texts().shell
  const [path] = useLocation()
  const isSelected = useConversations((state) => state.currentId === session.id)
  const link = useRef<HTMLAnchorElement>(null)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  // Ten thousand rows do not need ten thousand menus: one comes with the pointer, or with the keyboard.
  const active = pointed || focused
  const isCurrent = isSelected && (path === "/" || path === "/chat")
  return (
    <div
      className={styles.row}
      onPointerEnter={(event) => setPointed(event.pointerType === "mouse")}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => setFocused(event.target.matches(":focus-visible") || focused)}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
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
      {active && (
        <Suspense>
          <RowMenu session={session} link={link} className={styles.more} />
        </Suspense>
      )}
    </div>
  )
}
