import { beforeEach, describe, expect, test, vi } from "vitest"
import {
  inTime,
  openedWell,
  openingIsLate,
  reportStorage,
  storageStore,
  wroteWell,
  type StorageState,
} from "./storage-state.ts"

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
    for (const state of ["opening", "late", "unavailable", "outdated"] as const) {
      expect(stateAfter(state, wroteWell)).toBe(state)
    }
  })

  test("that opens late says so until it is open, and no other trouble is taken for that", () => {
    expect(stateAfter("opening", openingIsLate)).toBe("late")
    expect(stateAfter("late", openedWell)).toBe("ready")
    for (const state of ["ready", "full", "failing", "unavailable", "outdated"] as const) {
      expect(stateAfter(state, openingIsLate)).toBe(state)
      expect(stateAfter(state, openedWell)).toBe(state)
    }
  })

  test("holds a question up for five seconds at most, and not at all once it is known to be late", async () => {
    vi.useFakeTimers()
    const never = new Promise<boolean>(() => {})
    let told: boolean | undefined
    void inTime(never, false).then((done) => (told = done))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(told).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toBe(false)
    expect(await inTime(Promise.resolve(true), false)).toBe(true)
    openingIsLate()
    void inTime(never, true).then((done) => (told = done))
    await vi.advanceTimersByTimeAsync(0)
    expect(told).toBe(true)
    vi.useRealTimers()
  })

  test("a page that a newer one has outdated stays so, whatever fails after that", () => {
    for (const trouble of [noRoom, broken])
      expect(stateAfter("outdated", () => reportStorage(trouble))).toBe("outdated")
  })
})
