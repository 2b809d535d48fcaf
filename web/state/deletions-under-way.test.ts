import "fake-indexeddb/auto"
import "../../testing/page-around.ts"
import { expect, test, vi } from "vitest"
import { userMessage } from "#core/conversation/message.ts"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { tabStorage } from "../../testing/tab-storage.ts"
import { openDatabase, sharedDatabase } from "../platform/storage/database.ts"
import { finishDeletions, forgetDeletion, keepChanged, noteDeletion } from "./deletions-under-way.ts"
import { deleteSession, purgeSession, restoreSession } from "./conversation-list.ts"
import { conversationStore, dispatch } from "./conversation-store.ts"
import { startConversations } from "./start-conversations.ts"
import { storeStrictly } from "./stored-conversations.ts"

const left = ["left", "talked", "held"].map((id) => ({ id, at: 10, lastUpdate: 1 }))
vi.stubGlobal("localStorage", tabStorage({ rows: { "nk-deleted": JSON.stringify(left) } }))

const noted = () =>
  (JSON.parse(localStorage.getItem("nk-deleted") ?? "[]") as readonly { id: string }[]).map(({ id }) => id)
/** The machine may be busy. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000 })
const listed = () => conversationStore.getState().order
const leave = (persisted: boolean) => dispatchEvent(Object.assign(new Event("pagehide"), { persisted }))

const before = await openDatabase(() => {})
for (const [id, now] of [
  ["left", 1],
  ["talked", 20],
  ["held", 1],
  ["one", 1],
  ["two", 1],
] as const) {
  const value = newSession({ id, now, modelConfig: defaultModelConfig, lang: "pt" })
  await before.put("sessions", { id, version: 1, value: { ...value, topic: id, messageCount: 1 } })
}
before.close()
// Another tab still offers to undo this one.
let letGo = () => {}
void navigator.locks.request("nk-deleted-held", () => new Promise<void>((resolve) => (letGo = resolve)))

test("a deletion whose page ended unheard is finished by the next; one that another tab can undo is left to it", async () => {
  await startConversations()
  await eventually(() => expect(noted()).toEqual(["held"]))
  expect(listed().toSorted()).toEqual(["held", "one", "talked", "two"])
  expect(await (await sharedDatabase())?.get("sessions", "left")).toBeUndefined()
  letGo()
})

test("a deletion is noted until it is undone, or the disk has it", async () => {
  deleteSession("one")
  expect(noted()).toContain("one")
  restoreSession("one")
  await eventually(() => expect(noted()).toEqual(["held"]))
  deleteSession("one")
  purgeSession("one")
  await eventually(() => expect(noted()).toEqual(["held"]))
  expect(await (await sharedDatabase())?.get("sessions", "one")).toBeUndefined()
})

test("a page that is put aside can still undo; one that goes has deleted", async () => {
  deleteSession("two")
  leave(true)
  restoreSession("two")
  expect(listed()).toContain("two")
  deleteSession("two")
  leave(false)
  expect(conversationStore.getState().sessions["two"]).toBeUndefined()
  await eventually(async () => expect(await (await sharedDatabase())?.get("sessions", "two")).toBeUndefined())
})

test.each([
  ["pinned", () => dispatch({ type: "session-pinned", sessionId: "touched", pinned: true })],
  ["renamed", () => dispatch({ type: "session-renamed", sessionId: "touched", topic: "Feira" })],
  [
    "edited",
    () =>
      dispatch({
        type: "message-edited",
        sessionId: "touched",
        messageId: "touched q",
        content: "Comprar pão de queijo",
      }),
  ],
  [
    "changed by a sync",
    () => {
      const sync = new BroadcastChannel("nk-prosa")
      sync.postMessage({ sessions: ["touched"], removedSessions: [], folders: false })
      setImmediate(() => sync.close())
    },
  ],
])("a deletion whose page has ended is not finished where its conversation was %s since", async (_, touch) => {
  const session = newSession({ id: "touched", now: 1, modelConfig: defaultModelConfig, lang: "pt" })
  const asked = userMessage("touched q", 1, "Comprar pão")
  dispatch({ type: "session-created", session: { ...session, topic: "touched", messageCount: 1 }, messages: [asked] })
  await storeStrictly()
  const note = JSON.stringify([{ id: "touched", at: 2_000_000_000_000, lastUpdate: 1 }])
  localStorage.setItem("nk-deleted", note)
  dispatch({ type: "session-selected", sessionId: "one more" })
  await storeStrictly()
  expect(noted()).toEqual(["touched"])
  touch()
  await eventually(() => expect(noted()).toEqual([]))
  deleteSession("touched")
  purgeSession("touched")
  await eventually(() => expect(noted()).toEqual([]))
})

test("what arrives in a conversation that was deleted here does not keep it", async () => {
  const session = newSession({ id: "here", now: 1, modelConfig: defaultModelConfig, lang: "pt" })
  dispatch({ type: "session-created", session: { ...session, topic: "here" } })
  deleteSession("here")
  keepChanged(["here"])
  expect(noted()).toEqual(["here"])
  purgeSession("here")
  await eventually(() => expect(noted()).toEqual([]))
})

test("a deletion lets go of what keeps other tabs from it, also where it was noted twice or another tab forgot it", async () => {
  const isFree = () =>
    navigator.locks.request("nk-deleted-three", { ifAvailable: true }, (lock) => lock !== null) as Promise<boolean>
  noteDeletion({ id: "three", lastUpdate: 1 }, 1)
  noteDeletion({ id: "three", lastUpdate: 1 }, 2)
  expect(await isFree()).toBe(false)
  await forgetDeletion("three")
  await eventually(async () => expect(await isFree()).toBe(true))
  noteDeletion({ id: "three", lastUpdate: 1 }, 3)
  localStorage.removeItem("nk-deleted")
  await forgetDeletion("three")
  await eventually(async () => expect(await isFree()).toBe(true))
})

test("where tabs cannot tell what they hold, a deletion is finished once nobody can undo it any more", async () => {
  vi.stubGlobal("navigator", {})
  const finished: string[] = []
  noteDeletion({ id: "four", lastUpdate: 1 }, 1_000)
  await finishDeletions(({ id }) => finished.push(id), 10_000)
  expect(finished).toEqual([])
  await finishDeletions(({ id }) => finished.push(id), 100_000)
  expect(finished).toEqual(["four"])
  await forgetDeletion("four")
})
