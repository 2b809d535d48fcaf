import { useState } from "react"
import { texts, withChapters } from "../../platform/language/texts.ts"
import { useAccess } from "../../state/access-store.ts"
import { focusComposer } from "../../state/composer-focus.ts"
import { createSession } from "../../state/conversation-list.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { partsOf, withActions } from "../../state/contributions.ts"
import { classNames } from "../../ui/class-names.ts"
import { IconButton } from "../../ui/button.tsx"
import { useDrawer } from "../../ui/drawer.tsx"
import { Icon } from "../../ui/icon.tsx"
import { lazyPart } from "../../ui/lazy-part.tsx"
import { Logo } from "../../ui/logo.tsx"
import { OpenSidebarButton } from "../../ui/open-sidebar-button.tsx"
import { ScreenTag } from "../../ui/screen-tag.tsx"
import { useIsMobile } from "../../ui/use-media.ts"
import { usePageTitle } from "../../ui/use-page-title.ts"
import { MaskPart } from "./mask/mask-part.ts"
import styles from "./chat-header.module.css"

const ChatMenu = lazyPart(() =>
  withChapters(
    withActions(() => import("./chat-menu.tsx")),
    "masks",
    "dialogs",
  ),
)

/** The conversation's title, which opens its actions, and what other features have to say of it. */
export function ChatHeader({ sessionId }: { readonly sessionId: string }) {
  const { shell, talk } = texts()
  const topic = useConversations((state) => state.sessions[sessionId]?.topic) ?? ""
  const isEmpty = useConversations((state) => (state.sessions[sessionId]?.messageCount ?? 0) === 0)
  const isTemporary = useConversations((state) => state.sessions[sessionId]?.temporary === true)
  const hasMask = useConversations((state) => (state.sessions[sessionId]?.mask.name ?? "") !== "")
  const productName = useAccess((state) => state.config.productName)
  const isMobile = useIsMobile()
  usePageTitle(topic)
  // Where the sidebar is out of sight, the conversation before its first word bears the product's name.
  const isFirst = isMobile && isEmpty && topic === "" && !hasMask
  return (
    <header className={styles.head}>
      <OpenSidebarButton />
      <div className={classNames(styles.topic, isFirst && styles.first)}>
        <div className={styles.title}>
          {isFirst && <Logo size={28} />}
          <h1 dir="auto" className={isFirst ? styles.product : undefined} title={topic || undefined}>
            {isFirst ? productName : topic || shell.newConversation}
          </h1>
          <More sessionId={sessionId} />
        </div>
        <div className={styles.tags}>
          {hasMask && <MaskPart of="tag" sessionId={sessionId} />}
          <ScreenTag />
          {isTemporary && (
            <span className={styles.temporary} title={talk.temporaryHint}>
              <Icon name="eyeOff" size={14} />
              {talk.temporary}
            </span>
          )}
        </div>
      </div>
      {partsOf("header").map(({ id, Control }) => (
        <Control key={id} sessionId={sessionId} />
      ))}
      {isMobile && <NewConversation />}
    </header>
  )
}

/** Beside the sidebar there is one already, and in the drawer another: a screen has one button of this name. */
function NewConversation() {
  const { isOpen } = useDrawer()
  return (
    <IconButton
      icon="compose"
      label={texts().shell.newConversation}
      aria-hidden={isOpen}
      onClick={() => {
        createSession()
        focusComposer()
      }}
    />
  )
}

/** The menu's code is fetched when it is first wanted. */
function More({ sessionId }: { readonly sessionId: string }) {
  const [isWanted, setWanted] = useState(false)
  const label = texts().talk.conversation
  const button = (
    <button
      type="button"
      className={styles.more}
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <Icon name="chevron" size={16} />
    </button>
  )
  return (
    <ChatMenu
      wanted={isWanted}
      fallback={button}
      onMissing={() => setWanted(false)}
      sessionId={sessionId}
      className={styles.more}
    />
  )
}
