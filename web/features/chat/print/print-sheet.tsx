import { useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { texts } from "../../../platform/language/texts.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { fitOnPaper } from "../../../message/fit-on-paper.ts"
import { OnSheet, PaperSheet, sheetOnPaper } from "../../../message/paper-sheet.tsx"
import { MessageItem } from "../message/message-item.tsx"

/** The whole conversation on paper, of which most is not drawn on the screen, while the browser prints its page. */
export function PrintSheet({ sessionId }: { readonly sessionId: string }) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what stands there when this returns.
    const begin = () => {
      if (sheetOnPaper() !== null) return
      flushSync(() => setPrinting(true))
      const sheet = sheetOnPaper()
      if (sheet !== null) fitOnPaper(sheet)
    }
    const end = () => setPrinting(false)
    addEventListener("beforeprint", begin)
    addEventListener("afterprint", end)
    return () => {
      removeEventListener("beforeprint", begin)
      removeEventListener("afterprint", end)
    }
  }, [])
  return isPrinting ? <Sheet sessionId={sessionId} /> : null
}

function Sheet({ sessionId }: { readonly sessionId: string }) {
  const topic = useConversations((state) => state.sessions[sessionId]?.topic)
  const messages = useConversations((state) => state.messages[sessionId]) ?? []
  return (
    <PaperSheet title={topic || texts().shell.newConversation}>
      {messages
        .filter(({ role }) => role === "user" || role === "assistant")
        .map((message) => (
          <OnSheet key={message.id} isQuestion={message.role === "user"}>
            <MessageItem
              message={message}
              sessionId={sessionId}
              fromEnd={1}
              atOnce
              isSpeakerKnown={false}
              isWaiting={false}
            />
          </OnSheet>
        ))}
    </PaperSheet>
  )
}
