import * as v from "valibot"

/** How many tests ended how. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A run that nobody asked for. */
export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 }

/** A run that could not even begin. */
export const failedRun: Counts = { passed: 0, failed: 1, skipped: 0 }

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) })),
})

/** Reads vitest's JSON report. A file that failed outside of its tests (an import, a hook) counts as one failed test. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = v.parse(vitestReport, report)
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  }
}

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
})

/** Reads Playwright's JSON report. A test that passed at a second try (only CI makes one) has passed; the list above says "flaky". */
export function countPlaywright(report: unknown): Counts {
  const { expected, unexpected, flaky, skipped } = v.parse(playwrightReport, report).stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}
