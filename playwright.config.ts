import { defineConfig } from "@playwright/test"
import { chromiumFlags, findChromium } from "./e2e/support/chromium.ts"

const executablePath = findChromium()
const report = process.env["PROSA_TEST_REPORT"]

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  // On a strange machine a second try tells a journey that is too slow from one that is wrong; the list names both.
  retries: process.env["CI"] === "true" ? 1 : 0,
  forbidOnly: process.env["CI"] === "true",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ...(report ? [["json", { outputFile: report }] as const] : [])],
  use: {
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    viewport: { width: 1280, height: 800 },
    trace: "retain-on-failure",
    launchOptions: { args: chromiumFlags, ...(executablePath === undefined ? {} : { executablePath }) },
  },
})
