import "fake-indexeddb/auto"
import { expect, test, vi } from "vitest"
import type { Attachment } from "#core/conversation/attachment.ts"
import { tabStorage } from "../../testing/tab-storage.ts"

// What a page has around it, as far as the store looks at it when it starts.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("window", globalThis)
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
})
vi.stubGlobal("sessionStorage", tabStorage())

const { createSession, createTemporarySession, deleteSession, purgeSession } = await import("./conversation-list.ts")
const { conversationStore } = await import("./conversation-store.ts")
const { startConversations } = await import("./start-conversations.ts")
const { attachAgain, trayOf } = await import("./attachment-store.ts")
const { sharedDatabase } = await import("../platform/storage/database.ts")

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
