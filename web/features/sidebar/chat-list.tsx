import { lazy, Suspense, useMemo, useRef, type ReactNode, type RefObject } from "react"
import { texts } from "../../platform/texts.ts"
import { useToday } from "../../platform/use-today.ts"
import { useConversations } from "../../state/conversation-store.ts"
import styles from "./chat-list.module.css"
import { ChatRow } from "./chat-row.tsx"
import { chatRows, rowTimes, type Row } from "./chat-rows.ts"

/** Beyond this many lines only those in sight are in the page. */
const plainRows = 100
/** What stands there until the part for long lists has loaded. */
const firstRows = 30

const VirtualRows = lazy(() => import("./virtual-rows.tsx"))

export interface ChatListProps {
  readonly onOpen: () => void
  /** The empty area was pressed. */
  readonly onHome: () => void
}

/** The conversations by when they were last touched. */
export function ChatList({ onOpen, onHome }: ChatListProps) {
  const t = texts().shell
  const language = document.documentElement.lang
  const order = useConversations((state) => state.order)
  const sessions = useConversations((state) => state.sessions)
  const today = useToday()
  const scroller = useRef<HTMLElement>(null)
  const timeOfRow = useMemo(() => rowTimes(language), [language])
  const rows = useMemo(() => {
    const listed = order.flatMap((id) => sessions[id] ?? [])
    return chatRows(listed, today, t, language)
  }, [order, sessions, today, t, language])

  const render = (row: Row) =>
    row.kind === "heading" ? (
      <h2 className={styles.heading}>{row.text}</h2>
    ) : (
      <ChatRow session={row.session} time={timeOfRow(row.session, row.period)} onOpen={onOpen} />
    )

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
        <Suspense fallback={<PlainRows rows={rows.slice(0, firstRows)} render={render} />}>
          <VirtualRows rows={rows} render={render} scroller={scroller} />
        </Suspense>
      )}
    </nav>
  )
}

interface RowsProps {
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
