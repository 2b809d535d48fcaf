import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { growingPauses } from "./growing-pauses.ts"

const page = vi.hoisted(() => ({ returned: new Set<() => void>() }))
vi.mock("../platform/browser/on-return.ts", () => ({
  onReturn: (returned: () => void) => {
    page.returned.add(returned)
    return () => page.returned.delete(returned)
  },
}))

beforeEach(() => {
  page.returned.clear()
  vi.useFakeTimers()
  vi.stubGlobal("navigator", { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** How often it was tried after so long, where every try fails. */
function triesAfter(durationMs: number): number {
  let tries = 0
  const pause = growingPauses(1_000)
  const fail = () => {
    tries += 1
    pause(fail)
  }
  pause(fail)
  vi.advanceTimersByTime(durationMs)
  return tries
}

describe("what could not be fetched", () => {
  test("is tried again after pauses that grow to a minute", () => {
    expect(triesAfter(1_000)).toBe(1)
    expect(triesAfter(2_900)).toBe(1)
    expect(triesAfter(3_000)).toBe(2)
    expect(triesAfter(63_000 + 120_000)).toBe(8)
  })

  test("is tried once after a pause in which it failed for others too, and the next pause is no longer for that", () => {
    const again = vi.fn<() => void>()
    const pause = growingPauses(1_000)
    for (let failures = 0; failures < 3; failures += 1) pause(again)
    vi.advanceTimersByTime(1_000)
    expect(again).toHaveBeenCalledOnce()
    pause(again)
    vi.advanceTimersByTime(2_000)
    expect(again).toHaveBeenCalledTimes(2)
  })

  test("is tried as soon as the network is back, and then not once more for the pause that this ended", () => {
    const again = vi.fn<() => void>()
    growingPauses(1_000)(again)
    for (const returned of page.returned) returned()
    vi.advanceTimersByTime(60_000)
    expect(again).toHaveBeenCalledOnce()
    expect(page.returned.size).toBe(0)
  })

  test("waits for the network where the browser says that there is none", () => {
    vi.stubGlobal("navigator", { onLine: false })
    expect(triesAfter(600_000)).toBe(0)
  })

  test("is not tried again once nobody waits for it", () => {
    const again = vi.fn<() => void>()
    growingPauses(1_000)(again)()
    vi.advanceTimersByTime(60_000)
    expect(again).not.toHaveBeenCalled()
  })
})
