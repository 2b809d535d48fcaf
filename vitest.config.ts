import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { filesAlone as alone, filesThatWait as waiting, unitFiles } from "./scripts/test-plan.ts"

const report = process.env["PROSA_TEST_REPORT"]

/** Orders the files that wait as they are listed; all others as usual. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => waiting.findIndex((file) => moduleId.endsWith(`/${file}`))
    const sorted = await super.sort(files)
    const listed = sorted.filter((file) => place(file) >= 0).toSorted((a, b) => place(a) - place(b))
    return sorted.map((file) => (place(file) >= 0 ? (listed.shift() ?? file) : file))
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: "", include: [unitFiles], exclude: [...configDefaults.exclude, ...waiting, ...alone] },
      },
      { extends: true, test: { name: "waiting", include: [...waiting], maxWorkers: 6, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: "alone", include: [...alone], maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
    environment: "node",
    globalSetup: "testing/announce-recordings.ts",
    // On two cores: a file waits for its own servers and timers now and then.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    retry: process.env["CI"] === "true" ? 1 : 0,
    hookTimeout: 60_000,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
  },
})
