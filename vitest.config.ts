import { defineConfig } from "vitest/config"

const report = process.env["PROSA_TEST_REPORT"]

export default defineConfig({
  test: {
    include: ["{core,server,web,testing,scripts,bench}/**/*.test.{ts,tsx}"],
    environment: "node",
    globalSetup: "testing/announce-recordings.ts",
    // Two cores, and the processes that some tests start want one of them.
    maxWorkers: 2,
    testTimeout: 20_000,
    retry: process.env["CI"] === "true" ? 1 : 0,
    hookTimeout: 60_000,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
  },
})
