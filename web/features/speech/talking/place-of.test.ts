import "../../../../testing/page-around.ts"
import { expect, test } from "vitest"
import { createSession, deleteSession, purgeSession, restoreSession } from "../../../state/conversation-list.ts"
import { startConversations } from "../../../state/start-conversations.ts"
import { conversationStorage } from "../../../state/stored-conversations.ts"
import { freshSession } from "../../../state/fresh-session.ts"
import { onceDecided, placeOf } from "./place-of.ts"

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
