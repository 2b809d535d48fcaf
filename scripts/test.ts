// `npm test`: unit and integration tests (vitest), then whole journeys in a browser (Playwright), and one closing line.
// Words after it are file filters for both: `npm test -- ledger`.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buildWeb } from "./launcher/build-web.mjs"
import { end, run } from "./launcher/child.mjs"
import { prepareTestTools } from "./test-tools.ts"
import { addCounts, countPlaywright, countVitest, type Counts, failedRun } from "./test-counts.ts"

const root = join(import.meta.dirname, "..")
const filters = process.argv.slice(2)
const reports = mkdtempSync(join(tmpdir(), "prosa-reports-"))

process.once("disconnect", () => end("SIGTERM"))

const missing = prepareTestTools()

const vitest = await runTests("vitest/vitest.mjs", ["run", "--passWithNoTests", ...filters], "vitest.json", countVitest)
const built = missing.includes("chromium") ? 1 : await buildWeb(root, process.execPath)
const playwright = missing.includes("chromium")
  ? { passed: 0, failed: 0, skipped: 1 }
  : built === 0
    ? await runTests(
        "@playwright/test/cli.js",
        ["test", "--pass-with-no-tests", ...filters],
        "playwright.json",
        countPlaywright,
      )
    : failedRun

rmSync(reports, { recursive: true })
const { passed, failed, skipped } = addCounts(vitest, playwright)
const refuseSkips = process.env["CI"] === "true" && skipped > 0
if (refuseSkips) console.log("With CI=true nothing may be skipped.")
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
process.exit(failed > 0 || refuseSkips ? 1 : 0)

async function runTests(
  tool: string,
  args: readonly string[],
  reportName: string,
  count: (report: unknown) => Counts,
): Promise<Counts> {
  const report = join(reports, reportName)
  const code = await run(process.execPath, [join(root, "node_modules", tool), ...args], {
    cwd: root,
    channel: true,
    env: { ...process.env, PROSA_TEST_REPORT: report },
  })
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : undefined
  // A runner that fails without a failed test (an error outside of them, a crash, a signal) counts as one.
  return code === 0 && counts !== undefined
    ? counts
    : { ...(counts ?? failedRun), failed: Math.max(1, counts?.failed ?? 1) }
}
