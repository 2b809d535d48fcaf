import { existsSync, globSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, test } from "vitest"
import { gatewayOf } from "#core/providers/gateways.ts"
import { homeProvider, providerIds } from "#core/providers/registry.ts"
import { createUnpricedRoutes, type UnpricedRoutesDeps } from "../server/gateway/unpriced-routes.ts"
import { chatApis, apiPrefixes } from "../server/gateway/apis/api-prefixes.ts"

const house = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(house, file), "utf8")

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

test('every file that the architecture names under "Where is it?" is there', () => {
  const table = read("ARCHITECTURE.md").split("## Where is it?")[1]?.split("\n## ")[0] ?? ""
  const named = [...table.matchAll(/`((?:core|server|web)\/[^`]*)`/g)].map(([, file = ""]) => file)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((file) => !existsSync(join(house, file)))).toEqual([])
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
  })
})

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
