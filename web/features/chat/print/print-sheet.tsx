import { useEffect, useState } from "react"
import { createPortal, flushSync } from "react-dom"
import { texts } from "../../../platform/language/texts.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { OnPaper } from "../../../markdown/on-paper.ts"
import { MessageItem } from "../message/message-item.tsx"
import styles from "./print-sheet.module.css"

/** The whole conversation on paper: it takes the place of the page, of which most is not drawn, while that is printed. */
export function PrintSheet({ sessionId }: { readonly sessionId: string }) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what stands there when this returns.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener("beforeprint", begin)
    addEventListener("afterprint", end)
    return () => {
      removeEventListener("beforeprint", begin)
      removeEventListener("afterprint", end)
    }
  }, [])
  return isPrinting
    ? createPortal(
        <OnPaper value={true}>
          <Sheet sessionId={sessionId} />
        </OnPaper>,
        document.body,
      )
    : null
}

function Sheet({ sessionId }: { readonly sessionId: string }) {
  const topic = useConversations((state) => state.sessions[sessionId]?.topic)
  const messages = useConversations((state) => state.messages[sessionId]) ?? []
  return (
    <div className={styles.sheet}>
      <h1>{topic || texts().shell.newConversation}</h1>
      {messages
        .filter(({ role }) => role === "user" || role === "assistant")
        .map((message) => (
          <div key={message.id} className={message.role === "user" ? styles.question : undefined}>
            <MessageItem message={message} sessionId={sessionId} fromEnd={1} atOnce isSpeakerKnown={false} />
          </div>
        ))}
    </div>
  )
}
