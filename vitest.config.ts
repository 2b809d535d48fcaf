import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["{core,server,web,testing,scripts,bench}/**/*.test.{ts,tsx}"],
    environment: "node",
    // Two cores, and the processes that some tests start want one of them.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: process.env["PROSA_VITEST_REPORT"] ? ["default", "json"] : ["default"],
    ...(process.env["PROSA_VITEST_REPORT"] ? { outputFile: { json: process.env["PROSA_VITEST_REPORT"] } } : {}),
  },
})
