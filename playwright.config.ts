import { defineConfig } from "@playwright/test"
import { chromiumFlags, findChromium, findHeadlessChromium } from "./e2e/support/chromium.ts"

// Workers read this file again, without the words of the command.
if (process.argv.includes("--headed")) process.env["PROSA_TEST_HEADED"] = "true"
const executablePath = process.env["PROSA_TEST_HEADED"] === "true" ? findChromium() : findHeadlessChromium()
const isCi = process.env["CI"] === "true"
const report = process.env["PROSA_TEST_REPORT"]

/** A journey's page lives for seconds: what it compiles to run faster hardly runs any more. A loop is compiled as ever. */
const lessCompiling = "--js-flags=--invocation-count-for-maglev=4000,--invocation-count-for-turbofan=20000"

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  // A journey works for 1.9 s of its 5.4 s: three of them left two cores idle for half of the time, and six were too many
  // for a machine that has other work.
  workers: isCi ? 4 : 3,
  // On a strange machine a second try tells a journey that is too slow from one that is wrong; the list names both.
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  // Speed is measured in `npm run bench`: a journey waits as long as the slowest machine may need.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ...(report ? [["json", { outputFile: report }] as const] : [])],
  use: {
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // A worker would stand between the page and what a journey answers in the server's place; `offline.spec.ts` is about it.
    serviceWorkers: "block",
    viewport: { width: 1280, height: 800 },
    // Drawing what moves, sixty times a second without a graphics card, took a sixth of all processor time. Where motion is
    // part of what a file shows, `test.use(withMotion)` has it.
    contextOptions: { reducedMotion: "reduce" },
    // Recording each step of every journey took a third of all processor time.
    trace: "on-first-retry",
    launchOptions: {
      args: [...chromiumFlags, lessCompiling],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
})
