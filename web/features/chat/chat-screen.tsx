import { useRef } from "react"
import { prepareGateway } from "../../platform/gateway-client.ts"
import { texts } from "../../platform/texts.ts"
import { whenIdle } from "../../platform/when-idle.ts"
import { startConversations, useConversations } from "../../state/conversation-store.ts"
import { OpenSidebarButton } from "../../ui/open-sidebar-button.tsx"
import { usePageTitle } from "../../ui/use-page-title.ts"
import { AnswerAnnouncer } from "./answer-announcer.tsx"
import styles from "./chat-screen.module.css"
import { Composer, type ComposerHandle } from "./composer.tsx"
import { LowBalanceNotice } from "./low-balance-notice.tsx"
import { MessageList } from "./message-list.tsx"
import { startResuming } from "./resume-answers.ts"
import { StorageNotice } from "./storage-notice.tsx"

// As early as the screen's code is here: reading the storage takes longer than the first paint.
void startConversations().then(startResuming)
whenIdle(prepareGateway)

/** A conversation: its topic, its messages, and the place to write. */
export function ChatScreen() {
  const sessionId = useConversations((state) => state.currentId)
  const composer = useRef<ComposerHandle>(null)
  return (
    <div className={styles.screen}>
      <ChatHeader sessionId={sessionId} />
      <MessageList key={sessionId} sessionId={sessionId} onStarter={(prompt) => composer.current?.fill(prompt)} />
      <div className={styles.dock}>
        <StorageNotice />
        <LowBalanceNotice sessionId={sessionId} />
        <Composer key={sessionId} sessionId={sessionId} ref={composer} />
      </div>
      <AnswerAnnouncer sessionId={sessionId} />
    </div>
  )
}

function ChatHeader({ sessionId }: { readonly sessionId: string }) {
  const t = texts().shell
  const topic = useConversations((state) => state.sessions[sessionId]?.topic) || t.newConversation
  const count = useConversations((state) => state.sessions[sessionId]?.messageCount ?? 0)
  usePageTitle(topic === t.newConversation ? "" : topic)
  return (
    <header className={styles.head}>
      <OpenSidebarButton />
      <div className={styles.topic}>
        <h1 title={topic}>{topic}</h1>
        {count > 0 && <p>{t.messageCount(count)}</p>}
      </div>
    </header>
  )
}
