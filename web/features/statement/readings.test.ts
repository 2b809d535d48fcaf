import { expect, test } from "vitest"
import type { StatementLine } from "#core/ledger/statement.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { withReadingsTogether } from "./readings.ts"

const minute = 60_000
const start = Date.UTC(2026, 10, 27, 15)

/** A line of so many minutes after three o'clock. */
function line(minutes: number, more: Partial<StatementLine> = {}): StatementLine {
  return {
    id: `at ${minutes}`,
    at: start + minutes * minute,
    kind: "use",
    purse: "premium",
    amount: microReais(-1_000),
    calls: 0,
    balanceAfter: microReais(5_000_000 - minutes * 1_000),
    callsAfter: 0,
    model: "tts-1",
    ending: "done",
    pieces: { count: 100, unit: "character" },
    ...more,
  }
}

test("a text that was read in parts is one line, with what all of them came to and the balance after the last", () => {
  const [reading, ...others] = withReadingsTogether([
    line(3),
    line(2),
    line(1, { pieces: { count: 40, unit: "character" } }),
  ])
  expect(others).toEqual([])
  expect(reading).toEqual({ ...line(3), amount: -3_000, pieces: { count: 240, unit: "character" } })
})

test.each([
  ["an answer between them", [line(3), line(2, { model: "gpt-5", pieces: undefined as never }), line(1)]],
  ["another model", [line(2), line(1, { model: "tts-1-hd" })]],
  ["another purse", [line(2), line(1, { purse: "free" })]],
  ["a longer time", [line(12), line(6)]],
  ["pictures", [1, 2].map((at) => line(3 - at, { pieces: { count: 1, unit: "picture" } }))],
  ["seconds of recordings", [1, 2].map((at) => line(3 - at, { pieces: { count: 9, unit: "second" } }))],
  ["one that broke off", [line(2, { ending: "failed" }), line(1)]],
  ["one that cost nothing", [line(2), line(1, { amount: microReais(0) })]],
])("lines stay apart with %s", (_, lines) => {
  expect(withReadingsTogether(lines)).toEqual(lines)
})

test("each part is as near to the one before it, however long the whole took; and the sum of all lines stays", () => {
  const parts = Array.from({ length: 10 }, (_, at) => line(40 - at * 2))
  const all = [line(60, { model: "gpt-5" }), ...parts, line(0, { kind: "credit", amount: microReais(9) })]
  const together = withReadingsTogether(all)
  expect(together).toHaveLength(3)
  const sum = (lines: readonly StatementLine[]) => lines.reduce((total, { amount }) => total + amount, 0)
  expect(sum(together)).toBe(sum(all))
})
