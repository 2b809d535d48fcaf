import { page } from "../../../../testing/page-around.ts"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { contentText } from "#core/gateway/content.ts"
import { pendingAnswer, userMessage, type Message, type Queued } from "#core/conversation/message.ts"
import { tabStorage } from "../../../../testing/tab-storage.ts"
import { createSession } from "../../../state/conversation-list.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { freshSession } from "../../../state/fresh-session.ts"
import { loadDraft } from "../../../state/drafts.ts"
import { useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { removeMessage } from "./delete-message.ts"
import { cancel, sendWaiting } from "../turn/queue.ts"
import { chatDeps, chatDepsFor } from "../turn/chat-deps.ts"
import { sendMessage } from "../turn/send-message.ts"
import { consentToQueued } from "../turn/queue-consent.ts"

/** A server that refuses what it is asked, once it is reached, and the questions that it has heard. */
let heard: unknown[] = []
let isReached = true

const access = useAccess.getState()
const config = useConfig.getState()

beforeEach(() => {
  heard = []
  isReached = true
  page.hidden = false
  useAccess.setState(access, true)
  useConfig.setState(config, true)
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit = {}) => {
    if (!address.endsWith("/chat/completions")) return Response.json({})
    if (!isReached) throw lineLost()
    const { messages } = JSON.parse(body as string) as { messages: readonly { content: unknown }[] }
    heard.push(messages.at(-1)?.content)
    return Response.json({ error: { message: "no" } }, { status: 400 })
  })
  vi.stubGlobal("navigator", { ...navigator, onLine: true })
  vi.stubGlobal("localStorage", tabStorage())
  vi.stubGlobal("sessionStorage", tabStorage())
})

/** What a browser says of a question that it cannot send: it is offline. */
function lineLost(): TypeError {
  vi.stubGlobal("navigator", { ...navigator, onLine: false })
  return new TypeError("Failed to fetch")
}

const now = Date.now()
const yesterday = now - 24 * 3_600_000
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

/** Has the questions on their way wait for `end`: then they are answered, or their connection is lost before they were heard. */
function holdQuestions(reached: boolean) {
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

function pairOf(words: string): readonly [Message, Message] {
  const idempotencyKey = `key of ${words}`
  const place = pendingAnswer(`answer to ${words}`, now, "gpt-5")
  return [
    { ...userMessage(`asked ${words}`, now, words), idempotencyKey },
    { ...place, providerName: "OpenAI", idempotencyKey },
  ]
}

/** Has an answer wait for a connection. */
function wait(sessionId: string, answerId: string, queued: Queued = { at: now }): void {
  dispatch({ type: "answer-failed", sessionId, messageId: answerId, failure, now, queued })
  const messages = messagesOf(sessionId)
  const questionId = messages[messages.findIndex(({ id }) => id === answerId) - 1]?.id
  const all = JSON.parse(localStorage.getItem("nk-queue") ?? "[]") as object[]
  localStorage.setItem("nk-queue", JSON.stringify([...all, { sessionId, answerId, questionId }]))
}

/** Asks an answer's question again, in other words where they are given; it waits. */
function askAgain(sessionId: string, answerId: string, words?: string): void {
  const answer = { ...pendingAnswer(answerId, now + 1, "gpt-5"), providerName: "OpenAI", idempotencyKey: "again" }
  const question = words === undefined ? {} : { question: words }
  dispatch({ type: "answer-retried", sessionId, messageId: answerId, answer, ...question })
  wait(sessionId, answerId)
}

/** Has the user pay for their questions. */
function havePrices(): void {
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
function ask(sessionId: string, words: string, queued?: Queued): void {
  const [question, answer] = pairOf(words)
  dispatch({ type: "message-sent", sessionId, question, answer })
  wait(sessionId, answer.id, queued)
}

describe("what waits", () => {
  test("is asked in the order of writing, and waits no more", async () => {
    const id = newChat()
    ask(id, "primeira")
    ask(id, "segunda")
    await sendWaiting()
    expect(heard).toEqual(["primeira", "segunda"])
    expect(waitingIds()).toEqual([])
  })

  test("goes on waiting while there is no connection, since when it has waited and for the same price", async () => {
    const id = newChat()
    ask(id, "sem sinal", { at: now - 60_000, agreedMicro: 7 })
    isReached = false
    await sendWaiting()
    expect(messagesOf(id).at(-1)?.queued).toEqual({ at: now - 60_000, agreedMicro: 7 })
    expect(waitingIds()).toEqual(["answer to sem sinal"])
  })

  test("is asked before what is written in its conversation after it", async () => {
    const id = newChat()
    ask(id, "mais velha")
    await sendMessage(id, "nova", chatDeps)
    expect(heard).toEqual(["mais velha", "nova"])
    expect(told(id).slice(2)).toEqual(["mais velha", "", "nova", ""])
    expect(waitingIds()).toEqual([])
  })

  test("holds up nothing where it is not among those that are sent from here", async () => {
    const id = newChat()
    ask(id, "de outro aparelho")
    localStorage.removeItem("nk-queue")
    let hasWaited = false
    const stop = conversationStore.subscribe(() => (hasWaited ||= messagesOf(id).at(-1)?.queued !== undefined))
    const sent = sendMessage(id, "nova", chatDeps)
    hasWaited = false
    await sent
    stop()
    expect([heard, hasWaited]).toEqual([["nova"], false])
  })

  test("is asked where the question of another one is gone, which can be asked for by hand", async () => {
    const id = newChat()
    ask(id, "sumida")
    dispatch({ type: "message-deleted", sessionId: id, messageId: "asked sumida" })
    ask(newChat(), "de outra conversa")
    await sendWaiting()
    expect(heard).toEqual(["de outra conversa"])
    expect(messagesOf(id).at(-1)).toMatchObject({ failure })
    expect(messagesOf(id).at(-1)?.queued).toBeUndefined()
    expect(waitingIds()).toEqual([])
  })

  test("never asks another question in the place of its own", async () => {
    const id = createSession()
    ask(id, "primeira")
    ask(id, "segunda")
    for (const gone of ["answer to primeira", "asked segunda"]) {
      dispatch({ type: "message-deleted", sessionId: id, messageId: gone })
    }
    await sendWaiting()
    expect(heard).toEqual([])
    expect(waitingIds()).toEqual([])
  })
})

describe("what waits in a conversation that is deleted", () => {
  test("is not sent while that may be undone, and is sent once it is", async () => {
    const id = newChat()
    ask(id, "apagada com a conversa")
    dispatch({ type: "session-deleted", sessionId: id, fresh: freshSession() })
    await sendWaiting()
    expect(heard).toEqual([])
    dispatch({ type: "session-restored", sessionId: id })
    await sendWaiting()
    expect(heard).toEqual(["apagada com a conversa"])
  })
})

describe("a question that waits and is deleted", () => {
  test("is not asked, and holds up no other", async () => {
    const id = newChat()
    ask(id, "apagada")
    ask(id, "seguinte")
    removeMessage(id, "asked apagada")
    expect(told(id)).toEqual(["oi", "olá", "seguinte", ""])
    await sendWaiting()
    expect(heard).toEqual(["seguinte"])
  })

  test("waits again in its place when that is undone", async () => {
    const id = newChat()
    ask(id, "apagada")
    ask(id, "seguinte")
    const before = messagesOf(id)
    isReached = false
    const undo = removeMessage(id, "asked apagada")
    // A round that comes between forgets it.
    await sendWaiting()
    undo?.()
    expect(messagesOf(id)).toEqual(before)
    expect(waitingIds()).toEqual(["answer to apagada", "answer to seguinte"])
  })

  test("while it is being tried, by another tab too, waits again for the same price when that is undone", async () => {
    const id = newChat()
    const queued = { at: now - 60_000, agreedMicro: 7 }
    ask(id, "tentada", queued)
    let listed: unknown
    const fetchBefore = fetch
    vi.stubGlobal("fetch", async (address: string, asked?: RequestInit) => {
      if (address.endsWith("/chat/completions")) listed = JSON.parse(localStorage.getItem("nk-queue") ?? "[]")
      return fetchBefore(address, asked)
    })
    isReached = false
    await sendWaiting()
    expect(listed).toMatchObject([{ answerId: "answer to tentada", queued }])
    // The other tab knows of a try what the list says.
    dispatch({ type: "answer-resumed", sessionId: id, messageId: "answer to tentada" })
    const undo = removeMessage(id, "asked tentada")
    undo?.()
    expect(messagesOf(id).at(-1)?.queued).toEqual(queued)
  })

  test("leaves the answer that was to be asked for again, and waits again when that is undone", () => {
    const id = newChat()
    askAgain(id, "answer to oi", "outras palavras")
    const before = messagesOf(id)
    vi.stubGlobal("navigator", { ...navigator, onLine: false })
    const undo = removeMessage(id, "asked oi")
    expect(told(id)).toEqual(["olá"])
    undo?.()
    expect(messagesOf(id)).toEqual(before)
  })
})

describe("a question that is deleted while it is being tried", () => {
  test.each([false, true])(
    "is out with its answer, and waits again when that is undone (reached: %s)",
    async (reached) => {
      const id = newChat()
      ask(id, "apagada", { at: now - 60_000, agreedMicro: 7 })
      const before = messagesOf(id)
      const { begun, end } = holdQuestions(reached)
      const round = sendWaiting()
      await begun
      const undo = removeMessage(id, "asked apagada")
      expect(told(id)).toEqual(["oi", "olá"])
      expect(waitingIds()).toEqual([])
      end()
      await round
      expect(told(id)).toEqual(["oi", "olá"])
      vi.stubGlobal("navigator", { ...navigator, onLine: false })
      undo?.()
      expect(messagesOf(id)).toEqual(before)
      expect(waitingIds()).toEqual(["answer to apagada"])
    },
  )

  test("is not asked where that happens before it is on its way", async () => {
    const id = newChat()
    ask(id, "apagada")
    const stop = conversationStore.subscribe(() => {
      if (!messagesOf(id).at(-1)?.streaming) return
      stop()
      removeMessage(id, "asked apagada")
    })
    await sendWaiting()
    expect([heard, told(id), waitingIds()]).toEqual([[], ["oi", "olá"], []])
  })

  test("leaves the answer before as it was, whatever still comes", async () => {
    const id = newChat()
    askAgain(id, "answer to oi", "outras palavras")
    const { begun, end } = holdQuestions(true)
    const round = sendWaiting()
    await begun
    removeMessage(id, "asked oi")
    const left = messagesOf(id)
    expect(told(id)).toEqual(["olá"])
    end()
    await round
    expect(messagesOf(id)).toEqual(left)
  })
})

describe("a question that has waited for more than 23 hours", () => {
  test("is not asked about while another answer of its conversation arrives", async () => {
    const id = newChat()
    ask(id, "antiga", { at: yesterday })
    const [question, answer] = pairOf("em outra aba")
    dispatch({ type: "message-sent", sessionId: id, question, answer })
    await sendWaiting()
    expect(heard).toEqual([])
    expect(waitingIds()).toEqual(["answer to antiga"])
  })

  test("is not asked about in a page that nobody sees, which sends those of other conversations", async () => {
    const id = newChat()
    ask(id, "antiga", { at: yesterday })
    ask(id, "escrita depois dela")
    ask(newChat(), "de outra conversa")
    page.hidden = true
    await sendWaiting()
    expect(heard).toEqual(["de outra conversa"])
    expect(waitingIds()).toEqual(["answer to antiga", "answer to escrita depois dela"])
  })

  test("goes on waiting where its page is hidden while it is asked about", async () => {
    const id = newChat()
    ask(id, "antiga", { at: yesterday })
    const round = sendWaiting()
    await vi.dynamicImportSettled()
    page.hidden = true
    page.dispatchEvent(new Event("visibilitychange"))
    await round
    expect(told(id)).toEqual(["oi", "olá", "antiga", ""])
    expect(waitingIds()).toEqual(["answer to antiga"])
  })

  test("is sent under the user's ceilings all the same, and asked about again where it lies above one", async () => {
    const id = newChat()
    ask(id, "antiga", { at: yesterday })
    const [question, answer] = messagesOf(id).slice(-2)
    havePrices()
    const asked: string[] = []
    const consent = async (messageCeiling: number) => {
      useConfig.setState({ messageCeiling })
      const yes = async ({ text }: { text: string }) => asked.push(text) > 0
      const one = { sessionId: id, answerId: answer!.id, question: question! }
      return (await consentToQueued(one, { at: yesterday }, yes)).consent
    }
    expect([await consent(1_000_000), asked.length]).toEqual(["yes", 1])
    expect([await consent(1), asked.length]).toEqual(["anyway", 3])
    expect(asked.at(-1)).toContain("limite")
  })
})

describe("a question that lies above a ceiling", () => {
  test("waits on with the yes that was given, which holds while it costs no more", async () => {
    havePrices()
    useConfig.setState({ messageCeiling: 1 })
    const id = newChat()
    ask(id, "cara")
    const [question, answer] = messagesOf(id).slice(-2)
    const asked: string[] = []
    const yes = async ({ text }: { text: string }) => asked.push(text) > 0
    const one = { sessionId: id, answerId: answer!.id, question: question! }
    const first = await consentToQueued(one, { at: now }, yes)
    expect([first.consent, asked.length]).toEqual(["anyway", 1])
    const again = await consentToQueued(one, first.queued, yes)
    expect([again, asked.length]).toEqual([first, 1])
    const cheaper = { at: now, pastCeilingMicro: first.queued.pastCeilingMicro! - 1 }
    expect((await consentToQueued(one, cheaper, yes)).consent).toBe("anyway")
    expect(asked.length).toBe(2)
  })

  test("is asked about once where it waits behind another", async () => {
    havePrices()
    const id = newChat()
    ask(id, "mais velha")
    vi.stubGlobal("navigator", { ...navigator, onLine: false })
    await sendMessage(id, "cara", chatDepsFor(true))
    const { queued } = messagesOf(id).at(-1)!
    expect(queued?.pastCeilingMicro).toBeGreaterThan(0)
    expect(queued?.pastCeilingMicro).toBe(queued?.agreedMicro)
  })
})

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
