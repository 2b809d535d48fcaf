import {
  server,
  goOffline,
  now,
  messagesOf,
  told,
  waitingIds,
  newChat,
  holdQuestions,
  askAgain,
  ask,
} from "../turn/test-queue.ts"
import { describe, expect, test, vi } from "vitest"
import { conversationStore, dispatch } from "../../../state/conversation-store.ts"
import { removeMessage } from "./delete-message.ts"
import { sendWaiting } from "../turn/queue.ts"

describe("a question that waits and is deleted", () => {
  test("is not asked, and holds up no other", async () => {
    const id = newChat()
    ask(id, "apagada")
    ask(id, "seguinte")
    removeMessage(id, "asked apagada")
    expect(told(id)).toEqual(["oi", "olá", "seguinte", ""])
    await sendWaiting()
    expect(server.heard).toEqual(["seguinte"])
  })

  test("waits again in its place when that is undone", async () => {
    const id = newChat()
    ask(id, "apagada")
    ask(id, "seguinte")
    const before = messagesOf(id)
    server.isReached = false
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
    server.isReached = false
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
    goOffline()
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
      goOffline()
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
    expect([server.heard, told(id), waitingIds()]).toEqual([[], ["oi", "olá"], []])
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
