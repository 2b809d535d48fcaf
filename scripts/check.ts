// `npm run check`: format, types behind each wall, lint with the arrows, dead code. Two tools at a time; of a tool that
// is content nothing is printed but its name.
import { spawn } from "node:child_process"
import { join } from "node:path"

interface Step {
  readonly name: string
  /** The script of a package's command, or one of our own. */
  readonly tool: string
  readonly args: readonly string[]
}

// The longest first: what is begun last would else be waited for alone.
const steps: readonly Step[] = [
  { name: "patterns", tool: "../scripts/lint/patterns.ts", args: [] },
  { name: "dead code", tool: "knip/bin/knip.js", args: ["--no-progress", "--no-config-hints"] },
  { name: "lint and arrows", tool: "oxlint/bin/oxlint", args: ["--format=unix", "--deny-warnings"] },
  { name: "types: core", tool: "typescript/bin/tsc", args: ["-p", "core", "--pretty", "false"] },
  { name: "types: server, tools and tests", tool: "typescript/bin/tsc", args: ["-p", "server", "--pretty", "false"] },
  { name: "types: web", tool: "typescript/bin/tsc", args: ["-p", "web", "--pretty", "false"] },
  { name: "types: journeys and benches", tool: "typescript/bin/tsc", args: ["-p", ".", "--pretty", "false"] },
  { name: "format", tool: "oxfmt/bin/oxfmt", args: ["--check"] },
]

// With words after it, only the steps whose name holds one of them: `npm run check -- types lint`.
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"))
const queue = steps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
/** Lines of one tool's complaint worth reading at once. */
const longestComplaint = process.argv.includes("--all") ? Infinity : 40

const packages = join(import.meta.dirname, "../node_modules")

function runStep({ tool, args }: Step): Promise<{ readonly ok: boolean; readonly output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(packages, tool), ...args], { stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.once("error", (error) => done({ ok: false, output: error.message }))
    child.once("close", (code) => done({ ok: code === 0, output }))
  })
}

function shorten(output: string): string {
  const lines = output.trim().split("\n")
  const rest = lines.length - longestComplaint
  return [...lines.slice(0, longestComplaint), ...(rest > 0 ? [`… and ${rest} more lines`] : [])]
    .map((line) => `  ${line}`)
    .join("\n")
}

const failed: string[] = []

async function work(): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const startedMs = performance.now()
    const { ok, output } = await runStep(step)
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log(`${ok ? "ok    " : "FAILED"} ${step.name} (${seconds} s)`)
    if (ok) continue
    failed.push(step.name)
    console.log(shorten(output))
  }
}

process.once("disconnect", () => process.exit(1))
await Promise.all([work(), work()])
if (failed.length > 0) console.log(`\nRefused by: ${failed.join(", ")}.`)
process.exit(failed.length === 0 ? 0 : 1)
