import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { gatewayOf } from "#core/providers/gateways.ts"
import { homeProvider, providerIds } from "#core/providers/registry.ts"
import { readConfig } from "../server/config.ts"
import { createUnpricedRoutes, type UnpricedRoutesDeps } from "../server/gateway/unpriced-routes.ts"
import { chatApis, apiPrefixes } from "../server/gateway/apis/api-prefixes.ts"

const house = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(house, file), "utf8")

/** Files that a document may name, by their paths from the root. */
const floors = "bench,config,core,docs,e2e,scripts,server,testing,web"
const paths = [
  ...floors.split(","),
  ...globSync([`{${floors}}/**/*`, "*.{md,ts,json}", ".env.example"], { cwd: house }),
].map((path) => path.replaceAll("\\", "/"))
const sources = paths.filter(
  (path) => /(?<!\.test)\.(?:tsx?|mjs)$/.test(path) && !path.startsWith("core/i18n/locales/"),
)

describe("The decisions", () => {
  const folder = "docs/decisions"
  const records = readdirSync(join(house, folder)).filter((name) => /^\d{4}-[a-z0-9-]+\.md$/.test(name))
  const index = read(`${folder}/README.md`)

  test("each has a number of its own, a title with that number, and a status", () => {
    expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length)
    const wrong = records.filter((name) => {
      const head = `# ${Number(name.slice(0, 4))}. `
      const text = read(`${folder}/${name}`)
      return !text.startsWith(head) || !/^# .+\n\n\*\*Status:\*\* (?:accepted|superseded)\b/.test(text)
    })
    expect(wrong).toEqual([])
  })

  test("stand in the index once, under their own titles, and nothing else does", () => {
    const titles = records.map((name) => {
      const title = /^# \d+\. (.*)$/m.exec(read(`${folder}/${name}`))?.[1] ?? ""
      return `[${name.slice(0, 4)}](${name}) ${title}`
    })
    const listed = [...index.matchAll(/^\| (\[\d{4}\]\(\S+\.md\) .*?) +\|/gm)].map(([, line = ""]) => line)
    expect(listed.toSorted()).toEqual(titles.toSorted())
  })
})

test("every link of a document to a file of this repository leads there", () => {
  const documents = globSync(["*.md", "docs/**/*.md", "testing/**/*.md"], { cwd: house })
  expect(documents.length).toBeGreaterThan(10)
  const dead = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(house, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
  expect(dead).toEqual([])
})

describe.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("What %s names", (document) => {
  const prose = withoutMap(read(document))
  const named = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name)

  test("as a file or folder is there", () => {
    const places = named.filter(isPlace)
    expect(places.length).toBeGreaterThan(40)
    expect(places.filter((place) => found(place).length === 0)).toEqual([])
  })

  test("in its code is there", () => {
    const words = wordsOf(sources)
    const names = named.filter((name) => !isPlace(name) && /^[a-zA-Z]\w*(?:\.\w+)*$/.test(name))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !name.split(".").every((word) => words.has(word)))).toEqual([])
  })

  test("beside a file stands in that file", () => {
    const before = [...prose.matchAll(/`(\w+)`\s+\(`([^`]+\.tsx?)`/g)].map(
      ([, name = "", file = ""]) => [name, file] as const,
    )
    const after = [...prose.matchAll(/`([^`]+\.tsx?)`\s+\(((?:`\w+`(?:, )?)+)/g)].flatMap(([, file = "", all = ""]) =>
      [...all.matchAll(/`(\w+)`/g)].map(([, name = ""]) => [name, file] as const),
    )
    expect(before.length + after.length).toBeGreaterThan(5)
    const isMissing = ([name, file]: (typeof before)[number]) => !found(file).some((path) => wordsOf([path]).has(name))
    expect([...before, ...after].filter(isMissing)).toEqual([])
  })
})

test("a file that the architecture names without its folder is the only one of that name", () => {
  const named = [...withoutMap(read("ARCHITECTURE.md")).matchAll(/`([\w-]+\.tsx?)`/g)].map(([, name = ""]) => name)
  expect(named.filter((name) => found(name).length !== 1).map((name) => [name, found(name)])).toEqual([])
})

test("the map of the architecture names every folder of a floor once, and nothing that is not there", () => {
  const map = /```\n([^]*?)```/.exec(read("ARCHITECTURE.md"))?.[1] ?? ""
  const named = [...map.matchAll(/(?<![\w./-])(?:[\w-]+\/)+(?:[\w-]+\.\w+)?|(?<![\w./-])[\w-]+\.(?:tsx?|json)\b/g)].map(
    String,
  )
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((place) => found(place).length === 0)).toEqual([])
  for (const floor of ["core", "server", "web", "web/platform", "server/gateway"]) {
    const part = partOfMap(map, floor)
    const folders = readdirSync(join(house, floor), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const times = folders.map(({ name }) => [name, part.split(new RegExp(`(?<![\\w/-])${name}/`)).length - 1] as const)
    expect([floor, times.filter(([, count]) => count !== 1)]).toEqual([floor, []])
  }
})

test("one message goes through at most 26 rooms, and every file that its line names is there, once", () => {
  const line = read("ARCHITECTURE.md").split("## One message, in a straight line")[1]?.split("\n## ")[0] ?? ""
  const rooms = line.split("\n").filter((row) => row.startsWith("| `"))
  expect(rooms.length).toBeGreaterThan(20)
  expect(rooms.length).toBeLessThanOrEqual(26)
  const files = globSync("{core,server,web}/**/*.{ts,tsx}", { cwd: house })
  const named = [...line.matchAll(/`([^`]+\.tsx?)`/g)].map(([, name = ""]) => name)
  const found = (name: string) => files.filter((file) => file === name || file.endsWith(`/${name}`))
  expect(named.filter((name) => found(name).length !== 1).map((name) => [name, found(name)])).toEqual([])
})

describe("The reference", () => {
  test("names every route of the server with its method, and no other", () => {
    const named = read("docs/reference/api.md").matchAll(/`((?:GET|POST|PUT|DELETE) \/\S+?)`/g)
    expect(new Set([...named].map(([, route]) => route))).toEqual(new Set(routesOfServer()))
  })

  test("names every setting with its default, as `.env.example` does and the server reads it", () => {
    const example = read(".env.example").matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)
    const table = read("docs/reference/configuration.md").matchAll(/^\| `([A-Z][A-Z0-9_]*)` +\| (?:`(.*?)`)? +\|/gm)
    const defaults = Object.fromEntries([...example].map(([, name = "", value = ""]) => [name, value]))
    const told = Object.fromEntries([...table].map(([, name = "", value = ""]) => [name, value]))
    // Of the providers' settings, which `.env.example` has all, the table need not have every one.
    const ofProviders = providerIds.flatMap((id) => settingNames(gatewayOf[id]))
    const untold = Object.entries(defaults).filter(([name]) => !(name in told) && ofProviders.includes(name))
    expect({ ...told, ...Object.fromEntries(untold) }).toEqual(defaults)

    const readers = globSync(["server/config*.ts", "core/providers/*/*.ts"], { cwd: house }).map(read).join("\n")
    expect(Object.keys(defaults).filter((name) => !new RegExp(`\\b${name}\\b`).test(readers))).toEqual([])
    const settings = [...read("server/config.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name)
    expect(settings.filter((name) => !(name in defaults))).toEqual([])
    // Who sets everything to its default has the server that nobody has set up.
    expect(readConfig(defaults)).toEqual(readConfig({}))
  })
})

function withoutMap(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, "")
}

/** Whether a name in a document is that of a file or folder: "web/ui", "turn/", "drain.ts", "core/<noun>/<noun>-collection.ts". */
function isPlace(name: string): boolean {
  if (/^\/|\s/.test(name)) return false
  return (
    /\.(?:tsx?|mjs|json|md|html|example)$|\/$/.test(name) ||
    /^(?:core|server|web|testing|docs|scripts|e2e|bench)\//.test(name)
  )
}

/** The files and folders that a name in a document means: a path from the root, or the end of one. "<noun>", "…" and "*" are any. */
function found(name: string): readonly string[] {
  const parts = name.replace(/\/$/, "").split(/<\w+>|[…*]/)
  const end = parts.map((part) => part.replaceAll(/[.\\+?^${}()|[\]]/g, String.raw`\$&`)).join("[^/]+")
  const meant = new RegExp(`(?:^|/)${end}$`)
  return paths.filter((path) => meant.test(path))
}

const wordsByPath = new Map<string, ReadonlySet<string>>()

/** The words of code files, those in comments aside. */
function wordsOf(files: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const file of files) {
    const words = wordsByPath.get(file) ?? new Set(codeOf(file).match(/[a-zA-Z_]\w*/g))
    wordsByPath.set(file, words)
    for (const word of words) all.add(word)
  }
  return all
}

function codeOf(file: string): string {
  return read(file).replaceAll(/^\s*(?:\/\/|\/\*|\*).*$/gm, "")
}

/** What the map says of a floor or of a folder in it. */
function partOfMap(map: string, floor: string): string {
  const [top = "", inner] = floor.split("/")
  const part = map.split(/\n(?=\S)/).find((lines) => lines.includes(`${top}/ `)) ?? ""
  if (inner === undefined) return part
  return part.split(/\n(?= {2}\S)/).find((lines) => lines.startsWith(`  ${inner}/`)) ?? ""
}

/** "GET /api/runs/{id}" for each route: made where that needs no server, else found in the files that make routes. */
function routesOfServer(): readonly string[] {
  const files = globSync("server/**/*.ts", { cwd: house }).filter(
    (file) => !/\.test\.ts$|\/unpriced-routes\.ts$/.test(file),
  )
  const found = files.flatMap((file) => {
    if (file.endsWith("/admin-routes.ts"))
      return callsIn(read(file), /\b(?:routes\.(get|post)|(post))\(\s*("\/[^"]*")/g, "/api/admin")
    return callsIn(read(file), /\b(?:routes|site)\.(get|post|put|delete)()\(\s*("\/[^"]*"|`[^`]*`|path\b)/g)
  })
  const free = createUnpricedRoutes({ apis: chatApis } as UnpricedRoutesDeps).map(
    ({ method, path }) => `${method} ${inBraces(path)}`,
  )
  const calls = apiPrefixes.flatMap(({ paths }) => paths.map((path) => `POST ${path}`))
  return [...found, ...[...free, ...calls].map(ofAnyProvider)]
}

/** The route with `{provider}` for each provider but the one whose API is ours. */
function ofAnyProvider(route: string): string {
  const others = providerIds.filter((id) => id !== homeProvider)
  return route.replace(new RegExp(`/api/(?:${others.join("|")})/`), "/api/{provider}/")
}

function settingNames({ settings }: (typeof gatewayOf)[keyof typeof gatewayOf]): readonly string[] {
  const { keys, url, version, organization } = settings
  return [...keys, url, ...(version ? [version.name] : []), ...(organization ? [organization] : [])]
}

/** The routes of all calls that match: their method in one of the first two groups (else GET), their path in the third. */
function callsIn(text: string, calls: RegExp, prefix = ""): readonly string[] {
  return [...text.matchAll(calls)].flatMap(([, method, other, written = ""]) => {
    const paths = pathsOf(written === "path" ? "${path}" : written.slice(1, -1))
    return paths.map((path) => `${(method || other || "get").toUpperCase()} ${prefix}${inBraces(path)}`)
  })
}

/** The values of the loops in which routes are made. */
const loops: Readonly<Record<string, readonly string[]>> = {
  path: ["/v1/models", "/api/openai/v1/models"],
  what: ["usage", "subscription"],
}

function pathsOf(template: string): readonly string[] {
  const [whole, name = ""] = /\$\{([^}]*)\}/.exec(template) ?? []
  if (whole === undefined) return [template]
  const values = loops[name]
  if (values === undefined) throw new Error(`"loops" has no values for ${template}`)
  return values.flatMap((value) => pathsOf(template.replace(whole, value)))
}

/** ":id" and ":model{.+}" as "{id}" and "{model}". */
function inBraces(path: string): string {
  const counts = /^(.*):call\{\.\+:(\w+)\}$/.exec(path)
  if (counts) return `${counts[1]}{model}:${counts[2]}`
  return path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}")
}
