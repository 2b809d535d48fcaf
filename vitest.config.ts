import { configDefaults, defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import {
  filesAlone as alone,
  filesThatWait as waiting,
  pureFiles,
  spreadWaiting,
  unitFiles,
} from "./scripts/test-plan.ts"

const isCi = process.env["CI"] === "true"
const report = process.env["PROSA_TEST_REPORT"]

/** Files that wait run beside files that work. */
class Spread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => waiting.findIndex((file) => moduleId.endsWith(`/${file}`))
    const sorted = await super.sort(files)
    const listed = sorted.filter((file) => place(file) >= 0).toSorted((a, b) => place(a) - place(b))
    return [
      ...spreadWaiting(
        listed,
        sorted.filter((file) => place(file) < 0),
      ),
    ]
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: "", include: [unitFiles], exclude: [...configDefaults.exclude, ...alone, pureFiles] },
      },
      // What keeps nothing between two calls keeps nothing between two files: they share a process and what it has loaded.
      { extends: true, test: { name: "core", include: [pureFiles], isolate: false } },
      { extends: true, test: { name: "alone", include: [...alone], maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
    environment: "node",
    globalSetup: "testing/announce-recordings.ts",
    // On two cores: half of what runs at a time mostly waits. Whoever works beside them is left some of the machine.
    maxWorkers: isCi ? 5 : 3,
    sequence: { sequencer: Spread },
    // Speed is measured in `npm run bench`: a test waits as long as the slowest machine may need.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    retry: isCi ? 1 : 0,
    hookTimeout: 300_000,
    reporters: report ? ["default", ["json", { outputFile: report }]] : ["default"],
  },
})
