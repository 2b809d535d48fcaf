import { useState } from "react"
import { texts } from "../../platform/language/texts.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { withActions } from "../../state/contributions.ts"
import { IconButton } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { lazyPart } from "../../ui/lazy-part.tsx"
import { OpenSidebarButton } from "../../ui/open-sidebar-button.tsx"
import { showToast } from "../../ui/toast.tsx"
import { usePageTitle } from "../../ui/use-page-title.ts"
import styles from "./chat-header.module.css"

const ChatMenu = lazyPart(() => withActions(() => import("./chat-menu.tsx")))

/** The conversation's title and its actions. */
export function ChatHeader({ sessionId }: { readonly sessionId: string }) {
  const { shell, talk } = texts()
  const topic = useConversations((state) => state.sessions[sessionId]?.topic) || shell.newConversation
  const count = useConversations((state) => state.sessions[sessionId]?.messageCount ?? 0)
  const isTemporary = useConversations((state) => state.sessions[sessionId]?.temporary === true)
  usePageTitle(topic === shell.newConversation ? "" : topic)
  return (
    <header className={styles.head}>
      <OpenSidebarButton />
      <div className={styles.topic}>
        <h1 dir="auto" title={topic}>
          {topic}
        </h1>
        {(count > 0 || isTemporary) && (
          <p>
            {isTemporary && (
              <span className={styles.temporary} title={talk.temporaryHint}>
                <Icon name="eyeOff" size={14} />
                {talk.temporary}
              </span>
            )}
            {count > 0 && shell.messageCount(count)}
          </p>
        )}
      </div>
      {count > 0 && <RenewTitle key={sessionId} sessionId={sessionId} />}
      <More sessionId={sessionId} />
    </header>
  )
}

function RenewTitle({ sessionId }: { readonly sessionId: string }) {
  const t = texts().talk
  const [isAsking, setAsking] = useState(false)
  const renew = async () => {
    if (isAsking) return
    setAsking(true)
    const isDone = await import("./turn/name-session.ts")
      .then(({ renewTitle }) => renewTitle(sessionId))
      .catch(() => false)
    setAsking(false)
    if (!isDone) showToast({ text: t.titleFailed })
  }
  return (
    <IconButton
      icon="retry"
      label={isAsking ? t.renewingTitle : t.renewTitle}
      aria-busy={isAsking}
      className={isAsking ? styles.turning : undefined}
      onClick={() => void renew()}
    />
  )
}

/** The menu's code is fetched when it is first wanted. */
function More({ sessionId }: { readonly sessionId: string }) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <IconButton
      icon="more"
      label={texts().talk.conversation}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  )
  return <ChatMenu wanted={isWanted} fallback={button} onMissing={() => setWanted(false)} sessionId={sessionId} />
}
