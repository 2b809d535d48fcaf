// Refuses every regular expression of server and page that may take more than a time in proportion to its text: one
// message, name or header of a stranger would stop everybody. An exception is a comment on the line or one or two lines above it that
// says why: "Linear: at most 500 characters come here."
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type ESTree, parseSync } from "vite"
import { judgePattern } from "./judge-pattern.ts"

const root = join(import.meta.dirname, "../..")

/** How far below its comment an excused pattern may stand, in lines. */
const nearLines = 2

interface Found {
  readonly line: number
  /** Undefined where it is made at run time. */
  readonly source: string | undefined
  readonly flags: string
}

/** The patterns in a file, without those that a comment excuses. */
export function patternsIn(file: string, text: string): readonly Found[] {
  const { program, comments } = parseSync(file, text)
  const lineAt = lineCounter(text)
  const excused = new Set<number>()
  for (const { value, start, end } of comments) {
    if (!/\bLinear: \S/.test(value)) continue
    for (let line = lineAt(start); line <= lineAt(end) + nearLines; line += 1) excused.add(line)
  }
  const found: Found[] = []
  const add = (node: ESTree.Node, source: string | undefined, flags: string) => {
    const line = lineAt(node.start)
    if (!excused.has(line)) found.push({ line, source, flags })
  }
  walk(program, (node) => {
    if (node.type === "Literal" && "regex" in node) add(node, node.regex.pattern, node.regex.flags)
    if (node.type !== "NewExpression" && node.type !== "CallExpression") return
    if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return
    const [source, flags] = node.arguments.map((given) =>
      given.type === "Literal" && typeof given.value === "string" ? given.value : undefined,
    )
    add(node, source, flags ?? "")
  })
  return found
}

function walk(node: ESTree.Node, visit: (node: ESTree.Node) => void): void {
  visit(node)
  for (const inner of Object.values(node).flat()) {
    if (typeof inner === "object" && inner !== null && "type" in inner) walk(inner as ESTree.Node, visit)
  }
}

function lineCounter(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (at) => ends.filter((end) => end < at).length + 1
}

async function main(): Promise<number> {
  const files = globSync("{core,server,web}/**/*.{ts,tsx,mjs}", { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/test-[^/]*$|\/dist\//.test(file))
    .sort()
  const judged = new Map<string, Promise<string | undefined>>()
  let refused = 0
  for (const file of files) {
    for (const { line, source, flags } of patternsIn(file, readFileSync(join(root, file), "utf8"))) {
      const key = `/${source}/${flags}`
      const asked = judged.get(key) ?? (source === undefined ? undefined : judgePattern(source, flags))
      if (asked && source !== undefined) judged.set(key, asked)
      const trouble = asked === undefined ? "it is made at run time" : await asked
      if (trouble === undefined) continue
      refused += 1
      console.log(`${file}:${line}: ${source === undefined ? "a pattern" : key} may be slow: ${trouble}`)
    }
  }
  return refused
}

if (import.meta.main) process.exit((await main()) === 0 ? 0 : 1)
