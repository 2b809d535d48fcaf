import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ConversationEvent } from "#core/conversation/conversation-event.ts"
import { openConversations } from "#core/conversation/conversation-state.ts"
import type { Message } from "#core/conversation/message.ts"
import { applyConversationEvent } from "#core/conversation/session-reducer.ts"
import { newSession, type Session } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { memoryStorage } from "../platform/storage/conversation-storage.ts"
import { adopter } from "./adopt-elsewhere.ts"

const session = (id: string): Session => newSession({ id, now: 0, modelConfig: defaultModelConfig, lang: "pt" })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A tab with one conversation, and a storage in which others have written `count`. */
async function openTab(count: number) {
  const ids = Array.from({ length: count }, (_one, at) => `other-${at}`)
  const storage = memoryStorage()
  const change = { messages: [], removedSessions: [], removedMessages: [], folders: [], removedFolders: [] }
  await storage.save({ ...change, sessions: ids.map((id) => ({ after: session(id) })) }, "relaxed")
  let state = openConversations({ sessions: [session("s")], order: ["s"], currentId: "s", fresh: session("fresh") })
  const sizes: number[] = []
  const adopt = adopter({
    storage,
    current: () => state,
    accept: (next) => {
      sizes.push(Object.keys(next.sessions).length)
      state = next
    },
    flush: async () => {},
    readMessages: async () => undefined,
    positionsOf: () => [],
    fresh: () => session("fresh"),
    trouble: (trouble) => {
      throw trouble
    },
  })
  return { ids, adopt, sizes, state: () => state }
}

test("thousands that were written elsewhere come in parts, and none is left out", async () => {
  const tab = await openTab(1_000)
  const done = tab.adopt({ sessions: tab.ids, removedSessions: [], folders: false })
  await vi.runAllTimersAsync()
  await done
  expect(tab.sizes).toEqual([257, 513, 769, 1_001])
  expect(tab.state().order.toSorted()).toEqual([...tab.ids, "s"].toSorted())
})

test("what is deleted while others are still to come is not shown again", async () => {
  const tab = await openTab(1_000)
  const done = tab.adopt({ sessions: tab.ids, removedSessions: [], folders: false })
  const gone = [tab.ids[0] ?? "", tab.ids[999] ?? ""]
  void tab.adopt({ sessions: [], removedSessions: gone, folders: false })
  await vi.runAllTimersAsync()
  await done
  expect(gone.filter((id) => id in tab.state().sessions)).toEqual([])
  expect(tab.state().order).toHaveLength(999)
})

const noChange = { messages: [], removedSessions: [], removedMessages: [], folders: [], removedFolders: [] }
const message = (id: string): Message => ({ id, date: 1, role: "user", content: id })

/** A tab that `change`s its conversation when that has been read for the first time, and what it shows of it afterwards. */
async function shownAfter(...change: readonly ConversationEvent[]) {
  const storage = memoryStorage()
  const both = [session("s"), session("t")]
  let state = openConversations({ sessions: both, order: ["s", "t"], currentId: "s", fresh: session("fresh") })
  state = applyConversationEvent(state, { type: "messages-loaded", sessionId: "s", messages: [message("first")] })
  const flush = async () => {
    const { sessions, messages } = state
    const rows = (messages["s"] ?? []).map((one, position) => ({
      after: { id: one.id, sessionId: "s", position, message: one },
    }))
    const changed = Object.values(sessions).map((after) => ({ after }))
    const removedSessions = both.flatMap(({ id }) => (id in sessions ? [] : [id]))
    await storage.save({ ...noChange, sessions: changed, messages: rows, removedSessions }, "relaxed")
  }
  await flush()
  let left = change
  const read = async () => (await storage.loadMessages("s")).map((row) => row.message)
  const adopt = adopter({
    storage: {
      ...storage,
      loadSome: async (ids) => {
        const rows = await storage.loadSome(ids)
        for (const event of left) state = applyConversationEvent(state, event)
        left = []
        return rows
      },
    },
    current: () => state,
    accept: (next) => (state = next),
    flush,
    readMessages: async () => read(),
    positionsOf: () => [],
    fresh: () => session("fresh"),
    trouble: (trouble) => {
      throw trouble
    },
  })
  await adopt({ sessions: ["s"], removedSessions: [], folders: false })
  return { topic: state.sessions["s"]?.topic, said: state.messages["s"]?.map(({ id }) => id) }
}

const renamed = { type: "session-renamed", sessionId: "s", topic: "Feira" } as const

test("what this tab changes while a conversation is read is not undone by what was read", async () => {
  const answer = { ...message("answer"), role: "assistant", streaming: true } as const
  const shown = await shownAfter({ type: "message-sent", sessionId: "s", question: message("second"), answer }, renamed)
  expect(shown).toEqual({ topic: "Feira", said: ["first", "second", "answer"] })
})

test("a conversation whose deletion becomes final here while it is read does not come back", async () => {
  const shown = await shownAfter(
    { type: "session-deleted", sessionId: "s", fresh: session("fresh") },
    { type: "session-purged", sessionId: "s" },
  )
  expect(shown).toEqual({ topic: undefined, said: undefined })
})
