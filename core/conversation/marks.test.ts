import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { defaultModelConfig } from "../settings/model-config.ts"
import { marksOf, withCountedMarks } from "./marks.ts"
import { newSession, type Session } from "./session.ts"

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

  it("stay at their message while the count says the same", () => {
    const moved = { ...session, lastSummarizeIndex: 1, marks: { summarized: 25 } }
    expect(marksOf(moved, [20, 30])).toEqual({ summarized: 25 })
    expect(marksOf({ ...moved, lastSummarizeIndex: 2 }, [20, 30])).toEqual({ summarized: 30 })
  })
})
