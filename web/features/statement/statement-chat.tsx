import { chatAddress } from "#core/screens/screens.ts"
import { useEffect, useState } from "react"
import { useLocation } from "../../platform/browser/links.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { selectSession } from "../../state/conversation-list.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { findAnswer } from "../../state/find-answer.ts"
import { goToMessage } from "../../state/reading-place.ts"
import styles from "./statement.module.css"
import { hrefOf } from "../../platform/browser/page-address.ts"

interface Place {
  readonly sessionId: string
  readonly messageId: string
}

/** The conversation a charge belongs to, where this browser has it, and the way to its answer. */
export function StatementChat({ runId }: { readonly runId: string }) {
  const { shell } = texts()
  const [, navigate] = useLocation()
  const place = usePlaceOf(runId)
  const topic = useConversations((state) => place && state.sessions[place.sessionId]?.topic)
  if (place === undefined || topic === undefined) return null
  return (
    <div>
      <dt>{chapterTexts("statement").conversation}</dt>
      <dd>
        <a
          href={hrefOf(chatAddress(place.sessionId))}
          className={styles.chat}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            selectSession(place.sessionId)
            goToMessage(place.sessionId, place.messageId)
            navigate(chatAddress(place.sessionId))
          }}
        >
          {topic || shell.newConversation}
        </a>
      </dd>
    </div>
  )
}

function usePlaceOf(runId: string): Place | undefined {
  const [place, setPlace] = useState<Place>()
  useEffect(() => {
    let isWanted = true
    void findAnswer(runId).then((row) => {
      if (isWanted && row) setPlace({ sessionId: row.sessionId, messageId: row.message.id })
    })
    return () => void (isWanted = false)
  }, [runId])
  return place
}
