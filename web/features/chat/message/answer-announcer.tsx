import { useEffect, useRef, useState } from "react"
import { selectMessages } from "#core/conversation/conversation-state.ts"
import { errorNotice } from "#core/conversation/error-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import { textOf } from "#core/gateway/content.ts"
import { failureText } from "#core/i18n/failure-text.ts"
import { texts } from "../../../platform/texts.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import { endingNote } from "./ending-note.ts"
import { sentencesAfter } from "./sentences.ts"

/** How often new sentences are read out. */
const everyMs = 1_500

/** An answer being told, of one time it was asked, and up to where. */
interface Told {
  readonly id: string
  readonly date: number
  readonly heard: number
  readonly isDone: boolean
}

/**
 * Reads arriving answers to screen readers, sentence by sentence: the log itself is silent. Those that were there before are
 * not told, and none is told twice; one that came between two looks is told whole.
 */
export function AnswerAnnouncer({ sessionId }: { readonly sessionId: string }) {
  const [said, setSaid] = useState("")
  const told = useRef<Told>(undefined)

  useEffect(() => {
    let since = Date.now()
    const hear = () => {
      const answer = selectMessages(conversationStore.getState(), sessionId)?.at(-1)
      if (answer?.role !== "assistant") return
      const { id, date, streaming = false } = answer
      const isKnown = told.current?.id === id && told.current.date === date
      if (isKnown ? told.current?.isDone : !streaming && date < since) return
      since = Math.max(since, date)
      const { text, end } = sentencesAfter(textOf(answer.content), isKnown ? (told.current?.heard ?? 0) : 0, streaming)
      told.current = { id, date, heard: end, isDone: !streaming }
      const first = streaming && !isKnown && text === "" ? texts().chat.thinking : ""
      const words = [first, text, streaming ? "" : endingWords(answer)].filter(Boolean).join(" ")
      // The same words once more would change nothing on the page, and be silent.
      if (words !== "") setSaid((before) => (before === words ? `${words}\u00a0` : words))
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
  return endingNote(answer) ?? chat.answerDone
}
