import { beforeEach, describe, expect, test, vi } from "vitest"
import { contentText } from "#core/gateway/content.ts"
import { pendingAnswer, userMessage, type Message } from "#core/conversation/message.ts"
import { tabStorage } from "../../../../testing/tab-storage.ts"

// What a page has around it, as far as the queue looks at it. There is no database: the memory takes its place.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("window", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("navigator", { onLine: true, languages: ["pt-BR"] })
})

const { conversationStore, createSession, dispatch } = await import("../../../state/conversation-store.ts")
const { loadDraft } = await import("../../../state/drafts.ts")
const { cancel } = await import("../turn/queue.ts")

beforeEach(() => {
  vi.stubGlobal("localStorage", tabStorage())
  vi.stubGlobal("sessionStorage", tabStorage())
})

const now = Date.now()
const failure = { kind: "network", unreached: true } as const
const messagesOf = (sessionId: string) => conversationStore.getState().messages[sessionId] ?? []
const told = (sessionId: string) => messagesOf(sessionId).map(({ content }) => contentText(content))
const waitingIds = () =>
  (JSON.parse(localStorage.getItem("nk-queue") ?? "[]") as { answerId: string }[]).map((one) => one.answerId)

/** A new conversation. */
function newChat(): string {
  const id = createSession()
  say(id, "oi", "olá")
  return id
}

/** A question with its answer. */
function say(sessionId: string, words: string, answer: string): void {
  const [question, place] = pairOf(words)
  dispatch({ type: "message-sent", sessionId, question, answer: place })
  const messageId = place.id
  dispatch({ type: "answer-advanced", sessionId, messageId, events: [{ type: "text-delta", text: answer }] })
  dispatch({ type: "answer-finished", sessionId, messageId, now })
}

function pairOf(words: string): readonly [Message, Message] {
  const idempotencyKey = `key of ${words}`
  const place = pendingAnswer(`answer to ${words}`, now, "gpt-5")
  return [
    { ...userMessage(`asked ${words}`, now, words), idempotencyKey },
    { ...place, providerName: "OpenAI", idempotencyKey },
  ]
}

/** Has an answer wait for a connection. */
function wait(sessionId: string, answerId: string, at = now): void {
  dispatch({ type: "answer-failed", sessionId, messageId: answerId, failure, now, queued: { at } })
  const all = JSON.parse(localStorage.getItem("nk-queue") ?? "[]") as object[]
  localStorage.setItem("nk-queue", JSON.stringify([...all, { sessionId, answerId }]))
}

/** Asks an answer's question again, in other words where they are given; it waits. */
function askAgain(sessionId: string, answerId: string, words?: string): void {
  const answer = { ...pendingAnswer(answerId, now + 1, "gpt-5"), providerName: "OpenAI", idempotencyKey: "again" }
  const question = words === undefined ? {} : { question: words }
  dispatch({ type: "answer-retried", sessionId, messageId: answerId, answer, ...question })
  wait(sessionId, answerId)
}

describe("a message that waits and is taken back", () => {
  test("goes out of its chat, and its words go back to the field", async () => {
    const id = newChat()
    const [question, answer] = pairOf("sem sinal")
    dispatch({ type: "message-sent", sessionId: id, question, answer })
    wait(id, answer.id)
    cancel(id, answer.id)
    expect(told(id)).toEqual(["oi", "olá"])
    await expect.poll(() => loadDraft(id)).toBe("sem sinal")
    expect(waitingIds()).toEqual([])
  })

  test("leaves the answer that was to be asked for again, with its question", async () => {
    const id = newChat()
    const before = messagesOf(id)
    askAgain(id, "answer to oi")
    cancel(id, "answer to oi")
    expect(messagesOf(id)).toEqual(before)
    expect(await loadDraft(id)).toBe("")
  })

  test("leaves the answer to the question as it was, and gives the other words back", async () => {
    const id = newChat()
    const before = messagesOf(id)
    askAgain(id, "answer to oi", "outras palavras")
    expect(told(id)).toEqual(["outras palavras", ""])
    cancel(id, "answer to oi")
    expect(messagesOf(id)).toEqual(before)
    await expect.poll(() => loadDraft(id)).toBe("outras palavras")
  })

  test("takes nothing out that waits no more", () => {
    const id = newChat()
    cancel(id, "answer to oi")
    expect(told(id)).toEqual(["oi", "olá"])
  })
})
