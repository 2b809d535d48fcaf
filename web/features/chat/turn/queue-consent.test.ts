import { server, goOffline, now, messagesOf, told, waitingIds, newChat, pairOf, havePrices, ask } from "./test-queue.ts"
import { describe, expect, test, vi } from "vitest"
import { page } from "../../../../testing/page-around.ts"
import { useConfig } from "../../../state/config-store.ts"
import { dispatch } from "../../../state/conversation-store.ts"
import { chatDepsFor } from "./chat-deps.ts"
import { consentToQueued } from "./queue-consent.ts"
import { sendWaiting } from "./queue.ts"
import { sendMessage } from "./send-message.ts"

const yesterday = now - 24 * 3_600_000

describe("a question that has waited for more than 23 hours", () => {
  test("is not asked about while another answer of its conversation arrives", async () => {
    const id = newChat()
    ask(id, "antiga", { at: yesterday })
    const [question, answer] = pairOf("em outra aba")
    dispatch({ type: "message-sent", sessionId: id, question, answer })
    await sendWaiting()
    expect(server.heard).toEqual([])
    expect(waitingIds()).toEqual(["answer to antiga"])
  })

  test("is not asked about in a page that nobody sees, which sends those of other conversations", async () => {
    const id = newChat()
    ask(id, "antiga", { at: yesterday })
    ask(id, "escrita depois dela")
    ask(newChat(), "de outra conversa")
    page.hidden = true
    await sendWaiting()
    expect(server.heard).toEqual(["de outra conversa"])
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
    goOffline()
    await sendMessage(id, "cara", chatDepsFor(true))
    const { queued } = messagesOf(id).at(-1)!
    expect(queued?.pastCeilingMicro).toBeGreaterThan(0)
    expect(queued?.pastCeilingMicro).toBe(queued?.agreedMicro)
  })
})
