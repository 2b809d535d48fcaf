import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { tabStorage } from "../../testing/tab-storage.ts"
import { forgetTabDraft, forgetTabDrafts, keepTabDraft, tabDraft } from "./tab-drafts.ts"

beforeEach(() => void vi.stubGlobal("sessionStorage", tabStorage()))
afterEach(() => void vi.unstubAllGlobals())

test("a tab keeps a draft for each conversation, and that one was emptied", () => {
  keepTabDraft("a", "um")
  keepTabDraft("b", "dois")
  expect([tabDraft("a"), tabDraft("b"), tabDraft("c")]).toEqual(["um", "dois", undefined])
  keepTabDraft("a", "")
  expect([tabDraft("a"), tabDraft("b")]).toEqual(["", "dois"])
})

test("a draft that is forgotten takes none along whose conversation's id begins alike", () => {
  for (const id of ["a", "ab"]) keepTabDraft(id, id)
  forgetTabDraft("a")
  expect([tabDraft("a"), tabDraft("ab")]).toEqual([undefined, "ab"])
})

test("all of them go at once, and nothing else of the tab", () => {
  for (const id of ["a", "b"]) keepTabDraft(id, id)
  sessionStorage.setItem("nk-reading-places", "[]")
  forgetTabDrafts()
  expect([tabDraft("a"), tabDraft("b"), sessionStorage.getItem("nk-reading-places")]).toEqual([
    undefined,
    undefined,
    "[]",
  ])
})

test("where nothing more fits, the older draft goes rather than coming back as the newest", () => {
  keepTabDraft("a", "antigo")
  vi.stubGlobal("sessionStorage", tabStorage({ rows: { "nk-draft:a:": "antigo" }, isFull: true }))
  keepTabDraft("a", "novo")
  expect(tabDraft("a")).toBeUndefined()
})

test("a browser that forbids it keeps nothing and breaks nothing", () => {
  vi.stubGlobal("sessionStorage", undefined)
  keepTabDraft("a", "um")
  forgetTabDrafts()
  expect(tabDraft("a")).toBeUndefined()
})
