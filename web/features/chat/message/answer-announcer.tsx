import { useEffect, useRef, useState } from "react"
import { selectMessages } from "#core/conversation/conversation-state.ts"
import { errorNotice } from "#core/conversation/error-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import { textOf } from "#core/gateway/content.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { texts } from "../../../platform/texts.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import { sentencesAfter } from "./sentences.ts"

/** How often new sentences are read out. */
const everyMs = 1_500

/** Reads an arriving answer to screen readers, sentence by sentence: the log itself is silent. */
export function AnswerAnnouncer({ sessionId }: { readonly sessionId: string }) {
  const [said, setSaid] = useState("")
  const place = useRef<{ readonly id: string; readonly heard: number } | undefined>(undefined)

  useEffect(() => {
    const hear = () => {
      const answer = selectMessages(conversationStore.getState(), sessionId)?.at(-1)
      const at = place.current
      if (answer?.role !== "assistant") return
      if (answer.streaming && at?.id !== answer.id) {
        place.current = { id: answer.id, heard: 0 }
        return setSaid(texts().chat.thinking)
      }
      if (at === undefined || at.id !== answer.id) return
      const { text, end } = sentencesAfter(textOf(answer.content), at.heard, answer.streaming === true)
      place.current = answer.streaming ? { id: answer.id, heard: end } : undefined
      const words = [text, answer.streaming ? "" : endingWords(answer)].filter(Boolean).join(" ")
      if (words !== "") setSaid(words)
    }
    const timer = setInterval(hear, everyMs)
    return () => {
      clearInterval(timer)
      // What was said of one conversation does not stand in another.
      setSaid("")
    }
  }, [sessionId])

  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  )
}

function endingWords(answer: Message): string {
  const { chat, errors } = texts()
  if (answer.failure) return errorNotice(failureText(answer.failure, errors), errors.unknown).replaceAll("*", "")
  return answer.finish === "aborted" ? chat.stopped : chat.answerDone
}
