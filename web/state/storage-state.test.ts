import { beforeEach, describe, expect, test } from "vitest"
import { reportStorage, storageStore, wroteWell, type StorageState } from "./storage-state.ts"

beforeEach(() => storageStore.setState({ state: "opening" }))

const stateAfter = (from: StorageState, happens: () => void) => {
  storageStore.setState({ state: from })
  happens()
  return storageStore.getState().state
}
const noRoom = new DOMException("no room", "QuotaExceededError")
const broken = new DOMException("aborted", "AbortError")

describe("the state of the storage", () => {
  test("tells a full disk from any other trouble", () => {
    expect(stateAfter("ready", () => reportStorage(noRoom))).toBe("full")
    expect(stateAfter("ready", () => reportStorage(broken))).toBe("failing")
    expect(stateAfter("full", () => reportStorage("QuotaExceededError"))).toBe("failing")
  })

  test("is well again with the next write that succeeds", () => {
    for (const trouble of ["full", "failing"] as const) expect(stateAfter(trouble, wroteWell)).toBe("ready")
  })

  test("a write says nothing of a storage that is not open, not there, or another page's", () => {
    for (const state of ["opening", "unavailable", "outdated"] as const) {
      expect(stateAfter(state, wroteWell)).toBe(state)
    }
  })

  test("a page that a newer one has outdated stays so, whatever fails after that", () => {
    for (const trouble of [noRoom, broken])
      expect(stateAfter("outdated", () => reportStorage(trouble))).toBe("outdated")
  })
})
