import { configDefaults, defineConfig } from "vitest/config"
import { unitFiles } from "./scripts/test-plan.ts"

const report = process.env["PROSA_TEST_REPORT"]

/** What measures a whole server under load has the machine to itself. */
const alone = ["testing/attack/attack.test.ts"]

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "", include: [unitFiles], exclude: [...configDefaults.exclude, ...alone] } },
      { extends: true, test: { name: "alone", include: alone, sequence: { groupOrder: 1 } } },
    ],
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
