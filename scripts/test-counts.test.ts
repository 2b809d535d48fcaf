import { expect, test } from "vitest"
import { countPlaywright, countVitest } from "./test-counts.ts"

const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults: [] }

test("counts vitest's tests; what is to do has been skipped", () => {
  expect(countVitest(report)).toEqual({ passed: 3, failed: 1, skipped: 3 })
})

test("a file that fails outside of its tests is a failed test", () => {
  const testResults = [
    { status: "failed", assertionResults: [] },
    { status: "failed", assertionResults: [{ status: "skipped" }] },
    { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
    { status: "passed", assertionResults: [{ status: "passed" }] },
  ]
  expect(countVitest({ ...report, testResults })).toMatchObject({ failed: 3 })
})

test("a browser test that passes at its second try has passed", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 0 }
  expect(countPlaywright({ stats })).toEqual({ passed: 6, failed: 1, skipped: 0 })
})
