import { expect, test } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import type { Statement } from "./statement.ts"
import { decodeStatement, presentStatement } from "./statement-wire.ts"

const statement: Statement = {
  lines: [
    {
      id: "7",
      at: 1_700_000_000_000,
      kind: "use",
      purse: "premium",
      amount: microReais(-33_333),
      calls: -1,
      balanceAfter: microReais(9_966_667),
      callsAfter: 4,
      model: "gpt-5",
      runId: "run_1",
      ending: "done",
      tokens: { input: 1_204, cached: 0, output: 412, reasoning: 12 },
      searchCalls: 1,
    },
    {
      id: "3",
      at: 1_600_000_000_000,
      kind: "credit",
      purse: "free",
      amount: microReais(1),
      calls: 0,
      balanceAfter: microReais(1),
      callsAfter: 0,
      source: "pix",
    },
  ],
  next: "1600000000000-3-",
  purse: "premium",
  posted: { premium: microReais(9_966_667), free: microReais(1), calls: 4 },
  spentToday: microReais(33_333),
  unmetered: false,
}

test("carries every line to the micro-real and back", () => {
  const json: unknown = JSON.parse(JSON.stringify(presentStatement(statement)))
  expect(json).toMatchObject({ lines: [{ amount: -0.033333, balanceAfter: 9.966667, wallet: "premium" }, {}] })
  expect(decodeStatement(json)).toEqual(statement)
})

test("leaves out a line that cannot be read, and is no statement without lines", () => {
  const json = presentStatement(statement)
  const damaged = { ...json, lines: [...json.lines, { ...json.lines[0], amount: "1" }, null, { kind: "theft" }] }
  expect(decodeStatement(damaged)?.lines).toEqual(statement.lines)
  for (const none of [null, {}, { lines: 1, posted: {} }, { lines: [] }, "x"])
    expect(decodeStatement(none)).toBeUndefined()
})
