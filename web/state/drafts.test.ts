import "../../testing/page-around.ts"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { userMessage } from "#core/conversation/message.ts"
import type { Session } from "#core/conversation/session.ts"
import { tabStorage } from "../../testing/tab-storage.ts"
import { createSession, createTemporarySession, deleteSession, purgeSession } from "./conversation-list.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { conversationStorage } from "./stored-conversations.ts"
import { isOnlyHere } from "./only-here.ts"
import { storageStore } from "./storage-state.ts"
import { addToDraft, behind, keepDraft, leaveUnused, loadDraft, noteField, saveDraft } from "./drafts.ts"

beforeEach(() => void vi.stubGlobal("sessionStorage", tabStorage()))

const session = (id: string) => conversationStore.getState().sessions[id] as Session
const say = (sessionId: string, words: string) => {
  const question = userMessage(`${sessionId} asked`, 1, words)
  dispatch({
    type: "message-sent",
    sessionId,
    question,
    answer: { ...question, id: `${sessionId} told`, role: "assistant" },
  })
}
/** A conversation with a message, selected. */
const usedSession = () => {
  const id = createSession()
  say(id, "Oi")
  return id
}

describe("a draft", () => {
  test("is found again, in its own conversation", async () => {
    const [one, other] = [usedSession(), usedSession()]
    saveDraft(one, "um")
    expect([await loadDraft(one), await loadDraft(other)]).toEqual(["um", ""])
  })

  test("that any tab wrote last is found where this tab wrote none", async () => {
    const id = usedSession()
    saveDraft(id, "de outra aba")
    vi.stubGlobal("sessionStorage", tabStorage())
    expect(await loadDraft(id)).toBe("de outra aba")
  })

  test("that was emptied does not come back where the page leaves before the database has let go of it", async () => {
    const id = usedSession()
    saveDraft(id, "apagado")
    const storage = conversationStorage()
    const removing = vi.spyOn(storage, "saveDraft").mockReturnValue(new Promise(() => {}))
    saveDraft(id, "")
    expect(await loadDraft(id)).toBe("")
    removing.mockRestore()
  })

  test("that was emptied does not come back in a new tab after a crash, and another tab's words do", async () => {
    const id = usedSession()
    saveDraft(id, "apagado")
    const storage = conversationStorage()
    const removing = vi.spyOn(storage, "saveDraft").mockReturnValue(new Promise(() => {}))
    saveDraft(id, "")
    removing.mockRestore()
    vi.stubGlobal("sessionStorage", tabStorage())
    expect(await loadDraft(id)).toBe("")
    vi.stubGlobal("sessionStorage", tabStorage())
    await storage.saveDraft(id, "de outra aba")
    vi.stubGlobal("sessionStorage", tabStorage())
    expect(await loadDraft(id)).toBe("de outra aba")
  })

  test("that was emptied here gives way to what another tab writes later", async () => {
    const id = usedSession()
    saveDraft(id, "apagado")
    saveDraft(id, "")
    await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
    await conversationStorage().saveDraft(id, "de outra aba")
    expect(await loadDraft(id)).toBe("de outra aba")
  })

  test("of a temporary conversation is kept nowhere but in this page", async () => {
    const id = createTemporarySession()
    const local = tabStorage()
    vi.stubGlobal("localStorage", local)
    saveDraft(id, "segredo")
    usedSession()
    expect([await loadDraft(id), await conversationStorage().loadDraft(id)]).toEqual(["segredo", ""])
    saveDraft(id, "")
    expect([await loadDraft(id), sessionStorage.length, local.length]).toEqual(["", 0, 0])
  })

  test("of a temporary conversation that is gone by the time its field leaves is written nowhere", async () => {
    const id = createTemporarySession()
    deleteSession(id)
    purgeSession(id)
    saveDraft(id, "segredo")
    expect([sessionStorage.length, await conversationStorage().loadDraft(id)]).toEqual([0, ""])
  })

  test("takes more words behind its own: in its field while that is on the screen, else where it is stored", async () => {
    const id = usedSession()
    saveDraft(id, "Comprar ")
    let text = "Comprar hoje"
    const leave = noteField(id, (words) => (text = behind(text, words)))
    expect(await addToDraft(id, "pão")).toBe(true)
    expect([text, await loadDraft(id)]).toEqual(["Comprar hoje pão", "Comprar "])
    leave()
    expect(await addToDraft(id, "leite")).toBe(false)
    expect([text, await loadDraft(id)]).toEqual(["Comprar hoje pão", "Comprar leite"])
  })

  test("that comes to the screen while more words wait for the storage takes them in its field", async () => {
    const id = usedSession()
    const words: string[] = []
    const adding = addToDraft(id, "pão")
    const leave = noteField(id, (more) => words.push(more))
    expect(await adding).toBe(true)
    expect([words, await loadDraft(id)]).toEqual([["pão"], ""])
    leave()
  })

  test("takes words for a conversation that another tab has begun", async () => {
    const after = { ...session(usedSession()), id: "elsewhere" }
    const none = { removedSessions: [], removedMessages: [], messages: [], folders: [], removedFolders: [] }
    await conversationStorage().save({ ...none, sessions: [{ before: undefined, after }] }, "relaxed")
    expect(await addToDraft("elsewhere", "pão")).toBe(false)
    expect(await conversationStorage().loadDraft("elsewhere")).toBe("pão")
  })

  describe("of a conversation that another tab has begun, where the look for it failed,", () => {
    const begun = async (id: string) => {
      const after = { ...session(usedSession()), id }
      const none = { removedSessions: [], removedMessages: [], messages: [], folders: [], removedFolders: [] }
      await conversationStorage().save({ ...none, sessions: [{ before: undefined, after }] }, "relaxed")
    }

    test("takes words into the storage", async () => {
      await begun("unread")
      await conversationStorage().saveDraft("unread", "Comprar")
      const looking = vi.spyOn(conversationStorage(), "loadSome").mockRejectedValueOnce(new Error("no"))
      expect(await addToDraft("unread", "pão")).toBe(false)
      expect(session("unread")).toBeUndefined()
      expect(await conversationStorage().loadDraft("unread")).toBe("Comprar pão")
      looking.mockRestore()
    })

    test("calls words kept only where they are", async () => {
      await begun("unreadable")
      const looking = vi.spyOn(conversationStorage(), "loadSome").mockRejectedValue(new Error("no"))
      await expect(addToDraft("unreadable", "pão")).rejects.toThrow("no")
      looking.mockRestore()
      await expect(addToDraft("nowhere", "pão")).rejects.toThrow("gone")
      expect(await conversationStorage().loadDraft("nowhere")).toBe("")
    })
  })

  test("stays where it is while its conversation is here", () => {
    expect(keepDraft(usedSession(), "ainda aqui", false)).toBeUndefined()
  })
})

describe("a conversation that is left", () => {
  test("goes where nothing was said, named or written in it", async () => {
    usedSession()
    const id = createSession()
    await leaveUnused(session(id))
    expect(session(id)).toBeUndefined()
  })

  test("stays for a word that was written and not sent", async () => {
    usedSession()
    const id = createSession()
    saveDraft(id, "quase")
    await leaveUnused(session(id))
    expect(session(id)).toBeDefined()
    saveDraft(id, "")
    await leaveUnused(session(id))
    expect(session(id)).toBeUndefined()
  })

  test("stays where it is temporary and something was begun in it, and goes where nothing was", async () => {
    // It is no matter of the page that nothing can be stored here.
    storageStore.setState({ state: "ready" })
    const begun = createTemporarySession()
    saveDraft(begun, "quase")
    expect(isOnlyHere()).toBe(true)
    createSession()
    expect(session(begun)).toBeDefined()
    dispatch({ type: "session-selected", sessionId: begun })
    saveDraft(begun, "")
    expect(isOnlyHere()).toBe(false)
    createSession()
    expect(session(begun)).toBeUndefined()
  })

  test("stays for a message, for its name, and where it is temporary", async () => {
    const said = usedSession()
    const temporary = createTemporarySession()
    const named = { ...session(said), messageCount: 0, topic: "Nome" }
    for (const one of [session(said), session(temporary), named]) await leaveUnused(one)
    expect([session(said), session(temporary)]).not.toContain(undefined)
  })
})
