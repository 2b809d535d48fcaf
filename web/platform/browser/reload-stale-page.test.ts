import { beforeEach, expect, test, vi } from "vitest"
import { tabStorage } from "../../../testing/tab-storage.ts"
import { askToReloadForPart } from "./reload-stale-page.ts"

const reloaded = vi.fn<() => void>()
beforeEach(() => {
  reloaded.mockClear()
  vi.stubGlobal("localStorage", tabStorage())
  vi.stubGlobal("location", { reload: reloaded })
  vi.stubGlobal("fetch", async () => new Response("page"))
})

test("for a part that is missing still, the reader is asked, once for all of them, and nothing reloads by itself", async () => {
  const offers: (() => void)[] = []
  await askToReloadForPart((reload) => offers.push(reload))
  await askToReloadForPart((reload) => offers.push(reload))
  expect([offers.length, reloaded.mock.calls.length]).toEqual([1, 0])
  offers[0]?.()
  expect(reloaded).toHaveBeenCalledOnce()
})

test("where the server cannot be reached, nothing is offered", async () => {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")))
  const ask = vi.fn<(reload: () => void) => void>()
  await askToReloadForPart(ask)
  expect(ask).not.toHaveBeenCalled()
})
