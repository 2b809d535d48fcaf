import "fake-indexeddb/auto"
import "../../testing/page-around.ts"
import { expect, test } from "vitest"
import type { Attachment } from "#core/conversation/attachment.ts"
import { createSession, createTemporarySession, deleteSession, purgeSession } from "./conversation-list.ts"
import { conversationStore } from "./conversation-store.ts"
import { startConversations } from "./start-conversations.ts"
import { attachAgain, trayOf } from "./attachment-store.ts"
import { sharedDatabase } from "../platform/storage/database.ts"

await startConversations()
const database = await sharedDatabase()
const stored = () => database?.getAll("attachments")

const note: Attachment = { kind: "file", id: "note", text: "segredo", note: { name: "nota.txt", sizeBytes: 7 } }

test("what is attached in a temporary chat that is deleted meanwhile does not reach the disk", async () => {
  const id = createTemporarySession()
  const attaching = attachAgain(id, [note])
  deleteSession(id)
  purgeSession(id)
  await attaching
  expect(trayOf(id)).toEqual([note])
  expect(await stored()).toEqual([])
})

test("an empty temporary chat with something in its tray stays when it is left, and nothing of it is stored", async () => {
  const id = createTemporarySession()
  await attachAgain(id, [note])
  createSession()
  expect(conversationStore.getState().sessions[id]).toBeDefined()
  expect(await stored()).toEqual([])
})
