import {
  server,
  failure,
  now,
  messagesOf,
  told,
  waitingIds,
  newChat,
  pairOf,
  wait,
  askAgain,
  ask,
} from "./test-queue.ts"
import { describe, expect, test } from "vitest"
import { createSession } from "../../../state/conversation-list.ts"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { loadDraft } from "../../../state/drafts.ts"
import { freshSession } from "../../../state/fresh-session.ts"
import { chatDeps } from "./chat-deps.ts"
import { cancel, sendWaiting } from "./queue.ts"
import { sendMessage } from "./send-message.ts"

describe("what waits", () => {
  test("is asked in the order of writing, and waits no more", async () => {
    const id = newChat()
    ask(id, "primeira")
    ask(id, "segunda")
    await sendWaiting()
    expect(server.heard).toEqual(["primeira", "segunda"])
    expect(waitingIds()).toEqual([])
  })

  test("goes on waiting while there is no connection, since when it has waited and for the same price", async () => {
    const id = newChat()
    ask(id, "sem sinal", { at: now - 60_000, agreedMicro: 7 })
    server.isReached = false
    await sendWaiting()
    expect(messagesOf(id).at(-1)?.queued).toEqual({ at: now - 60_000, agreedMicro: 7 })
    expect(waitingIds()).toEqual(["answer to sem sinal"])
  })

  test("is asked before what is written in its conversation after it", async () => {
    const id = newChat()
    ask(id, "mais velha")
    await sendMessage(id, "nova", chatDeps)
    expect(server.heard).toEqual(["mais velha", "nova"])
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
    expect([server.heard, hasWaited]).toEqual([["nova"], false])
  })

  test("is asked where the question of another one is gone, which can be asked for by hand", async () => {
    const id = newChat()
    ask(id, "sumida")
    dispatch({ type: "message-deleted", sessionId: id, messageId: "asked sumida" })
    ask(newChat(), "de outra conversa")
    await sendWaiting()
    expect(server.heard).toEqual(["de outra conversa"])
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
    expect(server.heard).toEqual([])
    expect(waitingIds()).toEqual([])
  })
})

describe("what waits in a conversation that is deleted", () => {
  test("is not sent while that may be undone, and is sent once it is", async () => {
    const id = newChat()
    ask(id, "apagada com a conversa")
    dispatch({ type: "session-deleted", sessionId: id, fresh: freshSession() })
    await sendWaiting()
    expect(server.heard).toEqual([])
    dispatch({ type: "session-restored", sessionId: id })
    await sendWaiting()
    expect(server.heard).toEqual(["apagada com a conversa"])
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
