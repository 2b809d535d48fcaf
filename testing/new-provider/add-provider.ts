import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startProsa } from "../../e2e/support/prosa.ts"
import { tempFolder } from "../temp-folder.ts"

const root = join(import.meta.dirname, "../..")

/** The files and folders that a server needs. */
const needed = ["core", "server", "config", "package.json", ".env.example"]

/** A copy of the program with a provider more, added by the recipe of CONTRIBUTING.md. */
export interface Extended {
  readonly folder: string
  /** Every file that the recipe made or changed, from the root of the repository. */
  readonly touched: readonly string[]
  /** Starts it as a process of its own. */
  readonly start: typeof startProsa
}

export function addProvider(): Extended {
  const folder = tempFolder("prosa-new-provider")
  const isNeeded = (path: string) => !/\.test\.tsx?$/.test(path)
  for (const name of needed) cpSync(join(root, name), join(folder, name), { recursive: true, filter: isNeeded })
  for (const name of ["node_modules", "dist"])
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name))
  const touched = new Set<string>()

  function write(path: string, text: string): void {
    touched.add(path)
    writeFileSync(join(folder, path), text)
  }

  /** Puts a line before the first that begins so; the recipe names the place. */
  function insert(path: string, before: string, line: string): void {
    const text = readFileSync(join(folder, path), "utf8")
    const at = text.indexOf(`\n${before}`)
    if (at < 0) throw new Error(`${path} has no line that begins with ${before}`)
    write(path, `${text.slice(0, at)}\n${line}${text.slice(at)}`)
  }

  // 1. Its folder.
  for (const name of ["provider.ts", "adapter.ts", "gateway.ts"]) {
    const path = `core/providers/aurora/${name}`
    cpSync(join(import.meta.dirname, name), join(folder, path))
    touched.add(path)
  }

  // 2. The three lists.
  insert("core/providers/registry.ts", "import { anthropic }", 'import { aurora } from "./aurora/provider.ts"')
  insert("core/providers/registry.ts", "  azure,", "  aurora,")
  insert(
    "core/providers/gateways.ts",
    "import { anthropicGateway }",
    'import { auroraGateway } from "./aurora/gateway.ts"',
  )
  insert("core/providers/gateways.ts", "  azure: ", "  aurora: auroraGateway,")
  const loader = '  aurora: async () => (await import("./aurora/adapter.ts")).auroraAdapter,'
  insert("core/providers/load-adapter.ts", "  azure: ", loader)

  // 3. Its models, and what the operator may set.
  const catalogue = JSON.parse(readFileSync(join(folder, "config/models.json"), "utf8")) as {
    readonly sources: Readonly<Record<string, string>>
    readonly models: readonly object[]
  }
  const model = {
    provider: "aurora",
    id: "aurora-1",
    name: "Aurora 1",
    kind: "chat",
    window: 128_000,
    outputMost: 8_192,
    prices: [{ input: 1_000_000, output: 2_000_000 }],
    source: "aurora",
    read: "2026-11-22",
  }
  const sources = { ...catalogue.sources, aurora: "https://aurora.example/models" }
  write("config/models.json", JSON.stringify({ ...catalogue, sources, models: [...catalogue.models, model] }))
  insert(".env.example", "AZURE_URL=", "AURORA_TOKEN=\nAURORA_URL=https://api.aurora.example")

  return { folder, touched: [...touched], start: (options) => startProsa({ ...options, root: folder }) }
}
