// `npm test`: unit and integration tests (vitest), then whole journeys in a browser (Playwright), and one closing line.
// Words after it choose files by their path: `npm test -- ledger`. `--watch` runs the units again at each change,
// `--headed` shows the journeys in a browser.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildWeb } from "./launcher/build-web.mjs"
import { end, run } from "./launcher/child.mjs"
import { commandEnvironment } from "./launcher/project-node.mjs"
import { addCounts, countPlaywright, countVitest, type Counts, failedRun, noTests } from "./test-counts.ts"
import { findTestFiles, planTests, type TestPlan } from "./test-plan.ts"
import { prepareTestTools } from "./test-tools.ts"

const root = join(import.meta.dirname, "..")
/** The runners begin a process for each file or worker, and keep what they have compiled, too. */
const { NODE_COMPILE_CACHE } = commandEnvironment(root)

process.once("disconnect", () => end("SIGTERM"))

const plan = planTests(process.argv.slice(2), findTestFiles(root), root)
if (typeof plan === "string") {
  console.error(plan)
  process.exit(64)
}
process.exit(plan.watch ? await watchUnits(plan) : await runAll(plan))

/** Ends with vitest: by its key q or by Ctrl+C. */
function watchUnits({ words }: TestPlan): Promise<number> {
  prepareTestTools(["postgresql", "storages"])
  return run(process.execPath, [packageFile("vitest/vitest.mjs"), "watch", ...words], { cwd: root, channel: true })
}

async function runAll(asked: TestPlan): Promise<number> {
  const { runsUnits, runsJourneys } = asked
  const missing = prepareTestTools([...(runsJourneys ? ["chromium" as const] : []), "postgresql", "storages"])
  const reports = mkdtempSync(join(tmpdir(), "prosa-reports-"))
  const vitest = runsUnits
    ? await runTests("vitest/vitest.mjs", ["run", ...asked.words], join(reports, "vitest.json"), countVitest)
    : noTests
  const playwright = runsJourneys
    ? await runJourneys(asked, join(reports, "playwright.json"), missing.includes("chromium"))
    : noTests
  rmSync(reports, { recursive: true })
  const { passed, failed, skipped } = addCounts(vitest, playwright)
  const refuseSkips = process.env["CI"] === "true" && skipped > 0
  if (refuseSkips) console.log("With CI=true nothing may be skipped.")
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  return failed > 0 || refuseSkips ? 1 : 0
}

async function runJourneys({ words, headed }: TestPlan, report: string, noBrowser: boolean): Promise<Counts> {
  if (noBrowser) return { passed: 0, failed: 0, skipped: 1 }
  if ((await buildWeb(root, process.execPath)) !== 0) return failedRun
  const options = headed ? ["--headed", "--workers=1"] : []
  return runTests("@playwright/test/cli.js", ["test", ...options, ...words], report, countPlaywright)
}

async function runTests(
  tool: string,
  args: readonly string[],
  report: string,
  count: (report: unknown) => Counts,
): Promise<Counts> {
  const code = await run(process.execPath, [packageFile(tool), ...args], {
    cwd: root,
    channel: true,
    env: { ...process.env, NODE_COMPILE_CACHE, PROSA_TEST_REPORT: report },
  })
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : undefined
  // A runner that fails without a failed test (an error outside of them, a crash, a signal) counts as one.
  return code === 0 && counts !== undefined
    ? counts
    : { ...(counts ?? failedRun), failed: Math.max(1, counts?.failed ?? 1) }
}

function packageFile(path: string): string {
  return join(root, "node_modules", path)
}
