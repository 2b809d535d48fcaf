import { memo, useRef, useState, type RefObject } from "react"
import { chatAddress } from "#core/screens/screens.ts"
import { Link, useLocation } from "../../platform/browser/links.ts"
import type { Session } from "#core/conversation/session.ts"
import { texts } from "../../platform/language/texts.ts"
import { selectSession } from "../../state/conversation-list.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { withActions } from "../../state/contributions.ts"
import { IconButton } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Icon } from "../../ui/icon.tsx"
import { lazyPart, sayPartMissing } from "../../ui/lazy-part.tsx"
import { useMedia } from "../../ui/use-media.ts"
import styles from "./chat-list.module.css"
import { deleteRow } from "./delete-row.ts"
import { renameChat } from "./rename-row.ts"

const RowMenu = lazyPart(() => withActions(() => import("./row-menu.tsx")))

export interface ChatRowProps {
  readonly session: Session
  readonly time: string
  /** It stands in a folder. */
  readonly isFiled: boolean
  readonly onOpen: () => void
}

/**
 * A conversation in the list: opens on a press, is renamed by F2 or a double press, is deleted by Delete, is moved by
 * Alt, Shift and the arrows or by dragging, and has a menu while it is pointed at or focused; for fingers, always.
 */
export const ChatRow = memo(function ChatRow({ session, time, isFiled, onOpen }: ChatRowProps) {
  const { shell, talk } = texts()
  const [path] = useLocation()
  const isSelected = useConversations((state) => state.currentId === session.id)
  const isCurrent = isSelected && (path === "/" || path === "/chat")
  const link = useRef<HTMLAnchorElement>(null)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const isTouch = useMedia("(pointer: coarse)")
  return (
    <div
      className={classNames(styles.row, isFiled && styles.filed)}
      onPointerEnter={(event) => setPointed(event.pointerType === "mouse")}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => setFocused(focused || event.target.matches(":focus-visible"))}
      // A window that goes to the back keeps what had the focus, and gives it back.
      onBlur={({ currentTarget, relatedTarget }) => {
        const isWithin = currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
        setFocused(focused && isWithin)
      }}
    >
      <Link
        ref={link}
        href={chatAddress(session.id)}
        className={classNames(styles.chat, isSelected && styles.selected, session.temporary && styles.temporary)}
        aria-current={isCurrent ? "page" : undefined}
        aria-keyshortcuts="F2 Delete Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
        title={session.temporary ? talk.temporaryHint : [session.topic, time].filter(Boolean).join(" · ")}
        draggable={false}
        data-chat={session.id}
        onClick={() => {
          selectSession(session.id)
          onOpen()
        }}
        onDoubleClick={() => void renameChat(session)}
        onKeyDown={(event) => {
          if (event.key === "F2") void renameChat(session)
          if (event.key === "Delete") deleteRow(session.id, event.currentTarget)
          if (!event.altKey || !event.shiftKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
          event.preventDefault()
          void import("./move-row.ts").then(
            ({ moveRow }) => moveRow(session.id, event.key === "ArrowUp" ? -1 : 1),
            sayPartMissing,
          )
        }}
      >
        {session.temporary && <Icon name="eyeOff" size={14} />}
        <span className={styles.topic}>
          {session.topic || (session.temporary ? talk.temporary : shell.newConversation)}
        </span>
      </Link>
      {(pointed || focused || isTouch) && <More session={session} link={link} />}
    </div>
  )
})

/** The menu's code is fetched when it is first wanted. */
function More({ session, link }: { readonly session: Session; readonly link: RefObject<HTMLAnchorElement | null> }) {
  const t = texts().shell
  const [isWanted, setWanted] = useState(false)
  const button = (
    <IconButton
      size="small"
      icon="more"
      label={t.conversationActions}
      className={styles.more}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
  return (
    <RowMenu
      wanted={isWanted}
      fallback={button}
      onMissing={() => setWanted(false)}
      session={session}
      link={link}
      className={styles.more}
    />
  )
}
