import { expect, test, vi } from "vitest"
import { tabStorage } from "../../../../testing/tab-storage.ts"

// What a page has around it, as far as the store looks at it when it starts. There is no database: the memory takes its place.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
})
vi.stubGlobal("sessionStorage", tabStorage())

const { createSession, deleteSession, purgeSession, restoreSession } =
  await import("../../../state/conversation-list.ts")
const { startConversations } = await import("../../../state/start-conversations.ts")
const { conversationStorage } = await import("../../../state/stored-conversations.ts")
const { freshSession } = await import("../../../state/fresh-session.ts")
const { onceDecided, placeOf } = await import("./place-of.ts")

test("a conversation is here, deleted while that may be undone, and then gone", async () => {
  const id = createSession()
  const decided: boolean[] = []
  expect(await placeOf(id)).toBe("here")
  deleteSession(id)
  expect(await placeOf(id)).toBe("deleted")
  onceDecided(id, (isBack) => decided.push(isBack))
  restoreSession(id)
  expect([await placeOf(id), decided]).toEqual(["here", [true]])
  deleteSession(id)
  onceDecided(id, (isBack) => decided.push(isBack))
  purgeSession(id)
  expect([await placeOf("never stored"), decided]).toEqual(["gone", [true, false]])
})

test("one that another tab has stored is not gone", async () => {
  await startConversations()
  const session = freshSession()
  await conversationStorage().save(
    {
      sessions: [{ after: session }],
      removedSessions: [],
      messages: [],
      removedMessages: [],
      folders: [],
      removedFolders: [],
    },
    "relaxed",
  )
  expect(await placeOf(session.id)).toBe("here")
})
