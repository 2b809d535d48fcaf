import { describe, expect, test } from "vitest"
import { groupByPeriod } from "./chat-groups.ts"

const now = new Date(2026, 10, 21, 14, 32).getTime()
const at = (year: number, month: number, day: number, hour = 12) => new Date(year, month - 1, day, hour).getTime()
const chat = (id: string, lastUpdate: number) => ({ id, lastUpdate })

const latestFirst = (chats: readonly { id: string; lastUpdate: number }[]) =>
  chats.toSorted((a, b) => b.lastUpdate - a.lastUpdate)

/** One line a group: its period, then its chats. */
const present = (chats: readonly { id: string; lastUpdate: number }[]) =>
  groupByPeriod(latestFirst(chats), now, (one) => one.lastUpdate).map(({ period, items }) =>
    [
      period.kind === "month" ? `${period.year}-${period.month + 1}` : period.kind,
      ...items.map((item) => item.id),
    ].join(" "),
  )

describe("chats by period", () => {
  test("a day begins at midnight, not 24 hours ago", () => {
    expect(present([chat("early", at(2026, 11, 21, 0)), chat("late", at(2026, 11, 20, 23))])).toEqual([
      "today early",
      "yesterday late",
    ])
  })

  test("a week is the last seven days", () => {
    expect(present([chat("in", at(2026, 11, 15)), chat("out", at(2026, 11, 14))])).toEqual([
      "this-week in",
      "this-month out",
    ])
  })

  test("older chats stand under their month, the same month of two years apart", () => {
    expect(
      present([chat("oct", at(2026, 10, 31)), chat("nov", at(2025, 11, 21)), chat("oct2", at(2026, 10, 1))]),
    ).toEqual(["2026-10 oct oct2", "2025-11 nov"])
  })

  test("a chat from the future counts as today's", () => {
    expect(present([chat("tomorrow", at(2026, 11, 22))])).toEqual(["today tomorrow"])
  })

  test("no chats make no groups", () => {
    expect(groupByPeriod([], now, () => 0)).toEqual([])
  })
})
