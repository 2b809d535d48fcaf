import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { filesAlone, filesThatWait, findTestFiles, planTests, spreadWaiting } from "./test-plan.ts"

const root = join(import.meta.dirname, "..")
const files = {
  units: ["server/ledger/hold.test.ts", "core/ledger/price.test.ts", "core/providers/baidu/decode.test.ts"],
  journeys: ["e2e/composer.spec.ts", "e2e/ledger-page.spec.ts"],
}
const plan = (...args: readonly string[]) => planTests(args, files, root)

describe("npm test", () => {
  test("runs everything without words", () => {
    expect(plan()).toEqual({ words: [], runsUnits: true, runsJourneys: true, watch: false, headed: false })
  })

  test("runs only what the words name", () => {
    expect(plan("ledger")).toMatchObject({ words: ["ledger"], runsUnits: true, runsJourneys: true })
    expect(plan("baidu")).toMatchObject({ runsUnits: true, runsJourneys: false })
    expect(plan("composer.spec.ts:12")).toMatchObject({ runsUnits: false, runsJourneys: true })
    expect(plan("baidu", "composer.spec")).toMatchObject({ runsUnits: true, runsJourneys: true })
  })

  test("takes a path as an editor or a shell writes it", () => {
    for (const word of ["./core/ledger/price.test.ts", join(root, "core/ledger/price.test.ts")]) {
      expect(plan(word)).toMatchObject({ words: ["core/ledger/price.test.ts"], runsUnits: true, runsJourneys: false })
    }
  })

  test("watches units and no journeys, wherever the option stands", () => {
    for (const args of [
      ["ledger", "--watch"],
      ["--watch", "ledger"],
    ]) {
      expect(plan(...args)).toMatchObject({ words: ["ledger"], runsUnits: true, runsJourneys: false, watch: true })
    }
  })

  test("shows journeys in a browser and runs no units", () => {
    expect(plan("composer.spec", "--headed")).toMatchObject({ runsUnits: false, runsJourneys: true, headed: true })
  })

  test.each([
    [["ledgre"], 'No test file has "ledgre" in its path.'],
    [["ledger", "ledgre"], 'No test file has "ledgre" in its path.'],
    [["composer.spec", "--watch"], "names browser journeys only"],
    [["baidu", "--headed"], "names no browser journey"],
    [["--wacht"], 'no option "--wacht"'],
    [["--watch", "--headed"], "choose one"],
  ])("says what is wrong with %j", (args, problem) => {
    expect(plan(...args)).toEqual(expect.stringContaining(problem))
  })

  test("finds this file, and journeys", () => {
    const found = findTestFiles(root)
    expect(found.units).toContain("scripts/test-plan.test.ts")
    expect(found.journeys).toContain("e2e/composer.spec.ts")
  })
})

test("the files that run in a way of their own are there", () => {
  const { units } = findTestFiles(root)
  expect([...filesThatWait, ...filesAlone].filter((file) => !units.includes(file))).toEqual([])
})

test("files that wait begin first and are spread among the others, each once", () => {
  expect(spreadWaiting<string | number>(["A", "B", "C", "D", "E"], [1, 2, 3, 4, 5, 6, 7])).toEqual([
    "A",
    "B",
    "C",
    1,
    2,
    3,
    "D",
    4,
    5,
    6,
    "E",
    7,
  ])
  expect(spreadWaiting<string | number>(["A"], [1, 2])).toEqual(["A", 1, 2])
  expect(spreadWaiting<string | number>([], [1])).toEqual([1])
  expect(spreadWaiting(["A", "B", "C", "D"], [])).toEqual(["A", "B", "C", "D"])
})
