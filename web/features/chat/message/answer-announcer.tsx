import { useEffect, useRef, useState } from "react"
import { selectMessages } from "#core/conversation/conversation-state.ts"
import { ops } from "#core/conversation/message-notice.ts"
import type { Message } from "#core/conversation/message.ts"
import { textOf } from "#core/gateway/content.ts"
import { joinSentences } from "#core/i18n/join-sentences.ts"
import { texts } from "../../../platform/texts.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import { turnNotice, type TurnNotice } from "../turn/running-turns.ts"
import { endingNote } from "./ending-note.ts"
import { failureWords } from "./failure-words.ts"
import { sentencesAfter } from "./sentences.ts"

/** How often new sentences are read out. */
const everyMs = 1_500

/** An answer being told, of one time it was asked, and up to where. */
interface Told {
  readonly id: string
  readonly date: number
  readonly heard: number
  readonly isDone: boolean
  /** What it waits for; each wait is told once, and not by the second. */
  readonly wait: Wait
}

/** Until the next try (epoch milliseconds), or for the connection. */
type Wait = number | "lost" | undefined

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
      const wait = streaming ? waitOf(turnNotice(id)) : undefined
      const isNews = !isKnown || wait !== told.current?.wait
      const first = streaming && !isKnown && text === "" && wait === undefined ? texts().chat.thinking : ""
      told.current = { id, date, heard: end, isDone: !streaming, wait }
      const last = streaming ? waitWords(isNews ? wait : undefined) : endingWords(answer)
      const words = [first, text, last].filter(Boolean).join(" ")
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

function waitOf(notice: TurnNotice | undefined): Wait {
  return notice?.retryAt ?? (notice?.isLost ? "lost" : undefined)
}

function waitWords(wait: Wait): string {
  const t = texts().chat
  if (wait === undefined) return ""
  return wait === "lost" ? t.reconnecting : t.retryingIn(Math.max(0, Math.ceil((wait - Date.now()) / 1000)))
}

function endingWords(answer: Message): string {
  const { chat } = texts()
  const failed = failureWords(answer)
  if (failed) return joinSentences(`${ops} ${failed.words}`, failed.advice ?? "")
  return endingNote(answer) ?? chat.answerDone
}
