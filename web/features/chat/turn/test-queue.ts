import { page } from "../../../../testing/page-around.ts"
import { beforeEach, vi } from "vitest"
import { contentText } from "#core/gateway/content.ts"
import { pendingAnswer, userMessage, type Message, type Queued } from "#core/conversation/message.ts"
import { tabStorage } from "../../../../testing/tab-storage.ts"
import { useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { createSession } from "../../../state/conversation-list.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"

// What tests of questions that wait begin with: a page, a server that can be out of reach, and conversations.

/** A server that refuses what it is asked, once it is reached, and the questions that it has heard. */
export const server: { heard: unknown[]; isReached: boolean } = { heard: [], isReached: true }

const access = useAccess.getState()
const config = useConfig.getState()

beforeEach(() => {
  server.heard = []
  server.isReached = true
  page.hidden = false
  useAccess.setState(access, true)
  useConfig.setState(config, true)
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit = {}) => {
    if (!address.endsWith("/chat/completions")) return Response.json({})
    if (!server.isReached) throw lineLost()
    const { messages } = JSON.parse(body as string) as { messages: readonly { content: unknown }[] }
    server.heard.push(messages.at(-1)?.content)
    return Response.json({ error: { message: "no" } }, { status: 400 })
  })
  vi.stubGlobal("navigator", { ...navigator, onLine: true })
  vi.stubGlobal("localStorage", tabStorage())
  vi.stubGlobal("sessionStorage", tabStorage())
})

/** What a browser says of a question that it cannot send: it is offline. */
function lineLost(): TypeError {
  goOffline()
  return new TypeError("Failed to fetch")
}

export function goOffline(): void {
  vi.stubGlobal("navigator", { ...navigator, onLine: false })
}

export const now = Date.now()
export const failure = { kind: "network", unreached: true } as const
export const messagesOf = (sessionId: string) => conversationStore.getState().messages[sessionId] ?? []
export const told = (sessionId: string) => messagesOf(sessionId).map(({ content }) => contentText(content))
export const waitingIds = () =>
  (JSON.parse(localStorage.getItem("nk-queue") ?? "[]") as { answerId: string }[]).map((one) => one.answerId)

/** A new conversation, with a question and its answer in it. */
export function newChat(): string {
  const id = createSession()
  say(id, "oi", "olá")
  return id
}

/** Has the questions on their way wait for `end`: then they are answered, or their connection is lost before they were heard. */
export function holdQuestions(reached: boolean) {
  let [begin, end] = [() => {}, () => {}]
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const held = new Promise<void>((resolve) => (end = resolve))
  const words = `data: {"choices":[{"index":0,"delta":{"content":"tarde"}}]}\n\ndata: [DONE]\n\n`
  vi.stubGlobal("fetch", async (address: string) => {
    if (!address.endsWith("/chat/completions")) return Response.json({})
    begin()
    await held
    if (!reached) throw lineLost()
    return new Response(words, { headers: { "content-type": "text/event-stream" } })
  })
  return { begun, end }
}

/** A question with its answer. */
function say(sessionId: string, words: string, answer: string): void {
  const [question, place] = pairOf(words)
  dispatch({ type: "message-sent", sessionId, question, answer: place })
  const messageId = place.id
  dispatch({ type: "answer-advanced", sessionId, messageId, events: [{ type: "text-delta", text: answer }] })
  dispatch({ type: "answer-finished", sessionId, messageId, now })
}

export function pairOf(words: string): readonly [Message, Message] {
  const idempotencyKey = `key of ${words}`
  const place = pendingAnswer(`answer to ${words}`, now, "gpt-5")
  return [
    { ...userMessage(`asked ${words}`, now, words), idempotencyKey },
    { ...place, providerName: "OpenAI", idempotencyKey },
  ]
}

/** Has an answer wait for a connection. */
export function wait(sessionId: string, answerId: string, queued: Queued = { at: now }): void {
  dispatch({ type: "answer-failed", sessionId, messageId: answerId, failure, now, queued })
  const messages = messagesOf(sessionId)
  const questionId = messages[messages.findIndex(({ id }) => id === answerId) - 1]?.id
  const all = JSON.parse(localStorage.getItem("nk-queue") ?? "[]") as object[]
  localStorage.setItem("nk-queue", JSON.stringify([...all, { sessionId, answerId, questionId }]))
}

/** Asks an answer's question again, in other words where they are given; it waits. */
export function askAgain(sessionId: string, answerId: string, words?: string): void {
  const answer = { ...pendingAnswer(answerId, now + 1, "gpt-5"), providerName: "OpenAI", idempotencyKey: "again" }
  const question = words === undefined ? {} : { question: words }
  dispatch({ type: "answer-retried", sessionId, messageId: answerId, answer, ...question })
  wait(sessionId, answerId)
}

/** Has the user pay for their questions. */
export function havePrices(): void {
  const pricePerMillion = { input: 10, cached: 1, output: 80 }
  const model = { name: "gpt-4o-mini", provider: "OpenAI", displayName: "GPT-4o mini", available: true }
  const { config } = useAccess.getState()
  useAccess.setState({
    accessCode: "prosa_x",
    userType: "premium",
    isAnonymousUser: false,
    config: { ...config, models: [{ ...model, tiers: ["premium"], pricePerMillion }] },
  })
}

/** A new question that waits. */
export function ask(sessionId: string, words: string, queued?: Queued): void {
  const [question, answer] = pairOf(words)
  dispatch({ type: "message-sent", sessionId, question, answer })
  wait(sessionId, answer.id, queued)
}
