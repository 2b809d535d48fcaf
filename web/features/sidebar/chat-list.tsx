import { useEffect, useMemo, useRef, type ReactNode, type RefObject } from "react"
import { listConversations } from "#core/conversation/listing.ts"
import { texts } from "../../platform/language/texts.ts"
import { useToday } from "../../platform/browser/use-today.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { useEmitter } from "../../ui/emitter.ts"
import { lazyPart } from "../../ui/lazy-part.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import styles from "./chat-list.module.css"
import { ChatRow } from "./chat-row.tsx"
import { chatRows, rowTimes, type Row } from "./chat-rows.ts"
import { FolderRow } from "./folder-row.tsx"
import { lastMove } from "./last-move.ts"

/** Beyond this many lines only those in sight are in the page. */
const plainRows = 100
/** The number of rows that are shown until the code for long lists has loaded. */
const firstRows = 30

const VirtualRows = lazyPart(() => import("./virtual-rows.tsx"))

export interface ChatListProps {
  /** A conversation was opened by a press. */
  readonly onOpen: () => void
  /** The empty area was pressed. */
  readonly onHome: () => void
}

/** The conversations: the pinned ones, folders, and the others by when they were last touched. */
export function ChatList({ onOpen, onHome }: ChatListProps) {
  const { shell, talk } = texts()
  const language = document.documentElement.lang
  const order = useConversations((state) => state.order)
  const sessions = useConversations((state) => state.sessions)
  const folders = useConversations((state) => state.folders)
  const today = useToday()
  const scroller = useRef<HTMLElement>(null)
  const timeOfRow = useMemo(() => rowTimes(today, language), [today, language])
  const rows = useMemo(
    () => chatRows(listConversations({ order, sessions, folders }), today, { ...shell, pinned: talk.pinned }, language),
    [order, sessions, folders, today, shell, talk, language],
  )
  useRowDrag(scroller)

  const render = (row: Row) => {
    switch (row.kind) {
      case "heading":
        return (
          <h2 className={styles.heading} data-section={row.section}>
            {row.text}
          </h2>
        )
      case "folder":
        return <FolderRow folder={row.folder} count={row.count} />
      case "empty":
        return (
          <p className={styles.empty} data-folder={row.folder.id}>
            {talk.folderEmpty}
          </p>
        )
      case "chat":
        return <ChatRow session={row.session} time={timeOfRow(row.session)} isFiled={row.isFiled} onOpen={onOpen} />
    }
  }

  return (
    // The empty area is a shortcut for the pointer; with the keyboard, the name above leads home.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <nav
      ref={scroller}
      className={styles.list}
      aria-label={shell.conversations}
      onClick={(event) => {
        if (event.target === event.currentTarget) onHome()
      }}
    >
      {rows.length <= plainRows ? (
        <PlainRows rows={rows} render={render} />
      ) : (
        <VirtualRows
          fallback={<PlainRows rows={rows.slice(0, firstRows)} render={render} />}
          rows={rows}
          render={render}
          scroller={scroller}
        />
      )}
      <LastMove />
    </nav>
  )
}

/** Announces the new position of a moved chat to screen readers. */
function LastMove() {
  const { said, nth } = useEmitter(lastMove)
  return (
    <VisuallyHidden>
      <span role="status">
        <span key={nth}>{said}</span>
      </span>
    </VisuallyHidden>
  )
}

/** Rows can be dragged with a mouse at once, and with a finger after a long press. The code for it comes with the first press. */
function useRowDrag(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = scroller.current
    if (list === null) return
    const onPointerDown = (event: PointerEvent) => {
      if (event.button !== 0 || !(event.target instanceof Element)) return
      const row = event.target.closest<HTMLElement>("[data-chat]")
      if (row === null) return
      // A press that ended before the code came was a click; followed, it would swallow the next one.
      const released = new AbortController()
      for (const end of ["pointerup", "pointercancel"]) {
        window.addEventListener(end, () => released.abort(), { capture: true, signal: released.signal })
      }
      void import("./row-drag.ts").then(
        ({ beginRowDrag }) => {
          if (released.signal.aborted) return
          released.abort()
          beginRowDrag(event, row, list)
          // A press is no drag: without the code for one, nothing is to be said.
        },
        () => released.abort(),
      )
    }
    // Stands here from the start: a browser asks before a touch begins whether its scrolling may be prevented.
    const onTouchMove = (event: TouchEvent) => {
      if (list.dataset["dragging"] !== undefined) event.preventDefault()
    }
    list.addEventListener("pointerdown", onPointerDown)
    list.addEventListener("touchmove", onTouchMove, { passive: false })
    return () => {
      list.removeEventListener("pointerdown", onPointerDown)
      list.removeEventListener("touchmove", onTouchMove)
    }
  }, [scroller])
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
