import { describe, expect, test, vi } from "vitest"
import { createStore } from "zustand/vanilla"
import type { ConversationEvent } from "#core/conversation/conversation-event.ts"
import { openConversations } from "#core/conversation/conversation-state.ts"
import { pendingAnswer, userMessage, type Message } from "#core/conversation/message.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import { newSession, type Session } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { memoryStorage, type ConversationStorage, type StoredChange } from "../platform/storage/conversation-storage.ts"
import type { TabHint } from "../platform/storage/tab-channel.ts"
import { persistConversations } from "./conversation-persistence.ts"

const session = (id: string): Session => newSession({ id, now: 0, modelConfig: defaultModelConfig, lang: "pt" })

/** A tab with one conversation, over a storage that records each save. */
function openTab(storage: ConversationStorage = memoryStorage()) {
  const initial = openConversations({ sessions: [session("s")], order: ["s"], currentId: "s", fresh: session("fresh") })
  const store = createStore(() =>
    applyConversationEvent(initial, { type: "messages-loaded", sessionId: "s", messages: [] }),
  )
  const saves: { change: StoredChange; durability: string }[] = []
  const hints: TabHint[] = []
  const troubles: unknown[] = []
  const waiting: (() => void)[] = []
  const persistence = persistConversations({
    initial: store.getState(),
    current: store.getState,
    subscribe: store.subscribe,
    storage: {
      ...storage,
      save: (change, durability) => {
        saves.push({ change, durability })
        return storage.save(change, durability)
      },
    },
    channel: { tell: (hint) => hints.push(hint), listen: () => () => {} },
    written: (trouble) => troubles.push(trouble),
    later: (run) => waiting.push(run),
  })
  const dispatch = (event: ConversationEvent) => store.setState((state) => applyConversationEvent(state, event), true)
  const passTime = async () => {
    for (const run of waiting.splice(0)) run()
    await persistence.flush()
  }
  return { storage, store, dispatch, persistence, saves, hints, troubles, waiting, passTime }
}

const question = userMessage("q", 1_000, "Oi")
const answer = pendingAnswer("a", 1_000, "gpt-5")
const sent: ConversationEvent = { type: "message-sent", sessionId: "s", question, answer }
const word = (text: string): ConversationEvent => ({
  type: "answer-advanced",
  sessionId: "s",
  messageId: "a",
  events: [
    {
      type: "text-delta",
      text,
    },
  ],
})

const storedTexts = async (storage: ConversationStorage) =>
  (await storage.loadMessages("s")).map(({ message }) => message.content)

describe("what is said", () => {
  test("is on the disk before anything else happens, when that is asked for", async () => {
    const tab = openTab()
    tab.dispatch(sent)
    await tab.persistence.flush("strict")
    expect(tab.saves[0]?.durability).toBe("strict")
    expect(await storedTexts(tab.storage)).toEqual(["Oi", ""])
  })

  test("is written once, not with every later word", async () => {
    const tab = openTab()
    tab.dispatch(sent)
    await tab.persistence.flush()
    tab.dispatch(word("Olá"))
    await tab.persistence.flush()
    expect(tab.saves[1]?.change.messages.map(({ after }) => after.id)).toEqual(["a"])
    expect(tab.saves[1]?.change.sessions).toEqual([])
  })

  test("is told to the other tabs by the name of its conversation", async () => {
    const tab = openTab()
    tab.dispatch(sent)
    await tab.persistence.flush()
    expect(tab.hints).toEqual([{ sessions: ["s"], removedSessions: [], folders: false }])
  })
})

describe("a temporary conversation", () => {
  const temporary: ConversationEvent = { type: "session-created", session: { ...session("t"), temporary: true } }

  test("leaves no trace in the storage, neither itself nor what is said in it nor that it was selected", async () => {
    const tab = openTab()
    tab.dispatch(temporary)
    tab.dispatch({ type: "message-sent", sessionId: "t", question, answer })
    tab.dispatch({ type: "answer-finished", sessionId: "t", messageId: "a", now: 2_000 })
    await tab.persistence.flush("strict")
    tab.dispatch({ type: "session-deleted", sessionId: "t", fresh: session("fresh") })
    tab.dispatch({ type: "session-purged", sessionId: "t" })
    await tab.persistence.flush("strict")
    expect(JSON.stringify(tab.saves)).not.toContain('"t"')
    expect(await tab.storage.loadMessages("t")).toEqual([])
    expect(tab.hints.flatMap((hint) => [...hint.sessions, ...hint.removedSessions])).not.toContain("t")
  })
})

describe("folders", () => {
  test("are rows of their own: two tabs that each make one have both", async () => {
    const storage = memoryStorage()
    const [one, two] = [openTab(storage), openTab(storage)]
    const makes = (tab: typeof one, id: string) =>
      tab.dispatch({ type: "folder-created", folder: { id, name: id, collapsed: false, createdAt: 1 } })
    makes(one, "f")
    makes(two, "g")
    await one.persistence.flush()
    await two.persistence.flush()
    expect(one.hints.at(-1)?.folders).toBe(true)
    expect((await storage.loadSessions()).folders.map(({ id }) => id)).toEqual(["f", "g"])
    one.dispatch({ type: "folder-deleted", folderId: "f" })
    await one.persistence.flush()
    expect((await storage.loadSessions()).folders.map(({ id }) => id)).toEqual(["g"])
  })
})

describe("an arriving answer", () => {
  test("is written once in a while, and at its end at once", async () => {
    const tab = openTab()
    tab.dispatch(sent)
    await tab.persistence.flush()
    for (let index = 0; index < 200; index++) tab.dispatch(word("a "))
    expect(tab.waiting).toHaveLength(1)
    await tab.passTime()
    expect(tab.saves).toHaveLength(2)
    tab.dispatch(word("fim"))
    tab.dispatch({ type: "answer-finished", sessionId: "s", messageId: "a", now: 2_000 })
    await tab.persistence.flush()
    expect(await storedTexts(tab.storage)).toEqual(["Oi", `${"a ".repeat(200)}fim`])
  })
})

describe("a storage that refuses", () => {
  test("is told of, keeps the chat going, and gets everything once it accepts again", async () => {
    const storage = memoryStorage()
    let full = true
    const tab = openTab({
      ...storage,
      save: (change, durability) =>
        full ? Promise.reject(new DOMException("full", "QuotaExceededError")) : storage.save(change, durability),
    })
    tab.dispatch(sent)
    await tab.persistence.flush("strict")
    expect(tab.troubles[0]).toBeInstanceOf(DOMException)
    full = false
    tab.dispatch(word("Olá"))
    await tab.persistence.flush()
    expect(tab.troubles.at(-1)).toBeUndefined()
    expect(await storedTexts(storage)).toEqual(["Oi", "Olá"])
  })
})

describe("a page that leaves", () => {
  test("notes what was chosen a moment ago, and once more what is still under way", async () => {
    const storage = memoryStorage()
    let finish = () => {}
    const isWritten = new Promise<{ revived: [] }>((resolve) => (finish = () => resolve({ revived: [] })))
    const noted: StoredChange[] = []
    const tab = openTab({
      ...storage,
      save: () => isWritten,
      journal: (change) => noted.push(change),
    })
    tab.dispatch(sent)
    await vi.waitFor(() => expect(tab.saves).toHaveLength(1))
    tab.dispatch({ type: "model-chosen", sessionId: "s", model: "o3", providerName: "OpenAI" })
    tab.persistence.leave()
    expect(noted.map(({ messages }) => messages.map(({ after }) => after.id))).toEqual([["q", "a"], []])
    expect(noted[1]?.sessions[0]?.after.mask.modelConfig.model).toBe("o3")
    expect(tab.hints.map(({ journal }) => journal)).toEqual([true, true])
    finish()
  })
})

describe("a page that may end unheard while the storage is in trouble", () => {
  test("has what is owed put aside, once, until it is saved", async () => {
    const storage = memoryStorage()
    let isBroken = true
    let aside: StoredChange[] = []
    const tab = openTab({
      ...storage,
      save: (change, durability) => (isBroken ? Promise.reject(new Error("closed")) : storage.save(change, durability)),
      putAside(change) {
        aside.push(change)
        return () => (aside = aside.filter((one) => one !== change))
      },
    })
    tab.dispatch(sent)
    await tab.persistence.flush()
    tab.persistence.putAside()
    tab.dispatch(word("Olá"))
    tab.persistence.putAside()
    expect(aside.map(({ messages }) => messages.map(({ after }) => after.message.content))).toEqual([["Oi", "Olá"]])
    isBroken = false
    await tab.persistence.flush()
    expect(aside).toEqual([])
    expect(await storedTexts(storage)).toEqual(["Oi", "Olá"])
  })
})

test("a conversation that another tab had deleted is written whole when something is said in it", async () => {
  const storage = memoryStorage()
  let isDeleted = false
  const tab = openTab({
    ...storage,
    save: async (change, durability) => {
      await storage.save(change, durability)
      return { revived: isDeleted && change.sessions.some(({ before }) => before !== undefined) ? ["s"] : [] }
    },
  })
  tab.dispatch(sent)
  await tab.persistence.flush()
  isDeleted = true
  tab.dispatch({
    type: "message-sent",
    sessionId: "s",
    question: userMessage("q2", 2_000, "Oi?"),
    answer: pendingAnswer("a2", 2_000, "gpt-5"),
  })
  await tab.persistence.flush()
  await tab.persistence.flush()
  expect(tab.saves.at(-1)?.change.messages.map(({ before, after }) => [before, after.id])).toEqual(
    ["q", "a", "q2", "a2"].map((id) => [undefined, id]),
  )
  expect(tab.saves.at(-1)?.change.sessions.map(({ before, after }) => [before, after.id])).toEqual([[undefined, "s"]])
})

describe("the marks of a conversation", () => {
  test("are stored as places, and stay where they are when a message before them goes", async () => {
    const tab = openTab()
    tab.dispatch(sent)
    tab.dispatch({ type: "answer-finished", sessionId: "s", messageId: "a", now: 2_000 })
    tab.dispatch({ type: "context-cleared", sessionId: "s" })
    await tab.persistence.flush()
    const { marks } = tab.saves.at(-1)?.change.sessions[0]?.after ?? {}
    expect(marks).toEqual({ cleared: tab.persistence.positions.get("a") })
    tab.dispatch({ type: "message-deleted", sessionId: "s", messageId: "q" })
    await tab.persistence.flush()
    const change = tab.saves.at(-1)?.change.sessions[0]
    expect(change?.after).toMatchObject({ clearContextIndex: 1, marks })
    expect(change?.before).toMatchObject({ clearContextIndex: 2, marks })
  })
})

describe("the order of messages", () => {
  test("is that of their time, also for two tabs that write to one conversation", async () => {
    const storage = memoryStorage()
    const [one, two] = [openTab(storage), openTab(storage)]
    const says = (tab: typeof one, id: string, date: number) =>
      tab.dispatch({
        type: "message-sent",
        sessionId: "s",
        question: userMessage(`q${id}`, date, `q${id}`),
        answer: {
          ...pendingAnswer(`a${id}`, date, "gpt-5"),
          content: `a${id}`,
        },
      })
    says(one, "1", 1_000)
    await one.persistence.flush()
    says(two, "2", 2_000)
    await two.persistence.flush()
    says(one, "3", 3_000)
    await one.persistence.flush()
    expect(await storedTexts(storage)).toEqual(["q1", "a1", "q2", "a2", "q3", "a3"])
  })

  test("keeps the place of a message that comes back between two others", async () => {
    const tab = openTab()
    const messages: readonly Message[] = [1, 2, 3].map((n) => userMessage(`m${n}`, 1_000, `m${n}`))
    for (const [index, message] of messages.entries()) {
      tab.dispatch({ type: "message-restored", sessionId: "s", message, index })
    }
    await tab.persistence.flush()
    tab.dispatch({ type: "message-deleted", sessionId: "s", messageId: "m2" })
    await tab.persistence.flush()
    expect(await storedTexts(tab.storage)).toEqual(["m1", "m3"])
    tab.dispatch({ type: "message-restored", sessionId: "s", message: userMessage("m2", 1_000, "m2"), index: 1 })
    await tab.persistence.flush()
    expect(await storedTexts(tab.storage)).toEqual(["m1", "m2", "m3"])
  })
})

test("a deleted conversation leaves nothing behind once the deletion is final", async () => {
  const tab = openTab()
  tab.dispatch(sent)
  await tab.storage.saveDraft("s", "rascunho")
  tab.dispatch({ type: "session-deleted", sessionId: "s", fresh: session("fresh") })
  await tab.persistence.flush()
  expect(await storedTexts(tab.storage)).toEqual(["Oi", ""])
  tab.dispatch({ type: "session-purged", sessionId: "s" })
  await tab.persistence.flush()
  expect(await storedTexts(tab.storage)).toEqual([])
  expect(await tab.storage.loadDraft("s")).toBe("")
})
