import { useEffect, useRef, useState } from "react"
import { createPortal } from "react-dom"
import { selectAnswering, selectMessages } from "#core/conversation/conversation-state.ts"
import type { Message } from "#core/conversation/message.ts"
import { contentText } from "#core/gateway/content.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { chapterTexts, loadChapters, texts } from "../../../platform/language/texts.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { turnNotice, type TurnNotice } from "../turn/running-turns.ts"
import { endingNote } from "../../../message/ending-note.ts"
import { spokenFailure } from "../../../message/failure-words.ts"
import { sentencesAfter } from "./sentences.ts"

/** How often new sentences are read out. */
const everyMs = 1_500

/** An answer being told, of one time it was asked, and up to where. */
interface Told {
  readonly id: string
  readonly date: number
  readonly heard: number
  readonly isDone: boolean
  /** The reason for waiting; each is announced once, without counting seconds. */
  readonly wait: Wait
}

interface AnswerAnnouncerProps {
  readonly sessionId: string
  /** The live region to speak in. It is older than this code: words in a region that has just appeared are not read. */
  readonly place: Element
}

/** Since when answers are news (epoch milliseconds). This code comes after the page, and an answer may come before it. */
let opened = performance.timeOrigin

/** Until the next try (epoch milliseconds), for the connection, or to be asked at all. */
type Wait = number | "lost" | "queued" | undefined

/**
 * Reads arriving answers to screen readers, sentence by sentence: the log itself is silent. Earlier answers are not
 * read, and none is read twice; one that came between two looks is read whole.
 */
export default function AnswerAnnouncer({ sessionId, place }: AnswerAnnouncerProps) {
  const [said, setSaid] = useState("")
  const told = useRef<Told>(undefined)

  useEffect(() => {
    let since = opened
    let isGone = false
    const hear = () => {
      const answer = answerOfInterest(sessionId, told.current)
      if (answer === undefined) return
      const { id, date, streaming = false } = answer
      const isKnown = told.current?.id === id && told.current.date === date
      if (isKnown ? told.current?.isDone : !streaming && date < since) return
      const wait = answer.queued ? "queued" : streaming ? waitOf(turnNotice(id)) : undefined
      if (isKnown && wait === "queued" && told.current?.wait === wait) return
      // What waits has yet to be heard, after whatever else was waiting with it.
      if (wait !== "queued") since = Math.max(since, date)
      const { text, end } = sentencesAfter(
        contentText(answer.content),
        isKnown ? (told.current?.heard ?? 0) : 0,
        streaming,
      )
      const isNews = !isKnown || wait !== told.current?.wait
      const first = streaming && !isKnown && text === "" && wait === undefined ? texts().chat.thinking : ""
      told.current = { id, date, heard: end, isDone: !streaming && wait !== "queued", wait }
      const say = (last: string) => {
        const words = [first, text, last].filter(Boolean).join(" ")
        // The same words once more would change nothing on the page, and be silent.
        if (words !== "") setSaid((before) => (before === words ? `${words}\u00a0` : words))
      }
      const sayLater = (words: Promise<string>) => void words.then((last) => !isGone && say(last))
      if (wait === "queued") sayLater(waitingSaid())
      else if (streaming) say(waitWords(isNews ? wait : undefined))
      else if (answer.failure === undefined) say(endingNote(answer) ?? texts().chat.answerDone)
      else sayLater(failureSaid(answer.failure, answer))
    }
    const timer = setInterval(hear, everyMs)
    return () => {
      isGone = true
      opened = Date.now()
      clearInterval(timer)
      // An announcement about one conversation must not remain in another.
      setSaid("")
    }
  }, [sessionId])

  return createPortal(said, place)
}

/** The answer that is arriving, wherever it stands; until its end is told it is looked at, too. Else the one asked for last. */
function answerOfInterest(sessionId: string, told: Told | undefined): Message | undefined {
  const state = conversationStore.getState()
  const answers = selectMessages(state, sessionId)?.filter(({ role }) => role === "assistant") ?? []
  const open = told === undefined || told.isDone ? undefined : answers.find(({ id }) => id === told.id)
  const latest = answers.reduce<Message | undefined>((a, b) => (a !== undefined && a.date > b.date ? a : b), undefined)
  return selectAnswering(state, sessionId) ?? open ?? latest
}

function waitOf(notice: TurnNotice | undefined): Wait {
  return notice?.retryAt ?? (notice?.isLost ? "lost" : undefined)
}

function waitWords(wait: Exclude<Wait, "queued">): string {
  const t = texts().chat
  if (wait === undefined) return ""
  return wait === "lost" ? t.reconnecting : t.retryingIn(Math.max(0, Math.ceil((wait - Date.now()) / 1000)))
}

/** The words of a question that waits for a connection. */
async function waitingSaid(): Promise<string> {
  const loaded = await loadChapters("queue").catch(() => false)
  return loaded === false ? texts().chat.offline : chapterTexts("queue").queued
}

/** The words of a failure, whose texts are no part of the first load. */
async function failureSaid(failure: Failure, answer: Message): Promise<string> {
  try {
    await loadChapters("errors")
    return spokenFailure(failure, answer)
  } catch {
    return texts().shell.partMissing
  }
}
