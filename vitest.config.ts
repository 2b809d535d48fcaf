import { defineConfig } from "vitest/config"
import { unitFiles } from "./scripts/test-plan.ts"

const report = process.env["PROSA_TEST_REPORT"]

export default defineConfig({
  test: {
    include: [unitFiles],
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
