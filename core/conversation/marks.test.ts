import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultModelConfig } from "../settings/model-config.ts"
import { marksOf, withCountedMarks } from "./marks.ts"
import { readStoredSession } from "./read-session.ts"
import { forkSession, newSession, type Session } from "./session.ts"

const session = newSession({ id: "s", now: 1, modelConfig: defaultModelConfig, lang: "pt" })
const places = fc
  .uniqueArray(fc.integer({ min: 1, max: 1_000 }), { maxLength: 20 })
  .map((all) => all.sort((a, b) => a - b))

describe("the marks of a conversation", () => {
  it("come back as the same counts", () => {
    fc.assert(
      fc.property(places, fc.nat(20), fc.option(fc.nat(20)), fc.option(fc.nat(20)), (positions, ...counts) => {
        const [summarized, cleared, edited] = counts.map((count) =>
          count === null ? undefined : Math.min(count, positions.length),
        )
        const counted: Session = {
          ...session,
          lastSummarizeIndex: summarized ?? 0,
          ...(cleared === undefined ? {} : { clearContextIndex: cleared }),
          ...(edited === undefined ? {} : { memoryEditedAt: edited }),
        }
        const stored = { ...session, marks: marksOf(counted, positions) }
        expect(withCountedMarks(stored, positions)).toEqual({ ...counted, marks: stored.marks })
      }),
    )
  })

  it("count the messages that another tab added before them, and not those that it deleted", () => {
    const stored = { ...session, marks: marksOf({ ...session, clearContextIndex: 2 }, [10, 20, 30]) }
    expect(withCountedMarks(stored, [10, 15, 20, 30]).clearContextIndex).toBe(3)
    expect(withCountedMarks(stored, [20, 30]).clearContextIndex).toBe(1)
  })

  it("of a conversation stored before there were places are the counts it has", () => {
    const old = { ...session, lastSummarizeIndex: 7 }
    expect(withCountedMarks(old, [1, 2])).toBe(old)
  })

  it.each([[[]], [[10]]])(
    "tell a memory of before the clearing apart, where all messages before it are gone",
    (positions) => {
      const before = { ...session, clearContextIndex: 0, memoryEditedAt: -1, messageCount: positions.length }
      const stored = { ...before, marks: marksOf(before, positions) }
      expect(readStoredSession(stored)).toEqual({ value: stored, isWhole: true })
      expect(withCountedMarks(stored, positions)).toMatchObject({ clearContextIndex: 0, memoryEditedAt: -1 })
    },
  )

  it("of a copy of none of the messages are read back as they were", () => {
    const cleared = { ...session, clearContextIndex: 2, memoryEditedAt: 1, marks: { cleared: 20, edited: 10 } }
    const { session: copy } = forkSession(cleared, [], { id: "f", now: 2, newId: () => "n" })
    const stored = { ...copy, marks: marksOf(copy, []) }
    expect(readStoredSession(stored)).toEqual({ value: stored, isWhole: true })
    expect(withCountedMarks(stored, [])).toMatchObject({ clearContextIndex: 0, memoryEditedAt: -1 })
    // The clearing is undone.
    const { clearContextIndex: _, ...undone } = withCountedMarks(stored, [])
    const again = { ...undone, marks: marksOf(undone, []) }
    expect(withCountedMarks(again, []).memoryEditedAt).toBeDefined()
  })

  it("stay at their message while the count says the same", () => {
    const moved = { ...session, lastSummarizeIndex: 1, marks: { summarized: 25 } }
    expect(marksOf(moved, [20, 30])).toEqual({ summarized: 25 })
    expect(marksOf({ ...moved, lastSummarizeIndex: 2 }, [20, 30])).toEqual({ summarized: 30 })
  })
})
