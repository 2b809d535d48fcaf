import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { tabStorage } from "../../testing/tab-storage.ts"

/** The store as it is after a (re)load of the page, on what the tab has kept. */
async function load(kept?: string) {
  vi.resetModules()
  if (kept !== undefined) sessionStorage.setItem("nk-reading-places", kept)
  return import("./reading-place.ts")
}

beforeEach(() => void vi.stubGlobal("sessionStorage", tabStorage()))
afterEach(() => void vi.unstubAllGlobals())

describe("a reading position", () => {
  test("is found again after a reload, with the part of a long message", async () => {
    const before = await load()
    const place = { messageId: "m", offsetPx: -40, part: { index: 3, offsetPx: 7 } }
    before.rememberPlace("s", place)
    before.rememberPlace("t", { messageId: "n", offsetPx: 0 })
    before.rememberPlace("t", undefined)
    before.storePlaces()
    const after = await load()
    expect(after.placeOf("s")).toEqual(place)
    expect(after.placeOf("t")).toBeUndefined()
  })

  test.each([
    ["no JSON", "{", []],
    ["no list", "{}", []],
    ["no entry", '[1, ["s"], ["s", {}], [3, {"messageId":"m","offsetPx":1}]]', []],
    ["a damaged part", '[["s",{"messageId":"m","offsetPx":1,"part":{"index":"x"}}]]', []],
    ["one damaged among others", '[["s",{"messageId":"m"}],["t",{"messageId":"m","offsetPx":1}]]', ["t"]],
  ])("is left out where the tab has kept %s", async (_, kept, found) => {
    const { placeOf } = await load(kept)
    expect(["s", "t"].filter((id) => placeOf(id) !== undefined)).toEqual(found)
  })
})
