import "fake-indexeddb/auto"
import { expect, test, vi } from "vitest"
import { newSession } from "#core/conversation/session.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { tabStorage } from "../../testing/tab-storage.ts"
import { openDatabase, sharedDatabase } from "../platform/storage/database.ts"

// What a page has around it, as far as the store looks at it when it starts.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("window", globalThis)
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("dispatchEvent", page.dispatchEvent.bind(page))
})
vi.stubGlobal("sessionStorage", tabStorage())
const left = ["left", "talked", "held"].map((id) => ({ id, at: 10 }))
vi.stubGlobal("localStorage", tabStorage({ rows: { "nk-deleted": JSON.stringify(left) } }))

const { finishDeletions, forgetDeletion, noteDeletion } = await import("./deletions-under-way.ts")
const { conversationStore, deleteSession, purgeSession, restoreSession, startConversations } =
  await import("./conversation-store.ts")

const noted = () =>
  (JSON.parse(localStorage.getItem("nk-deleted") ?? "[]") as readonly { id: string }[]).map(({ id }) => id)
/** The machine may be busy. */
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000 })
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

test("a deletion lets go of what keeps other tabs from it, also where it was noted twice or another tab forgot it", async () => {
  const isFree = () =>
    navigator.locks.request("nk-deleted-three", { ifAvailable: true }, (lock) => lock !== null) as Promise<boolean>
  noteDeletion("three", 1)
  noteDeletion("three", 2)
  expect(await isFree()).toBe(false)
  await forgetDeletion("three")
  await eventually(async () => expect(await isFree()).toBe(true))
  noteDeletion("three", 3)
  localStorage.removeItem("nk-deleted")
  await forgetDeletion("three")
  await eventually(async () => expect(await isFree()).toBe(true))
})

test("where tabs cannot tell what they hold, a deletion is finished once nobody can undo it any more", async () => {
  vi.stubGlobal("navigator", {})
  const finished: string[] = []
  noteDeletion("four", 1_000)
  await finishDeletions(({ id }) => finished.push(id), 10_000)
  expect(finished).toEqual([])
  await finishDeletions(({ id }) => finished.push(id), 100_000)
  expect(finished).toEqual(["four"])
  await forgetDeletion("four")
})
