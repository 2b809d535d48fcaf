import { globSync } from "node:fs"
import { isAbsolute, relative } from "node:path"

/** Unit and integration tests, which vitest runs, and journeys, which Playwright runs; paths from the root. */
export interface TestFiles {
  readonly units: readonly string[]
  readonly journeys: readonly string[]
}

/** The parsed request of `npm test`. */
export interface TestPlan {
  /** Each stands in the path of at least one file that is run; without words all files are. */
  readonly words: readonly string[]
  readonly runsUnits: boolean
  readonly runsJourneys: boolean
  /** Run the units again at each change, until Ctrl+C. */
  readonly watch: boolean
  /** Run the journeys one after another in a browser that is seen. */
  readonly headed: boolean
}

/** The pattern of the units; vitest.config.ts includes the same. */
export const unitFiles = "{core,server,web,testing,scripts,bench}/**/*.test.{ts,tsx}"
/** Those of the core among them, which has no state and no effects. */
export const pureFiles = "core/**/*.test.{ts,tsx}"

/**
 * Files whose tests mostly wait: for a server that is taken for dead, for a database that comes back, for a reader that
 * takes its time; and the simulator, which takes a minute and more of one processor. Others run beside them, so that no
 * processor waits, too. The longest file comes first, so that none is left to run on its own at the end.
 */
export const filesThatWait: readonly string[] = [
  "testing/simulator/simulator.test.ts",
  "testing/kills/kills.test.ts",
  "testing/database-outages.test.ts",
  "testing/dead-servers.test.ts",
  "server/store/postgres-trouble.test.ts",
  "testing/database-away.test.ts",
  "testing/slow-reader.test.ts",
  "testing/database-stands-still.test.ts",
  "server/gateway/runs/worthless-codes.test.ts",
  "testing/unread-whole.test.ts",
  "testing/crash-charges.test.ts",
  "server/http/connections.test.ts",
  "server/gateway/providers/slow-sdks.test.ts",
  "testing/crash-free.test.ts",
  "testing/full-disk.test.ts",
  "server/gateway/runs/streaming.test.ts",
]

/** So many of the files that wait begin first. */
const waitingFirst = 3

/** The order of all files: some that wait first, the rest of them spread evenly among those that do not. */
export function spreadWaiting<File>(waiting: readonly File[], others: readonly File[]): readonly File[] {
  const later = waiting.slice(waitingFirst)
  const between = Math.ceil(others.length / (later.length + 1))
  return [
    ...waiting.slice(0, waitingFirst),
    ...[undefined, ...later].flatMap((file, at) => [
      ...(file === undefined ? [] : [file]),
      ...others.slice(at * between, (at + 1) * between),
    ]),
  ]
}

/** Files that measure a whole server under load; each has the machine to itself. */
export const filesAlone: readonly string[] = ["testing/attack/attack.test.ts"]

export function findTestFiles(root: string): TestFiles {
  const find = (pattern: string) => globSync(pattern, { cwd: root }).map(withSlashes)
  return { units: find(unitFiles), journeys: find("e2e/**/*.spec.ts") }
}

/**
 * Reads the words behind `npm test --`.
 * @returns the plan, or what is wrong with the words
 */
export function planTests(args: readonly string[], files: TestFiles, root: string): TestPlan | string {
  const unknown = args.find((arg) => arg.startsWith("-") && arg !== "--watch" && arg !== "--headed")
  if (unknown !== undefined) return `npm test has no option "${unknown}". It has --watch and --headed.`
  const watch = args.includes("--watch")
  const headed = args.includes("--headed")
  if (watch && headed) return "--watch runs unit and integration tests, --headed browser journeys: choose one."
  const words = args.filter((arg) => !arg.startsWith("-")).map((word) => pathInside(root, word))
  const units = headed ? [] : files.units
  const journeys = watch ? [] : files.journeys
  const unmatched = words.find((word) => !matches([...units, ...journeys], word))
  if (unmatched !== undefined) return noFile(unmatched, files, { watch, headed })
  const runs = (paths: readonly string[]) =>
    paths.length > 0 && (words.length === 0 || words.some((word) => matches(paths, word)))
  return { words, runsUnits: runs(units), runsJourneys: runs(journeys), watch, headed }
}

function noFile(word: string, files: TestFiles, { watch, headed }: Pick<TestPlan, "watch" | "headed">): string {
  if (watch && matches(files.journeys, word)) {
    return `"${word}" names browser journeys only, and --watch runs none. --headed shows them in a browser.`
  }
  if (headed && matches(files.units, word)) return `"${word}" names no browser journey, and --headed runs nothing else.`
  return `No test file has "${word}" in its path.`
}

/** A word may end with a line, as in `composer.spec.ts:12`. */
function matches(paths: readonly string[], word: string): boolean {
  const [path = ""] = word.split(/:\d/)
  return paths.some((candidate) => candidate.includes(path))
}

function pathInside(root: string, word: string): string {
  return withSlashes(isAbsolute(word) ? relative(root, word) : word).replace(/^\.\//, "")
}

function withSlashes(path: string): string {
  return path.replaceAll("\\", "/")
}
