import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openConversations } from "#core/conversation/conversation-state.ts"
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
