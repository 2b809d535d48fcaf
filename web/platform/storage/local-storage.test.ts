import { beforeEach, expect, test, vi } from "vitest"
import { tabStorage } from "../../../testing/tab-storage.ts"
import { readLocal, removeLocal, writeLocal } from "./local-storage.ts"

/** Where the page is told what other tabs do. */
const page = vi.hoisted(() => {
  const target = new EventTarget()
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target))
  return target
})

let isFull = false
/** What other tabs see, and write past this one. */
let shared: Storage

beforeEach(() => {
  isFull = false
  shared = tabStorage()
  const own = Object.assign(Object.create(shared) as Storage, {
    getItem: (key: string) => shared.getItem(key),
    removeItem: (key: string) => shared.removeItem(key),
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException("full", "QuotaExceededError")
      shared.setItem(key, value)
    },
  })
  vi.stubGlobal("localStorage", own)
})

test("what a full storage does not take is read as it was written, also over an older value", () => {
  writeLocal("nk-a", "old")
  isFull = true
  writeLocal("nk-a", "new")
  writeLocal("nk-b", "first")
  expect([readLocal("nk-a"), readLocal("nk-b")]).toEqual(["new", "first"])
  expect(shared.getItem("nk-a")).toBe("old")
  writeLocal("nk-a", "newer")
  expect(readLocal("nk-a")).toBe("newer")
  isFull = false
  writeLocal("nk-a", "stored")
  expect([readLocal("nk-a"), shared.getItem("nk-a")]).toEqual(["stored", "stored"])
})

test("what another tab has written since, or removed, is what is read", () => {
  writeLocal("nk-c", "old")
  writeLocal("nk-d", "old")
  isFull = true
  writeLocal("nk-c", "new")
  writeLocal("nk-d", "new")
  shared.setItem("nk-c", "elsewhere")
  shared.removeItem("nk-d")
  expect([readLocal("nk-c"), readLocal("nk-d")]).toEqual(["elsewhere", null])
})

test("what another tab has written and put back, or emptied, is what is read; what it wrote before is not", () => {
  for (const key of ["nk-g", "nk-h"]) {
    isFull = false
    writeLocal(key, "old")
    isFull = true
    writeLocal(key, "new")
  }
  const tell = (key: string | null, newValue: string | null, storageArea: Storage | null = localStorage) =>
    page.dispatchEvent(Object.assign(new Event("storage"), { key, newValue, storageArea }))
  tell("nk-g", null, null)
  tell("nk-g", "old")
  expect([readLocal("nk-g"), readLocal("nk-h")]).toEqual(["new", "new"])
  tell("nk-g", "elsewhere")
  tell("nk-g", "old")
  expect([readLocal("nk-g"), readLocal("nk-h")]).toEqual(["old", "new"])
  tell(null, null)
  expect(readLocal("nk-h")).toBe("old")
})

test("what is removed is gone, whether it was stored or not", () => {
  writeLocal("nk-e", "old")
  isFull = true
  writeLocal("nk-e", "new")
  removeLocal("nk-e")
  expect(readLocal("nk-e")).toBeNull()
})

test("where there is no storage, values live as long as the page", () => {
  vi.stubGlobal("localStorage", undefined)
  writeLocal("nk-f", "one")
  expect(readLocal("nk-f")).toBe("one")
  removeLocal("nk-f")
  expect(readLocal("nk-f")).toBeNull()
})
