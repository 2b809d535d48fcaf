import { describe, expect, it } from "vitest"
import { addedToRemove, isChatTouched } from "./undo.ts"

const own = new Set(["first-import", "second-import"])
const row = (id: string, born: string, sync: object = {}) => ({ id, sync: { born, ...sync } })
const session = row("chat", "first-import", { at: { lastUpdate: "second-import", topic: "first-import" } })
const [asked, answered] = [row("q1", "first-import"), row("a1", "first-import")]
const [later, last] = [row("q2", "second-import"), row("a2", "second-import")]

describe("a conversation that was imported", () => {
  it("is untouched though a later import made it grow", () => {
    expect(isChatTouched(session, [asked, answered, later, last], own)).toBe(false)
  })

  it("is touched where somebody wrote in it, or changed it", () => {
    expect(isChatTouched(session, [asked, row("mine", "by-hand")], own)).toBe(true)
    expect(isChatTouched(session, [{ id: "of-before-there-were-stamps" }], own)).toBe(true)
    expect(isChatTouched(row("chat", "first-import", { at: { topic: "by-hand" } }), [asked], own)).toBe(true)
    expect(isChatTouched(row("chat", "first-import", { at: { stat: "by-hand" } }), [asked], own)).toBe(false)
  })
})

describe("messages that an import put behind those that were here", () => {
  const added = new Set(["q2", "a2"])
  it("go, whatever was written before them", () => {
    expect(addedToRemove([asked, answered, later, last], added, own)).toEqual(["q2", "a2"])
    expect(addedToRemove([row("mine", "by-hand"), later, last], added, own)).toEqual(["q2", "a2"])
  })

  it("stay as far as somebody changed them or went on after them", () => {
    expect(addedToRemove([asked, later, last, row("mine", "by-hand")], added, own)).toEqual([])
    const edited = row("q2", "second-import", { texts: { content: { c: "by-hand" } } })
    expect(addedToRemove([asked, edited, last], added, own)).toEqual(["a2"])
  })
})
