import { afterAll, beforeEach, describe, expect, it, vi } from "vitest"
import type { Decision } from "#core/sync/join.ts"
import { tabStorage } from "../../testing/tab-storage.ts"

const decision = (id: string): Decision => ({ type: "removed", kind: "sessions", id, title: id })
/** The code of a tab of its own: all share one storage. */
const openTab = () => {
  vi.resetModules()
  return import("./sync-notes.ts")
}

describe("what sync decided", () => {
  beforeEach(() => {
    vi.stubGlobal("localStorage", tabStorage())
    vi.stubGlobal("window", new EventTarget())
  })
  afterAll(() => vi.unstubAllGlobals())

  it("is noted beside what another tab noted meanwhile", async () => {
    const [one, other] = [await openTab(), await openTab()]
    one.noteAll([decision("a")])
    other.noteAll([decision("b")])
    const ids = (tab: typeof one) => tab.useSyncRun.getState().noted.map(({ id }) => id)
    expect(ids(other)).toEqual(["b", "a"])
    const noteId = other.useSyncRun.getState().noted.find(({ id }) => id === "a")?.noteId ?? ""
    one.dropNoted(noteId)
    expect(ids(one)).toEqual(["b"])
    expect(ids(await openTab())).toEqual(["b"])
  })

  it("is no note to a page that does not know its type, and stays one to a page that does", async () => {
    const tab = await openTab()
    const shortened: Decision = { type: "shortened", kind: "sessions", id: "c", title: "c", count: 2 }
    tab.noteAll([shortened, decision("a")])
    const stored = JSON.parse(localStorage.getItem("nk-sync-notes") ?? "")
    // A page of before reads the notes that have a type, and has no text for this one.
    expect(stored.noted.map(({ type }: { readonly type?: string }) => type)).toEqual([undefined, "removed"])
    expect((await openTab()).useSyncRun.getState().noted).toMatchObject([shortened, decision("a")])
    const later = [{ ...stored.noted[0], newType: "moved" }, { ...stored.noted[1], type: "moved" }, ...stored.noted]
    localStorage.setItem("nk-sync-notes", JSON.stringify({ ...stored, noted: later }))
    expect((await openTab()).useSyncRun.getState().noted).toHaveLength(2)
  })

  it("is one note for many deletions, and none of them takes the place of what is said nowhere else", async () => {
    const tab = await openTab()
    const edition: Decision = { type: "edition", kind: "messages", id: "q", title: "Acre", sessionId: "a" }
    const kept: Decision = { type: "kept", kind: "sessions", id: "k", title: "Mantida" }
    const deletions = (from: number, count: number) =>
      Array.from({ length: count }, (_one, at) => decision(`chat-${from + at}`))
    tab.noteAll([...deletions(0, 40), edition, ...deletions(40, 14)])
    const noted = () => tab.useSyncRun.getState().noted
    expect(noted()).toMatchObject([edition, { type: "many-removed", count: 54 }])
    tab.noteAll([kept])
    for (let at = 0; at < 30; at++) tab.noteAll(deletions(100 + 2 * at, 2))
    expect(noted()).toHaveLength(50)
    expect(noted().slice(-2)).toMatchObject([kept, edition])
    expect((await openTab()).useSyncRun.getState().noted).toEqual(noted())
  })

  it("is not told any more of what another device deleted once that is back", async () => {
    const tab = await openTab()
    tab.noteAll([decision("a"), decision("b")])
    tab.noteAll([{ type: "returned", kind: "sessions", id: "a", title: "a" }])
    expect(tab.useSyncRun.getState().noted).toMatchObject([{ type: "returned", id: "a" }, decision("b")])
  })

  it("is heard of from another tab as soon as the page knows of sync at all", async () => {
    const [one, other] = [await openTab(), await openTab()]
    one.noteAll([decision("a")])
    window.dispatchEvent(Object.assign(new Event("storage"), { key: "nk-sync-notes" }))
    expect(other.useSyncRun.getState().noted).toHaveLength(1)
  })
})
